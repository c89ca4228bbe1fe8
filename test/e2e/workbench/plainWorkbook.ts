/** A workbook of plain formulas, for the tests: the year, the months and the demand of the committed plan. */
import { BooleanNumber, BorderStyleTypes, HorizontalAlign } from "@univerjs/core";
import type { ICellData, IStyleData, IWorkbookData, IWorksheetData } from "@univerjs/core";
import { NAMESPACE } from "../../../src/numbers/language/environment";

const AMOUNT = "#,##0";
const RATIO = "0.0%";
const INK = "#404040";
const TINT = "#f2f2f2";

/** The rows of a P&L statement that are shares of net sales, and those that are subtotals; from 0. */
const RATIO_ROWS = [4, 10, 12];
const TOTAL_ROWS = [2, 5, 9, 11];
const STATEMENT_ROWS = 13;

const TITLE: IStyleData = { bl: 1, fs: 16, cl: { rgb: INK } };
const HEADING: IStyleData = { bl: 1, bg: { rgb: INK }, cl: { rgb: "#ffffff" }, ht: HorizontalAlign.RIGHT };
const LABEL_HEADING: IStyleData = { ...HEADING, ht: HorizontalAlign.LEFT };
const INPUT: IStyleData = { bg: { rgb: "#fff8dc" }, bd: { b: { s: BorderStyleTypes.THIN, cl: { rgb: "#c9b458" } } } };
const QUIET: IStyleData = { cl: { rgb: "#5c5c5c" } };

type Cells = Record<number, Record<number, ICellData>>;

/** A workbook with nothing calculated yet. */
export function plainWorkbook(): Partial<IWorkbookData> {
  const sheets = [yearSheet(), monthSheet(), demandSheet()];
  return {
    id: "plain",
    name: "Scenario Insights sample",
    sheetOrder: sheets.map(({ id }) => id),
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet.id, sheet])),
  };
}

type Sheet = Partial<IWorksheetData> & { id: string };

function yearSheet(): Sheet {
  const cells: Cells = {
    0: { 0: { v: "Profit and loss", s: TITLE } },
    1: { 0: { v: "Plan" }, 1: { v: "FY26 Plan", s: INPUT } },
    2: { 0: { v: "Scenario" }, 1: { v: "Committed Plan", s: INPUT } },
    3: { 0: { v: "Compared with" }, 1: { v: "Actual", s: INPUT } },
    4: {
      0: { v: "As of", s: QUIET },
      1: { f: `=${NAMESPACE}.ASOF(B2)`, s: { ...format("d mmm yyyy hh:mm"), ...QUIET } },
    },
    // Both scenarios in the same months: a blank period would be all months that each of them has.
    5: { 0: { v: "From and to" }, 1: ofYearToDate("LEFT"), 2: ofYearToDate("RIGHT") },
    6: headings(["", "", "", "Difference", "Difference %"], { formula: `=${NAMESPACE}.PNL(B2,B3:B4,,,B6,C6)` }),
  };
  for (let row = 0; row < STATEMENT_ROWS; row++) {
    const [at, ratio] = [row + 7, RATIO_ROWS.includes(row)];
    const number = lined(row, ratio ? RATIO : AMOUNT);
    cells[at] = {
      0: { s: lined(row) },
      1: { s: number },
      2: { s: number },
      3: { f: `=B${at + 1}-C${at + 1}`, s: number },
      4: ratio ? { s: number } : { f: `=IF(C${at + 1}=0,"",D${at + 1}/C${at + 1})`, s: lined(row, RATIO) },
    };
  }
  return sheet("year", "P&L", cells, [210, 145, 120, 120, 110], [7, 0]);
}

/** The first or last month of the year to date; blank if no month is current. */
function ofYearToDate(end: "LEFT" | "RIGHT"): ICellData {
  return {
    f: `=IFERROR(${end}(${NAMESPACE}.PERIOD(B2,"current","YTD"),7),"")`,
    s: { ...INPUT, ht: HorizontalAlign.RIGHT },
  };
}

function monthSheet(): Sheet {
  const columns = Array.from({ length: 13 }, (_, column) => column);
  const cells: Cells = {
    0: { 0: { v: "Profit and loss by month", s: TITLE } },
    1: { 0: { f: "='P&L'!B2&\", \"&'P&L'!B3", s: QUIET } },
    3: headings(
      columns.map(() => ""),
      { formula: `=${NAMESPACE}.PNL('P&L'!B2,'P&L'!B3,,"M")` },
    ),
    4: headings(columns.map(() => "")),
  };
  for (let row = 0; row < STATEMENT_ROWS; row++) {
    const number = lined(row, RATIO_ROWS.includes(row) ? RATIO : AMOUNT);
    cells[row + 5] = Object.fromEntries(columns.map((column) => [column, { s: column === 0 ? lined(row) : number }]));
  }
  return sheet("months", "Months", cells, [210, ...columns.slice(1).map(() => 115)], [5, 1]);
}

function demandSheet(): Sheet {
  const cells: Cells = {
    0: { 0: { v: "Demand by region and month", s: TITLE } },
    1: { 0: { f: "='P&L'!B2&\", \"&'P&L'!B3", s: QUIET } },
    3: headings(["", "", "", "", "", "", ""], {
      formula: `=${NAMESPACE}.DEMAND('P&L'!B2,'P&L'!B3,,"M","region")`,
      textColumns: 3,
    }),
  };
  const formats = [undefined, undefined, undefined, AMOUNT, AMOUNT, RATIO, RATIO];
  for (let row = 4; row < 90; row++) {
    cells[row] = Object.fromEntries(formats.map((pattern, column) => [column, pattern ? { s: format(pattern) } : {}]));
  }
  return sheet("demand", "Demand", cells, [150, 90, 110, 130, 130, 100, 150], [4, 0]);
}

function sheet(id: string, name: string, cellData: Cells, widths: number[], [rows, columns]: [number, number]): Sheet {
  return {
    id,
    name,
    cellData,
    rowCount: 200,
    columnCount: 30,
    columnData: Object.fromEntries(widths.map((w, column) => [column, { w }])),
    rowData: { 0: { h: 32 } },
    defaultRowHeight: 21,
    freeze: { startRow: rows, startColumn: columns, ySplit: rows, xSplit: columns },
    showGridlines: BooleanNumber.TRUE,
  };
}

/** The first columns, which hold texts, are headed on the left; a formula in the first of them spills the others. */
function headings(texts: string[], { formula = "", textColumns = 1 } = {}): Record<number, ICellData> {
  const heading = (v: string, column: number): ICellData => ({
    ...(v && { v }),
    ...(column === 0 && formula && { f: formula }),
    s: column < textColumns ? LABEL_HEADING : HEADING,
  });
  return Object.fromEntries(texts.map((text, column) => [column, heading(text, column)]));
}

/** The style of a cell in a row of a statement. */
function lined(row: number, pattern?: string): IStyleData {
  const total: IStyleData = TOTAL_ROWS.includes(row)
    ? { bl: 1, bg: { rgb: TINT }, bd: { t: { s: BorderStyleTypes.THIN, cl: { rgb: INK } } } }
    : {};
  return { ...total, ...(pattern && format(pattern)) };
}

function format(pattern: string): IStyleData {
  return { n: { pattern } };
}
