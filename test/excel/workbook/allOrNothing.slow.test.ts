/** Each writer of cells, while Excel fails each of its actions in turn: all that matters is written, or nothing is. */
import { callByNames, type NumberCall } from "../../../src/numbers/analysis/numberCall";
import type { Part } from "../../../src/numbers/analysis/division";
import type { ChangeSummary } from "../../../src/excel/workbook/changes/changeSummary";
import { writeChangeSheet } from "../../../src/excel/workbook/changes/changeSheet";
import { writeNewSheet } from "../../../src/excel/workbook/cells/newSheet";
import { errorLocation } from "../../../src/excel/workbook/cells/protectedStructure";
import { writeParts } from "../../../src/excel/workbook/explain/writeParts";
import { fillCells, writeBlock } from "../../../src/excel/workbook/tableArea";
import { insertFormula } from "../../../src/excel/workbook/insertion";
import { duplicateReport, insertReport, listReports } from "../../../src/excel/workbook/reports/report";
import { takeSnapshots } from "../../../src/excel/workbook/snapshot/snapshot";
import type { SheetSpec } from "../../../src/reporting/reports/sheetSpec";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

/** A small report with one of everything. */
const SPEC: SheetSpec = {
  blocks: [{ at: "A1", rows: [['=INSIGHTS.KPI("Plan","One","ebit")', "Thousands"]] }],
  styles: [{ range: "A1", fill: "#ffffff", bold: true, format: "amount", merged: true, top: "#000000", wraps: true }],
  lists: [{ cell: "B1", source: "$D$1:$D$3", others: "asked", message: "Choose." }],
  conditionalStyles: [{ range: "A1", holds: '$B$1="Units"', fill: "#ffffff", color: "#000000" }],
  bars: ["A2:A3"],
  charts: [
    {
      name: "Steps",
      type: "ColumnStacked",
      title: "$A$1",
      data: "F1:G3",
      place: ["A5", "B9"],
      series: [{ color: "none", labels: "0" }],
    },
  ],
  widths: { "A:A": 40 },
  heights: { "1:1": 30 },
  folded: "4:5",
  hidden: "F:G",
  frozen: { rows: 1, columns: 1 },
  scale: "$B$1",
  print: { area: "A1:B9", titles: "1:1", titleColumns: "A:A", orientation: "Landscape", wide: 1 },
};

let setup: WorkbookSetup;
beforeAll(async () => {
  Object.assign(REPORT_SHEETS, { demand: () => SPEC });
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported: () => false } } } });
  setup = await setUpWorkbook({ A1: '=INSIGHTS.KPI("Plan","One","ebit")', A3: "old", B3: 1 });
});
afterEach(async () => {
  setup.workbook.host.fails = undefined;
  await setup.workbook.settled();
});
afterAll(() => setup.workbook.close());

const part = (scenario: string): NumberCall =>
  callByNames("KPI", { plan: "Plan", scenario, field: "ebit" }, { settings: {} });
/** Sheets tell it by the minute. */
const NOW = Date.UTC(2026, 5, 1, 12);
const PARTS: readonly Part[] = [{ label: "Two", call: part("Two"), sign: 1, amount: 200 }];
const change = { sheet: "Sheet1", row: 0, column: 0, labels: {}, plan: "Plan", scenario: "One", before: 1, after: 2 };
const PLACES = [{ sheet: "Sheet1", address: "Sheet1!A1", cells: 1 }];
const LISTED = { ...change, unit: "", places: PLACES, numberFormat: "0" };
const CHANGES = { listed: [LISTED], cells: 2 } as unknown as ChangeSummary;
const REPORT = { kind: "demand", plan: "Plan", scenarios: ["One", "Two"], currency: "EUR", plans: [] } as const;
const FORMATS = [{ row: 0, column: 0, rows: 1, columns: 1, numberFormat: "0.00", isHeading: true }];
const AREA = { sheet: "Sheet1", row: 2, column: 0, rows: 1, columns: 2 };
const BLOCK = { contents: [["=1+1", "new"]], styles: FORMATS, widths: [40, 40] };

/** What matters of a workbook, as its user sees it. */
async function style() {
  return Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/name");
    names.load("items/name");
    const cells = worksheets.getItem("Sheet1").getRange("A1:C4").load("formulas");
    const active = context.workbook.getSelectedRange().load("address");
    await context.sync();
    const sheets = worksheets.items.map(({ name }) => name);
    return { sheets, names: names.items.map(({ name }) => name), cells: cells.formulas, active: active.address };
  });
}

/** The formulas and numbers of the sheets that are not in `before`. */
async function contents(before: readonly string[]) {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    const added = sheets.items.filter(({ name }) => !before.includes(name));
    const used = added.map((sheet) => sheet.getUsedRange(true).load("formulas,numberFormat"));
    await context.sync();
    return used.map(({ formulas, numberFormat }) => ({ formulas, numberFormat }));
  });
}

async function removeAdded({ sheets, cells, names }: Awaited<ReturnType<typeof style>>): Promise<void> {
  await Excel.run(async (context) => {
    const now = context.workbook.worksheets.load("items/name");
    const marks = context.workbook.names.load("items/name");
    await context.sync();
    for (const sheet of now.items) if (!sheets.includes(sheet.name)) sheet.delete();
    for (const mark of marks.items) if (!names.includes(mark.name)) mark.delete();
    const first = now.getItem("Sheet1");
    first.getRange("A1:C4").formulas = cells;
    first.activate();
    first.getRange("A1").select();
    await context.sync();
  });
}

