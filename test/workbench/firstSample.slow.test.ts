/** The sample workbook, opened while nobody is connected. */
import metadata from "../../src/numbers/functions/functions.json";
import { createSandbox } from "../../sandbox/sandbox";
import { createLedger, type ExcelFunction } from "../../src/excel/workbook/ledger/ledger";
import { followSettings } from "../../src/excel/workbook/customXml/settingsPart";
import { loadLedger } from "../../src/excel/workbook/ledger/savedLedger";
import type { HeldSettings } from "../../src/reporting/saved/keptSettings";
import { recordSample } from "../../scripts/sample/record";
import { readSample } from "../../workbench/page/sample";
import { sampleNumbersOf } from "../../workbench/server/sampleNumbers";
import { createOracle } from "../oracle/atomicRows";
import { openWorkbook, type SavedWorkbook, type Workbook } from "./excel";

const SERVICE = "https://localhost:4400";
const REPORT = "'Executive one-pager FY26 Plan'";
const CELLS = [`${REPORT}!B1:G26`, "'Year to date'!B1:J14", "Months!B1:S15"];
/** Charts draw nothing for it. */
const GAP = "#N/A";
/** With the cells behind charts, their titles among them. */
const ALL_CELLS = [`${REPORT}!A1:CZ120`, "'Year to date'!A1:Z60", "Months!A1:Z60"];

let recorded: SavedWorkbook;
let workbook: Workbook;
beforeAll(async () => {
  recorded = await recordSample();
});
afterEach(() => workbook.close());

/** The sample with these parts, opened by the add-in without a connection: any call that the ledger does not answer fails. */
async function open(answer: () => Promise<Response>) {
  const sample = await readSample((path) => (path === "sample.json" ? tellSample() : answer()));
  const settings: HeldSettings = { current: {} };
  const ledger = createLedger({
    now: () => Date.now(),
    settings: () => settings.current,
    connected: () => "https://planning.example.com",
  });
  const asked: unknown[][] = [];
  const functions = metadata.functions.map((description) => {
    const run: ExcelFunction = (...args) => {
      asked.push([description.id, ...args]);
      return Promise.reject(new Error("Not connected."));
    };
    const wrapped = ledger.wrap(description.id, run);
    const called = async (args: unknown[], { address }: { address: string }) => {
      await loaded;
      return wrapped(...args, { address });
    };
    return { metadata: description, namespace: "INSIGHTS", run: called };
  });
  workbook = openWorkbook(sample, functions);
  // Before any function has returned.
  const atOnce = CELLS.map((cells) => workbook.values(cells));
  const loaded = loadLedger(ledger).then(() => followSettings(settings, ledger));
  await loaded;
  await workbook.settled();
  return { ledger, asked, atOnce };
}

const sandbox = createSandbox({ gaps: { actualsTo: "2026-04" }, now: () => Date.UTC(2026, 5, 15) });
/** The months that the actuals have: those of both scenarios are compared. */
const TO_DATE = { from: "2026-01-01", to: "2026-04-30" };
const tell = async () => Response.json(await sampleNumbersOf(recorded, sandbox, SERVICE));
/** False for a month that the actuals lack, for which a ledger has no number. */
const isAnswered = ([, , scenario, , period]: unknown[]) => !(scenario === "actual" && String(period) > "2026-04");
const tellSample = async () => Response.json(recorded);

test("It shows its numbers, which are the service's, and asks for nothing", async () => {
  const { asked } = await open(tell);
  expect(asked.filter(isAnswered)).toEqual([]);
  const errorsIn = (cells: string) =>
    workbook
      .values(cells)
      .flat()
      .map(String)
      .filter((text) => text.startsWith("#"));
  for (const cells of CELLS) expect([cells, errorsIn(cells)]).toEqual([cells, []]);
  for (const cells of ALL_CELLS) expect([cells, errorsIn(cells).filter((text) => text !== GAP)]).toEqual([cells, []]);
  const [plan] = sandbox.planning.plans;
  const [actual, committed] = ["actual", "committed"].map((flag) => {
    const scenario = plan?.scenarios.find(({ flags }) => flags.includes(flag));
    return createOracle(sandbox.planning, plan?.id ?? "", scenario?.id ?? "", []).field("ebit", TO_DATE);
  });
  const shown = [actual ?? NaN, committed ?? NaN, (actual ?? NaN) - (committed ?? NaN)];
  for (const cells of [`${REPORT}!B14:E24`, "'Year to date'!B10:E14"]) {
    const ebit = workbook.values(cells).find(([label]) => label === "EBIT");
    expect(ebit).toEqual(["EBIT", ...shown.map((each): unknown => expect.closeTo(each, 2))]);
  }
});

test("It shows its numbers before the add-in answers, and the same ones afterwards", async () => {
  const { atOnce } = await open(tell);
  const settled = CELLS.map((cells) => workbook.values(cells)).flat(2);
  // What does not read our functions, such as a heading, is calculated when the workbook is opened.
  const shown = atOnce.flat(2).map((value, at) => (value === null ? settled[at] : value));
  expect(shown).toEqual(settled);
  const numbers = (values: unknown[]) => values.filter((value) => typeof value === "number").length;
  expect([numbers(atOnce.flat(2)), numbers(settled) > 100]).toEqual([numbers(settled), true]);
});

test("It names the service of its numbers, and keeps them beside another", async () => {
  const { ledger, asked } = await open(tell);
  expect(ledger.service).toBe("http://localhost");
  expect(ledger.entries().length).toBeGreaterThan(0);
  expect(asked.filter(isAnswered)).toEqual([]);
});

test.each([
  ["cannot be reached", () => Promise.reject(new TypeError("fetch failed"))],
  ["does not tell them", () => Promise.resolve(new Response("", { status: 500 }))],
])("Where its server %s, it is the sample without numbers", async (_what, answer: () => Promise<Response>) => {
  const { asked } = await open(answer);
  expect(asked.length).toBeGreaterThan(0);
  expect(workbook.value(`${REPORT}!C14`)).toBe("#VALUE!");
});
