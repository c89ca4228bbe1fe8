/** Calls that memory answers: the functions, and the ledger before them, against a Map by the same arguments. */
import * as functions from "../../src/numbers/functions/functions";
import { createLedger, type ExcelFunction } from "../../src/excel/workbook/ledger/ledger";
import { cellsOf } from "./cells";
import { PLAN, scenariosOf } from "./cold";
import { ratioOf, type Figure } from "./figures";
import { sideBySide, timed } from "./measure";
import { callKpi, callOf, openOurs } from "./ours";
import type { BenchService } from "./service";

export async function measureWarm(service: BenchService, count: number, rounds: number): Promise<Figure[]> {
  const calls = cellsOf(PLAN, await scenariosOf(service), count).map(callOf);
  openOurs(service);
  const numbers = await callKpi(calls);
  const keyOf = (values: readonly unknown[]) => JSON.stringify(values.slice(0, -1));
  const map = new Map(calls.map((values, at) => [keyOf(values), numbers[at]]));
  const lookUp = async (...values: unknown[]) => map.get(keyOf(values));
  const settings = { plan: "fy26", currency: "USD" };
  const ledger = createLedger({ now: () => Date.now(), settings: () => settings });
  const wrapped = ledger.wrap("KPI", functions.KPI as unknown as ExcelFunction);
  const all = (run: ExcelFunction) => timed(() => Promise.all(calls.map((values) => run(...values))));
  await all(wrapped);
  const times = await sideBySide(
    { functions: () => timed(() => callKpi(calls)), ledger: () => all(wrapped), Map: () => all(lookUp) },
    rounds,
  );
  const figure = (ours: "functions" | "ledger", goal: number): Figure => ({
    group: "Warm",
    what: `calls of the ${ours}`,
    size: count,
    unit: "ms",
    goal,
    values: { [ours]: times[ours], Map: times.Map },
    ratio: ratioOf(times, ours, "Map"),
  });
  return [figure("functions", 10), figure("ledger", 3)];
}