/** Reads which sheet is shown. If that fails, a sheet is written all the same. */
const TOLERATED = ["WorksheetCollection.getActiveWorksheet", "Worksheet.load"];

type Write = () => Promise<{ readonly notes: readonly string[] }>;

const notesOf = async (notes: Promise<readonly string[]>) => ({ notes: await notes });

const WRITERS: readonly [name: string, write: Write][] = [
  ["a report", () => insertReport(REPORT)],
  [
    "a copy of a report",
    async () => {
      const [report] = await listReports();
      return duplicateReport(report!.id);
    },
  ],
  [
    "the parts of a number",
    () => writeParts({ title: "EBIT", call: part("One"), dimension: "scenario", parts: PARTS, plan: "Plan" }),
  ],
  ["a list of changes", () => writeChangeSheet(CHANGES, "Changes")],
  ["a snapshot", () => takeSnapshots({ ledger: setup.ledger, scope: "sheet", now: () => NOW })],
  ["a formula", () => notesOf(insertFormula("Sheet1!A3", "=1+1", { rows: 1, columns: 2 }))],
  ["a table", () => notesOf(writeBlock("Sheet1!A3", BLOCK))],
  ["cells between headings", () => notesOf(fillCells(AREA, [["=1+1", ""]], FORMATS))],
];

test.each(WRITERS)("%s is written whole, with notes if Excel refused something, or not at all", async (name, write) => {
  const { host } = setup.workbook;
  if (name === "a copy of a report") await insertReport(REPORT);
  await removeAdded(await style());
  const before = await style();
  const actions = new Set<string>();
  host.fails = (action) => {
    actions.add(action);
    return false;
  };
  expect((await write()).notes).toEqual([]);
  host.fails = undefined;
  const whole = { ...(await style()), active: "" };
  const wanted = await contents(before.sheets);
  await removeAdded(before);
  const wrong: string[] = [];
  const outcomes = { noted: 0, refused: 0 };
  for (const failing of actions) {
    let hasFailed = false;
    host.fails = (action) => {
      hasFailed ||= action === failing;
      return action === failing;
    };
    const notes = await write().then(
      (written) => written.notes,
      () => undefined,
    );
    host.fails = undefined;
    const after = await style();
    outcomes[notes ? "noted" : "refused"] += 1;
    const isRight = notes
      ? notes.length > 0 === (hasFailed && !TOLERATED.includes(failing)) &&
        isSame({ ...after, active: "" }, whole) &&
        isSame(await contents(before.sheets), wanted)
      : isSame(after, before);
    if (!isRight) wrong.push(`${failing}: ${notes?.join(" ") ?? JSON.stringify(after)}`);
    await removeAdded(before);
  }
  expect(wrong).toEqual([]);
  expect([outcomes.noted > 0, outcomes.refused > 0]).toEqual([true, true]);
  await removeAdded({ ...before, sheets: ["Sheet1", "Other sheet"], names: [] });
});

test("a chart that Excel cannot describe is left out, which the note names", async () => {
  const { host, state } = setup.workbook;
  const before = await style();
  host.fails = (action) => action === "ChartTitle.setFormula";
  const { notes } = await insertReport(REPORT);
  host.fails = undefined;
  expect(notes).toEqual([
    "The sheet “Demand Plan” was written without its chart “Steps”. Excel says: GeneralException: There was an internal error.",
  ]);
  expect(state.charts).toEqual([]);
  await removeAdded(before);
});

test("a chart that Excel cannot add leaves no chart without titles, which the note says", async () => {
  const { host, state } = setup.workbook;
  const before = await style();
  const [chart] = SPEC.charts;
  Object.assign(REPORT_SHEETS, { demand: () => ({ ...SPEC, charts: [chart, { ...chart, name: "Months" }] }) });
  let added = 0;
  host.fails = (action) => action === "ChartCollection.add" && ++added === 2;
  const { notes } = await insertReport(REPORT);
  host.fails = undefined;
  Object.assign(REPORT_SHEETS, { demand: () => SPEC });
  expect(added).toBe(2);
  expect(notes).toEqual([
    "The sheet “Demand Plan” was written without its charts. Excel says: GeneralException: There was an internal error.",
  ]);
  expect(state.charts).toEqual([]);
  await removeAdded(before);
});

test("a sheet that Excel refuses to remove again is named, with the first failure as the cause", async () => {
  const { host } = setup.workbook;
  const before = await style();
  host.fails = (action) => ["Range.formulas", "Worksheet.delete"].includes(action);
  const failure = await insertReport(REPORT).catch((error: unknown) => error);
  host.fails = undefined;
  expect((failure as Error).message).toMatch(
    /^Excel stopped halfway.*incomplete sheet “Demand Plan”\. Delete that sheet\.$/,
  );
  expect(errorLocation(failure)).toBe("Range.formulas");
  await removeAdded(before);
});

test("a sheet whose name is taken gets a number, and one with letters that Excel refuses others", async () => {
  const before = await style();
  const added = ["Fresh: 1", "other SHEET"].map((wanted) => () => writeNewSheet({ wanted }, async () => undefined));
  for (const [at, add] of added.entries()) expect((await add()).sheet).toBe(["Fresh- 1", "other SHEET (2)"][at]);
  await removeAdded(before);
});

/** The ids in the names of reports differ. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(value).replace(/InsightsReport_\w+/g, "");
  return text(one) === text(other);
}
