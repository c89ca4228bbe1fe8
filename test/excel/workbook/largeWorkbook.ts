/** A refresh of a workbook whose cells each call our functions for another number. */
import { fieldsOf } from "../../../src/insights";
import { createBehaviour } from "../../../workbench/model/behaviour";
import { createGate } from "../../../workbench/office/gate";
import { createInterpreter, type RequestBody } from "../../../workbench/office/interpreter";
import { createClient } from "../../workbench/client";
import { workbookObject } from "./lean/host";
import { openPerson } from "./lean/person";
import { emptyDocument, keyOf, openLean } from "./lean/workbook";

const PERIODS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
const NAMES = fieldsOf("pnl").map(({ name }) => name);
/** Cells of a scenario: each month of each field. */
const PER_SCENARIO = PERIODS.length * NAMES.length;
const COLUMNS = 10;

/** Answers with months whose every number says where it is from, and from which run. */
function createService(scenarios: readonly string[]) {
  const state = { run: 0 };
  const seriesOf = (scenario: number) =>
    PERIODS.map((period, month) => ({
      period,
      ...Object.fromEntries(
        NAMES.map((name, at) => [
          name,
          numberAt(scenario, at, month, !process.env["SPIKE_ONE"] || scenario + at + month === 0 ? state.run : 0),
        ]),
      ),
    }));
  const fetch = async (input: string) => {
    const { pathname, searchParams } = new URL(input);
    if (pathname.endsWith("/token")) return Response.json({ accessToken: "T", expiresIn: 3600 });
    if (pathname.endsWith("/plans")) {
      const listed = scenarios.map((id) => ({ id, name: id }));
      return Response.json({ plans: [{ id: "p", name: "Plan", currency: "EUR", scenarios: listed }] });
    }
    const asked = (searchParams.get("scenarioIds") ?? "").split(",");
    return Response.json({
      meta: { planId: "p", generatedAt: new Date(Date.UTC(2026, 0, 1) + state.run * 60_000).toISOString() },
      scenarios: asked.map((scenarioId) => ({ scenarioId, series: seriesOf(scenarios.indexOf(scenarioId)) })),
    });
  };
  return { fetch: fetch as unknown as typeof globalThis.fetch, step: () => void (state.run += 1) };
}

function numberAt(scenario: number, field: number, month: number, run: number): number {
  return 1 + run + 2 * (month + PERIODS.length * (field + NAMES.length * scenario));
}

/** Refreshes a workbook of so many cells, and returns what that sent to Excel and back. */
export async function refreshCells(cells: number) {
  const scenarios = Array.from({ length: Math.ceil(cells / PER_SCENARIO) }, (_, at) => `s${at}`);
  const service = createService(scenarios);
  const host = createBehaviour();
  host.limitPayloads = true;
  const document = emptyDocument(["Report"]);
  const workbook = openLean(document, [], host);
  const gate = createGate(host, createInterpreter(workbookObject({ workbook: () => workbook, behaviour: host })));
  const traffic = { requests: 0, bytes: 0, largest: 0 };
  const execute = async (body: RequestBody, flags: number) => {
    const answer = await gate(body, flags);
    for (const each of [body, answer]) {
      const { length } = JSON.stringify(each);
      traffic.bytes += length;
      traffic.largest = Math.max(traffic.largest, length);
    }
    traffic.requests += 1;
    return answer;
  };
  createClient(execute).use();
  const person = await openPerson({ service, isConnected: true, now: () => 0 });
  workbook.use(person.functions);
  for (let at = 0; at < cells; at += 1) {
    const [scenario, field, month] = placeOf(at);
    const args = ["Plan", scenarios[scenario], NAMES[field], PERIODS[month]].map((value) => ({
      kind: "value" as const,
      value: value ?? "",
    }));
    const key = keyOf({ row: Math.floor(at / COLUMNS), column: at % COLUMNS });
    const content = { kind: "call" as const, name: "INSIGHTS.KPI", args };
    document.sheets[0]?.cells.set(key, { content, value: null, isDirty: true });
  }
  workbook.renewAll();
  await workbook.settled();
  service.step();
  Object.assign(traffic, { requests: 0, bytes: 0, largest: 0 });
  let calls = 0;
  person.ledger.subscribe((event) => (calls += event === "called" || event === "answered" ? 1 : 0));
  if (process.env["SPIKE_TWICE"]) {
    await person.act(() => person.store.refresh());
    service.step();
    Object.assign(traffic, { requests: 0, bytes: 0, largest: 0 });
    calls = 0;
  }
  const began = Date.now();
  await person.act(() => person.store.refresh());
  const { refreshed, unsettled, failure } = person.store.state();
  process.stdout.write(`LARGE ${cells} ${JSON.stringify({ ms: Date.now() - began, calls, traffic })}\n`);
  const wrong = workbook
    .formulaCells()
    .filter(
      ({ cell: { value } }, at) => value !== numberAt(...placeOf(at), !process.env["SPIKE_ONE"] || at === 0 ? 1 : 0),
    ).length;
  person.leave();
  return { traffic, refreshed, unsettled, failure, wrong, parts: Object.values(document.parts) };
}

function placeOf(at: number): [scenario: number, field: number, month: number] {
  const rest = at % PER_SCENARIO;
  return [Math.floor(at / PER_SCENARIO), Math.floor(rest / PERIODS.length), rest % PERIODS.length];
}
