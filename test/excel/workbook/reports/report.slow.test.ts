import { findEqualReport, listCopies } from "../../../../src/excel/workbook/reports/likeSheets";
import { duplicateReport, insertReport, listReports } from "../../../../src/excel/workbook/reports/report";
import type { InputKey, ReportKind } from "../../../../src/reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../../src/reporting/reports/reportSheets";
import { calculateReport } from "../../../reporting/reports/reportSetup";
import { enterInput, setUpReports, type ReportSetup } from "./reportWorkbook";

let setup: ReportSetup;
// As the pane sets it with the plan.
beforeEach(async () => (setup = await setUpReports({ settings: { currency: "USD" } })));
afterEach(() => setup.workbook.close());

const SCENARIOS = ["committed", "actual", "Optimistic"];

/** The heading of bars. */
const BARS = "worse · better";

type Inputs = Partial<Record<InputKey, string>>;

async function insert(kind: ReportKind = "statement", inputs: Inputs = {}): Promise<string> {
  const { sheet: name } = await insertReport({
    kind,
    plan: "FY26 Plan",
    scenarios: SCENARIOS,
    currency: "USD",
    plans: setup.plans,
    inputs,
  });
  await setup.workbook.settled();
  return name;
}

/** What people see; the columns behind it are not shown. */
function page(sheet: string): unknown[][] {
  return setup.workbook.values(`'${sheet}'!B1:Z70`);
}

function errorsIn(sheet: string): unknown[] {
  return page(sheet)
    .flat()
    .filter((value) => typeof value === "string" && value.startsWith("#"));
}

/** The place of the row of headings, which begins with the unit. */
function headingRow(sheet: string): number {
  const rows = page(sheet);
  return rows.length - 1 - [...rows].reverse().findIndex((row) => /^(USD|JPY|EUR|Units)\b/.test(String(row[0])));
}

function headings(sheet: string): unknown[] {
  return page(sheet)[headingRow(sheet)]!;
}

/** The row below the headings with this label, from the first column on. */
function line(sheet: string, label: string): unknown[] {
  const rows = page(sheet).slice(headingRow(sheet) + 1);
  return rows.find(([first]) => first === label) ?? [];
}

const enter = (sheet: string, label: string, content: string) =>
  enterInput({ workbook: setup.workbook, sheet }, label, content);

/** What formulas give, in one go. */
async function ask(...formulas: string[]): Promise<unknown[]> {
  formulas.forEach((formula, at) => setup.workbook.enter(`Sheet1!A${at + 1}`, formula));
  await setup.workbook.settled();
  return formulas.map((_, at) => setup.workbook.value(`Sheet1!A${at + 1}`));
}

test("A report's formulas come right after its sheet, then its lists, then sizes", async () => {
  const requests: string[][] = [];
  setup.workbook.onRequest = (_number, { Actions }) => void requests.push(Actions.map(({ Name }) => Name));
  await insert();
  setup.workbook.onRequest = () => undefined;
  const writing = requests.filter((names) => names.some((name) => /^[A-Z]/.test(name)));
  expect(writing[0]).toContain("Formulas");
  // The lists' request is short: the calls leave after it, before the sizes.
  expect(writing.findIndex((names) => names.includes("Rule"))).toBe(1);
  expect(writing.findIndex((names) => names.includes("ColumnWidth"))).toBe(2);
});

describe("Each report", () => {
  test("finds another plan's scenarios by flag, and takes its currency", async () => {
    const sheet = await insert("statement", { other: "", currency: "" });
    await enter(sheet, "Plan", "FY26 Europe");
    expect(errorsIn(sheet)).toEqual([]);
    expect(headings(sheet).slice(0, 6)).toEqual(["EUR thousands", "Actual", "Budget", "Δ", BARS, "Δ %"]);
    expect(page(sheet)[1]![0]).toContain(
      "FY26 Europe · Actual against Budget · YTD: Jan–May 2026 · EUR thousands · as of ",
    );
    const [ebit] = await ask('=INSIGHTS.KPI("FY26 Europe","Budget","ebit","2026-05",,,"EUR","YTD")');
    expect(line(sheet, "EBIT")[2]).toBe(ebit);
  });
});

