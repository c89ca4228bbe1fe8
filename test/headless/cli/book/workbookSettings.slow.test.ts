/** Which settings a refresh calculates with: the workbook's or those of the environment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook, type SheetSpec } from "../../../spreadsheet/xlsx/book";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";
import { runInsights } from "../run";

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

  const taken = (
    values: string,
    advice = " Choose the same in Excel, in the add-in's settings, or it will calculate other numbers.",
  ) => `The workbook has no settings of its own. These were taken: ${values}.${advice}`;
  const FROM_ENVIRONMENT =
    "a fiscal year from April, named by the year in which it begins (INSIGHTS_FISCAL_MONTH, INSIGHTS_FISCAL_NAME); the current month 2026-02 (INSIGHTS_CURRENT_MONTH)";

  test("notes which of them its formulas read, since Excel would calculate without them", async () => {
    expect((await refresh(GIVEN, undefined)).notes).toEqual([taken(FROM_ENVIRONMENT)]);
    const inEuro = { A1: { f: KPI("2026-03"), v: 1 } };
    expect((await refresh({ INSIGHTS_CURRENCY: "eur", INSIGHTS_PLAN: PLAN }, undefined, inEuro)).notes).toEqual([
      taken("the currency EUR (INSIGHTS_CURRENCY)"),
    ]);
  });

  test("notes them for a values-only copy too, in which nothing can be chosen any more", async () => {
    const { notes } = await refresh(GIVEN, undefined, CELLS, "--values", "-o", join(folder, "copy.xlsx"));
    expect(notes).toEqual([taken(FROM_ENVIRONMENT, "")]);
  });

  const WITHOUT = " If others are meant, choose them in Excel, in the add-in's settings.";
  const IN_DOLLARS = "the service's currency USD";

  test.each<[string, string, string]>([
    ["a year", KPI("2026"), `a fiscal year from January; ${IN_DOLLARS}`],
    ["a quarter", KPI("FY26-Q2"), `a fiscal year from January; ${IN_DOLLARS}`],
    ["a range of quarters", KPI("2026-Q1:2026-Q2"), `a fiscal year from January; ${IN_DOLLARS}`],
    ["a month to date", KPI("2026-03").replace(")", ',,,,"YTD")'), `a fiscal year from January; ${IN_DOLLARS}`],
    [
      "full years between dates",
      `_xldudf_INSIGHTS_PNL("${PLAN}",,"ebit",,"2026-01","2026-12")`,
      `a fiscal year from January; ${IN_DOLLARS}`,
    ],
    ["a month", KPI("2026-03"), IN_DOLLARS],
    ["the service's full year", `_xldudf_INSIGHTS_KPI("${PLAN}","committed","ebit")`, IN_DOLLARS],
    ["a rolling year", KPI("2026-12").replace(")", ',,,,"R12")'), IN_DOLLARS],
  ])("notes what a call for %s takes without any variable", async (_what, f, values) => {
    expect((await refresh({}, undefined, { A1: { f, v: 1 } })).notes).toEqual([taken(values, WITHOUT)]);
  });

  test("notes the month that was taken for the current one", async () => {
    const cells = { A1: { f: `_xldudf_INSIGHTS_PERIOD("${PLAN}","current")`, v: "2026-04" } };
    const { notes, cells: after } = await refresh({}, undefined, cells);
    expect(after["Plan!A1"]).toMatch(/^20\d\d-\d\d$/);
    expect(notes).toEqual([taken(`the current month ${String(after["Plan!A1"])}, the last of the actuals`, WITHOUT)]);
  });

  test("notes nothing if its calls leave nothing open", async () => {
    const f = `_xldudf_INSIGHTS_KPI("${PLAN}","committed","ebit","2026-03",,,"EUR")`;
    expect((await refresh(GIVEN, undefined, { A1: { f, v: 1 } })).notes).toEqual([]);
  });
});

describe("A workbook that has lost what the add-in keeps in it", () => {
  const LOST =
    "Another program has removed what the add-in keeps in the workbook: its settings, last results and list of reports.";
  const names = { InsightsReport_1: "Plan!$A$1" };

  test("is told, with what was taken instead, in the summary and on the page of the run", async () => {
    const [path, page] = [join(folder, "lost.xlsx"), join(folder, "page.html")];
    const cells = { A1: { f: KPI("FY26-Q1"), v: 1 } };
    writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], names }));
    const { output } = await run(["refresh", path, "--report", page], {});
    const note = `${LOST} These were taken: a fiscal year from January; the service's currency USD.`;
    expect(output).toContain(note);
    expect(readFileSync(page, "utf8")).toContain(note.replaceAll("'", "&#39;"));
  });

  test("is told even if no formula reads a setting", async () => {
    const path = join(folder, "lost.xlsx");
    const cells = { A1: { f: "_xldudf_INSIGHTS_PLANS()", v: 1 } };
    writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], names }));
    expect(JSON.parse((await run(["refresh", path, "--json"], {})).output)).toMatchObject({ notes: [LOST] });
    writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], names, settings: { plan: PLAN } }));
    expect(JSON.parse((await run(["refresh", path, "--json"], {})).output)).toMatchObject({ notes: [] });
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
    const { status, notes } = await refresh({ INSIGHTS_PLAN: PLAN }, { fiscalMonth: "4" }, cells);
    expect([status, notes]).toEqual([
      0,
      [
        `The workbook does not say all that its formulas read. These were taken: the plan ${PLAN} (INSIGHTS_PLAN). Choose the same in Excel, in the add-in's settings, or it will calculate other numbers.`,
      ],
    ]);
  });

  test("notes the month that was taken for the current one if nobody chose it", async () => {
    const { notes, cells } = await refresh({}, { fiscalMonth: "4" });
    expect(notes).toEqual([
      `The workbook does not say all that its formulas read. These were taken: the current month ${String(cells["Plan!A2"])}, the last of the actuals. If others are meant, choose them in Excel, in the add-in's settings.`,
    ]);
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

test("--each scenario takes no other plan for an input that has no value yet", async () => {
  const cells = { A1: "Plan", B1: { f: '"FY26"&" Plan"' }, A2: { f: '_xldudf_INSIGHTS_KPI(B1,"committed","ebit")' } };
  const path = join(folder, "report.xlsx");
  const names = { Plan: "Plan!$B$1" };
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }], names, settings: { plan: "plan_eu26" } }));
  const args = ["refresh", path, "--each", "scenario", "-o", join(folder, "out"), "--json"];
  expect((await run(args, {})).output).toContain(
    "The input Plan in Plan!B1 has no value yet. Refresh the workbook first.",
  );
});
