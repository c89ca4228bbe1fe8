/** Which settings a refresh calculates with: the workbook's or those of the environment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../sandbox/sandbox";
import { createBook, type SheetSpec } from "../xlsx/book";
import { cellsIn } from "../xlsx/cells";
import { runInsights } from "./run";

const sandbox = createSandbox();
const PLAN = "FY26 Plan";
const KPI = (period: string) => `_xldudf_INSIGHTS_KPI("${PLAN}","committed","ebit","${period}")`;
/** The first months of the year that is named, and the month that is current. */
const CELLS: SheetSpec["cells"] = {
  A1: { f: '_xldudf_INSIGHTS_PERIOD(,"FY26-Q1",,"label")', v: "" },
  A2: { f: `_xldudf_INSIGHTS_PERIOD("${PLAN}","current")`, v: "" },
};
const GIVEN = { INSIGHTS_FISCAL_MONTH: "4", INSIGHTS_FISCAL_NAME: "begin", INSIGHTS_CURRENT_MONTH: "2026-02" };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "settings-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function run(args: string[], environment: Record<string, string>) {
  const connected = { INSIGHTS_URL: "https://planning.example", INSIGHTS_API_KEY: sandbox.apiKey };
  return runInsights(args, sandbox, { environment: { ...connected, ...environment } });
}

/** @param settings Undefined for a workbook that the add-in has never used. */
async function refresh(
  environment: Record<string, string>,
  settings: Record<string, string> | undefined,
  cells = CELLS,
  ...options: string[]
) {
  const path = join(folder, "book.xlsx");
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], ...(settings && { settings }) }));
  const found = await run(["refresh", path, "--json", ...options], environment);
  const { notes = [] } = JSON.parse(found.output) as { notes?: string[] };
  return { ...found, notes, cells: await cellsIn(readFileSync(path)) };
}

const evaluated = async (formula: string, environment: Record<string, string>) =>
  (JSON.parse((await run(["eval", "--json", formula], environment)).output) as { value: unknown }).value;

describe("A workbook without settings of its own", () => {
  test("is calculated with the environment's, as insights eval calculates", async () => {
    const { status, cells } = await refresh(GIVEN, undefined);
    expect([status, cells["Plan!A1"], cells["Plan!A2"]]).toEqual([0, "Apr–Jun 2026", "2026-02"]);
    expect(await evaluated('=INSIGHTS.PERIOD(,"FY26-Q1",,"label")', GIVEN)).toBe(cells["Plan!A1"]);
    expect(await evaluated(`=INSIGHTS.PERIOD("${PLAN}","current")`, GIVEN)).toBe(cells["Plan!A2"]);
  });

  test("has numbers of the environment's fiscal year", async () => {
    const { cells } = await refresh({ INSIGHTS_FISCAL_MONTH: "4" }, undefined, { A1: { f: KPI("FY26-Q4"), v: 1 } });
    expect(cells["Plan!A1"]).toBe(await evaluated(`=INSIGHTS.KPI("${PLAN}","committed","ebit","2026-01:2026-03")`, {}));
  });

  test("notes which of them its formulas read, since Excel would calculate without them", async () => {
    const note = (names: string) =>
      `The workbook has no settings of its own, so these were used: ${names}. Choose the same in Excel, in the add-in's settings, or it will calculate other numbers.`;
    expect((await refresh(GIVEN, undefined)).notes).toEqual([
      note("INSIGHTS_FISCAL_MONTH, INSIGHTS_FISCAL_NAME, INSIGHTS_CURRENT_MONTH"),
    ]);
    const inEuro = { A1: { f: KPI("2026-03"), v: 1 } };
    expect((await refresh({ INSIGHTS_CURRENCY: "eur", INSIGHTS_PLAN: PLAN }, undefined, inEuro)).notes).toEqual([
      note("INSIGHTS_CURRENCY"),
    ]);
    expect((await refresh({ INSIGHTS_CURRENT_MONTH: "2026-02" }, undefined, inEuro)).notes).toEqual([]);
    expect((await refresh(GIVEN, undefined, CELLS, "--values", "-o", join(folder, "copy.xlsx"))).notes).toEqual([]);
  });
});

describe("A workbook that the add-in has used", () => {
  test("is calculated with its own settings, as in Excel", async () => {
    const own = { fiscalMonth: "10", currentMonth: "2026-05" };
    const { cells, notes } = await refresh(GIVEN, own);
    expect([cells["Plan!A1"], cells["Plan!A2"]]).toEqual(["Oct–Dec 2025", "2026-05"]);
    expect(notes).toEqual([
      "These were not used, since the workbook's own settings count: INSIGHTS_FISCAL_MONTH, INSIGHTS_FISCAL_NAME, INSIGHTS_CURRENT_MONTH.",
    ]);
  });

  test("keeps what Excel takes for a setting that nobody chose", async () => {
    const { cells } = await refresh({ INSIGHTS_FISCAL_MONTH: "4" }, {});
    expect(cells["Plan!A1"]).toBe("Jan–Mar 2026");
  });

  test("has no note if the environment says the same", async () => {
    const own = { fiscalMonth: "4", fiscalNameByBegin: "true", currentMonth: "2026-02" };
    expect((await refresh(GIVEN, own)).notes).toEqual([]);
  });

  test("takes the environment's plan if it has none, since Excel would show an error", async () => {
    const cells = { A1: { f: '_xldudf_INSIGHTS_KPI(,"committed","ebit")', v: 1 } };
    expect(await refresh({ INSIGHTS_PLAN: PLAN }, { fiscalMonth: "4" }, cells)).toMatchObject({ status: 0, notes: [] });
  });
});

test.each([
  [{ INSIGHTS_FISCAL_MONTH: "13" }, "INSIGHTS_FISCAL_MONTH must be a month from 1 to 12."],
  [{ INSIGHTS_FISCAL_NAME: "start" }, "INSIGHTS_FISCAL_NAME must be end or begin."],
  [{ INSIGHTS_CURRENT_MONTH: "April" }, "INSIGHTS_CURRENT_MONTH must be a month such as 2026-04."],
  [{ INSIGHTS_CURRENCY: "Euro" }, "INSIGHTS_CURRENCY must be a code such as EUR or USD."],
])("%j is refused by both commands before anything is sent", async (environment, message) => {
  const { status, output, cells } = await refresh(environment, undefined);
  expect([status, JSON.parse(output)]).toEqual([2, expect.objectContaining({ error: { kind: "usage", message } })]);
  expect(cells["Plan!A2"]).toBe("");
  expect(await run(["eval", "=1+1"], environment)).toMatchObject({ status: 2, errors: `insights: ${message}\n` });
});

test("--each scenario lists those of the workbook's own plan, not of the environment's", async () => {
  const cells = { A1: "Scenario", B1: "committed", A2: { f: '_xldudf_INSIGHTS_KPI(,B1,"ebit")', v: 1 } };
  const path = join(folder, "report.xlsx");
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], settings: { plan: "plan_eu26" } }));
  const args = ["refresh", path, "--each", "scenario", "-o", join(folder, "out"), "--json"];
  const { status, output } = await run(args, { INSIGHTS_PLAN: PLAN });
  expect(status).toBe(0);
  expect(output).toContain('"item":"Budget"');
});