describe("The P&L statement", () => {
  test("keeps commentary, and says which sizes of a variance it takes", async () => {
    const sheet = await insert();
    const row = page(sheet).findIndex(([label]) => label === "Commentary");
    setup.workbook.enter(`'${sheet}'!C${row + 1}`, "Prices follow in May.");
    await enter(sheet, "Ignore variances below", "many");
    const hint = "Ignore variances below: enter an amount such as 10000, or a percent such as 5%";
    expect(page(sheet)[2]![0]).toBe(hint);
    expect(setup.workbook.value(`'${sheet}'!C${row + 1}`)).toBe("Prices follow in May.");
  });

  test("says that its second scenario is the first one", async () => {
    const noteFor = async (other: string) =>
      (
        await calculateReport({ kind: "statement", plan: "FY26 Plan", inputs: { scenario: "Optimistic", other } })
      )[2]![0];
    expect(await noteFor("Optimistic")).toBe("Second scenario: the same as Scenario");
    expect([await noteFor("Conservative"), await noteFor("")]).toEqual(["", ""]);
  });

  test("refuses no unknown basis in silence", async () => {
    const rows = await calculateReport({ kind: "statement", plan: "FY26 Plan", inputs: { basis: "Weeks" } });
    const cells = rows.flat();
    expect(rows[2]![0]).toContain("Basis: choose from the list");
    expect(new Set(cells.filter((cell) => String(cell).startsWith("#")))).toEqual(new Set(["#N/A"]));
  });
});

describe("reports", () => {
  test("have their charts over the cells of their specs once columns and rows have their sizes", async () => {
    const inputs = { plan: "FY26 Plan", scenarios: SCENARIOS, currency: "USD", plans: setup.plans, inputs: {} };
    const { sheet } = await insertReport({ kind: "bridge", ...inputs });
    const placed = () => setup.workbook.state.charts.map(({ place }) => ({ ...place }));
    const written = placed();
    expect(written).toHaveLength(1);
    await Excel.run(async (context) => {
      const { charts } = context.workbook.worksheets.getItem(sheet);
      for (const { name, place } of REPORT_SHEETS.bridge(inputs).charts) charts.getItem(name).setPosition(...place);
      await context.sync();
    });
    expect(placed()).toEqual(written);
  });

  test("are duplicated with what was changed in them, and follow their own inputs", async () => {
    const sheet = await insert();
    await enter(sheet, "Scenario", "Conservative");
    const [report] = await listReports();
    const { sheet: copy } = await duplicateReport(report!.id);
    await setup.workbook.settled();
    expect(copy).toBe("P&L statement FY26 Plan (2)");
    expect(await listReports()).toMatchObject([{ sheet }, { sheet: copy }]);
    await enter(copy, "Compared with", "Optimistic");
    expect(headings(copy).slice(1, 3)).toEqual(["Conservative", "Optimistic"]);
    expect(headings(sheet).slice(1, 3)).toEqual(["Conservative", "Committed Plan"]);
    expect(setup.workbook.state.charts).toHaveLength(6);
    const chart = setup.workbook.state.charts[3];
    expect([chart!.series[0]!.values, chart!.series[0]!.nameAt, chart!.title.formula]).toEqual(
      Array(3).fill(expect.stringContaining(copy)),
    );
    expect(errorsIn(copy)).toEqual([]);
  });

  test("a sheet that a person copies by its tab is named as no report, a snapshot's texts are not", async () => {
    const sheet = await insert();
    expect(await listCopies()).toEqual([]);
    // A new sheet of the grid has fewer columns than a report.
    const copied = structuredClone(setup.workbook.copySheet(sheet));
    for (const cells of Object.values(copied))
      for (const column of Object.keys(cells)) if (Number(column) > 25) delete cells[Number(column)];
    setup.workbook.pasteSheet(copied, "By its tab");
    const texts = structuredClone(copied);
    for (const cells of Object.values(texts))
      for (const cell of Object.values(cells as Record<string, { f?: unknown }>)) delete cell.f;
    setup.workbook.pasteSheet(texts, "Values");
    // A planner's own sheet, whose inputs have the same labels below a title that is calculated.
    const own = structuredClone(copied);
    own[0]![1] = { f: '="Year to date, "&C5' };
    setup.workbook.pasteSheet(own, "Of one's own");
    await setup.workbook.settled();
    expect(await listCopies()).toEqual(["By its tab"]);
    expect(await listReports()).toMatchObject([{ sheet }]);
  });

  test("a report whose inputs are those of a new one is found, until an input is another one", async () => {
    const parameters = { plan: "FY26 Plan", scenarios: SCENARIOS, currency: "USD", plans: setup.plans };
    const equal = () => findEqualReport({ kind: "statement", ...parameters });
    expect(await equal()).toBeUndefined();
    const sheet = await insert();
    expect([await equal(), await findEqualReport({ kind: "bridge", ...parameters })]).toEqual([sheet, undefined]);
    await enter(sheet, "Scenario", "Conservative");
    expect(await equal()).toBeUndefined();
  });
});
