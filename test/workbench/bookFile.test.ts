/** A workbook of the grid, written as a file. */
import { ADDIN_ARTIFACTS } from "../../src/reporting/saved/artifacts";
import { formatPosition } from "../../src/spreadsheet/cells/address";
import { writeValuesOnly } from "../../src/spreadsheet/xlsx/valuesOnly";
import { loadWorkbook } from "../../src/spreadsheet/xlsx/workbook";
import { openReport, type ReportSheet } from "../excel/workbook/reports/reportWorkbook";
import { partText } from "../spreadsheet/xlsx/book";
import { cellsIn } from "../spreadsheet/xlsx/cells";

/** The report's sheet comes after the one that the workbook had. */
const SHEET = "xl/worksheets/sheet2.xml";

let report: ReportSheet;
let bytes: Uint8Array;
beforeAll(async () => {
  report = await openReport({ kind: "onePage", plan: "FY26 Plan" });
  bytes = await report.workbook.file();
});
afterAll(() => report.workbook.close());

const part = (name: string) => partText(bytes, name);

/** What the grid shows, by sheet and address, as files have it: an error is {error}, and there are no blanks. */
function shownCells(): Record<string, unknown> {
  const { workbook, sheet } = report;
  const cells = workbook.values(`'${sheet}'!A1:CI120`).flatMap((line, row) =>
    line.flatMap((value, column): [string, unknown][] => {
      if (value === null || value === "") return [];
      const isError = typeof value === "string" && /^#[A-Z/0!]+[!?A]$/.test(value);
      return [[`${sheet}!${formatPosition({ row, column })}`, isError ? { error: value } : value]];
    }),
  );
  return Object.fromEntries(cells);
}

const isFilled = ([, value]: [string, unknown]) => value !== "";

test("it has the values of all cells, also of those that a formula spills into", async () => {
  const values = await cellsIn(bytes);
  expect(Object.fromEntries(Object.entries(values).filter(isFilled))).toEqual(shownCells());
  expect(values[`${report.sheet}!AB3`]).toBe("FY26 Plan");
});

test("it has the formulas", async () => {
  const formulas = await cellsIn(bytes, "formulas");
  expect(formulas[`${report.sheet}!AA2`]).toBe("INSIGHTS.PLANS()");
  expect(Object.keys(formulas).length).toBeGreaterThan(300);
});

test("it has each chart with its title, its numbers, and a label for each step", async () => {
  const title = report.workbook.value(`'${report.sheet}'!AM2`);
  const [cascade, sales] = [await part("xl/charts/chart1.xml"), await part("xl/charts/chart2.xml")];
  expect(cascade).toContain(`<c:v>${String(title).replace("\n", "&#10;")}</c:v>`);
  expect(cascade).toContain('<c:grouping val="stacked"/>');
  expect(cascade.match(/<c:dLbl>/g)?.length).toBeGreaterThan(5);
  expect(sales).toContain("<c:cat><c:strRef>");
  const drawing = await part("xl/drawings/drawing2.xml");
  expect(drawing.match(/<xdr:twoCellAnchor>/g)).toHaveLength(report.workbook.state.charts.length);
});

test("a chart covers the cells that it was placed over", async () => {
  const [from] = /<xdr:from>.*?<\/xdr:to>/.exec(await part("xl/drawings/drawing2.xml")) ?? [];
  expect(from).toMatch(/<xdr:col>1<\/xdr:col><xdr:colOff>0<\/xdr:colOff>/);
  expect(from).toMatch(/<xdr:to><xdr:col>3<\/xdr:col><xdr:colOff>0<\/xdr:colOff>/);
});

test("it is printed as the report is", async () => {
  expect(await part(SHEET)).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="1"/>');
  const { names } = await loadWorkbook(bytes);
  const { printArea } = Object.values(report.workbook.state.layouts)[0] ?? {};
  const area = String(printArea).replace(/([A-Z]+)(\d+)/g, "$$$1$$$2");
  const texts = Object.fromEntries(names.map(({ name, text }) => [name, text]));
  expect(texts["_xlnm.Print_Area"]).toBe(`'${report.sheet}'!${area}`);
  expect(texts["_xlnm.Print_Titles"]).toBe(`'${report.sheet}'!$1:$2`);
});

test("it has the looks of the sheet: formats, bars, frozen rows, hidden columns", async () => {
  const sheet = await part(SHEET);
  expect(sheet).toMatch(/<pane ySplit="\d" topLeftCell="A\d+" activePane="bottomLeft" state="frozen"\/>/);
  expect(sheet).toContain('showGridLines="0"');
  expect(sheet).toMatch(/<col min="27" max="27" width="[\d.]+" customWidth="1" hidden="1"\/>/);
  expect(sheet).toContain("x14:negativeFillColor");
  expect(await part("xl/styles.xml")).toMatch(/formatCode="\+?#,##0/);
});

test("its copy of values has no formula and no list of other plans", async () => {
  const copy = await writeValuesOnly(await loadWorkbook(bytes), ADDIN_ARTIFACTS);
  expect(copy.formulas).toBeGreaterThan(200);
  expect(await cellsIn(copy.bytes, "formulas")).toEqual({});
  const kept = Object.entries(await cellsIn(copy.bytes)).filter(isFilled);
  const isList = ([address]: [string, unknown]) => /!(A[A-I]|B[L-N])\d+$/.test(address);
  expect(kept.filter(isList)).toEqual([]);
  expect(Object.fromEntries(kept)).toEqual(
    Object.fromEntries(Object.entries(shownCells()).filter((cell) => !isList(cell))),
  );
});
