/** Writes the parts of a number as a sheet of live formulas, in the look of tables. */
import { asText } from "../../../spreadsheet/formulas/cellContent";
import { formatPosition } from "../../../spreadsheet/cells/address";
import { formatInScale, tableFormat } from "../../../reporting/reports/formats";
import { BETTER_BAR, OWN, WORSE_BAR, type PartStyle } from "../../../reporting/reports/sheetSpec";
import { writeNewSheet, type WrittenSheet } from "../cells/newSheet";
import { requireKnownFunction } from "../cells/unknownFunctions";
import { fieldOf, measureOf, type NumberCall } from "../../../numbers/analysis/numberCall";
import { setTableStyles } from "../tableStyles";
import { FIRST_INPUT, partsSheet, type PartsToWrite, type SheetCell, type SheetContent } from "./partsSheet";

const NAME = "Explained";
const SHARE = formatInScale("ratio", undefined);
/** In points. */
const [NUMBER_WIDTH, SHARE_WIDTH, BAR_WIDTH] = [100, 60, 110];
const GENERAL = "General";
/** The column of numbers; shares, if there are any, and bars stand right of it. */
const NUMBERS = 1;

/** @throws Error with a message for users if the workbook takes no further sheet, or Excel does not know our functions. */
export async function writeParts(written: PartsToWrite): Promise<WrittenSheet> {
  const content = partsSheet(written);
  const { cells, first, last, hasShares } = content;
  const columns = NUMBERS + (hasShares ? 2 : 1);
  const total = formatPosition({ row: last, column: NUMBERS });
  return writeNewSheet({ wanted: NAME, selected: total }, async ({ context, sheet, name, attempt }) => {
    sheet.getRangeByIndexes(0, 0, cells.length, columns).formulas = cells.map((row) => row.map(contentOf));
    const numbers = sheet.getRangeByIndexes(first, NUMBERS, last - first + 1, hasShares ? 2 : 1);
    numbers.numberFormat = Array.from({ length: last - first + 1 }, (_, at) => {
      const own = formatFor(shownCall(written, at));
      return hasShares ? [own, SHARE] : [own];
    });
    const whole = sheet.getRange(total).load("values");
    await context.sync();
    requireKnownFunction((whole.values as unknown[][]).flat()[0]);
    await attempt("its look", () => {
      const area = { sheet: name, row: 0, column: 0, rows: cells.length, columns: columns + 1 };
      setTableStyles(context, area, stylesOf(written, content, columns + 1));
      setWidths(sheet, content);
      sheet.showGridlines = false;
    });
    if (haveBars(written)) await attempt("its bars", () => writeBars(sheet, written, content, columns));
    await attempt("its folded rows", () => {
      const inputs = sheet.getRange(`${FIRST_INPUT + 1}:${content.headings}`);
      inputs.group("ByRows");
      inputs.hideGroupDetails("ByRows");
    });
  });
}

function stylesOf(written: PartsToWrite, { headings, first, last }: SheetContent, columns: number): PartStyle[] {
  const line = (row: number, rows = 1) => ({ row, column: 0, rows, columns });
  const variances = Array.from({ length: last - first + 1 }, (_, at) => at).filter((at) =>
    isVariance(shownCall(written, at)),
  );
  return [
    { ...line(0), columns: 1, isTitle: true },
    { ...line(FIRST_INPUT, headings - FIRST_INPUT), isNote: true },
    { ...line(headings), isHeading: true },
    { ...line(headings), columns: 1, align: "Left" },
    { ...line(last), isSum: true },
    { ...line(last), isEnd: true },
    ...variances.map((at): PartStyle => ({ ...line(first + at), column: NUMBERS, columns: 1, isVariance: true })),
  ];
}

function setWidths(sheet: Excel.Worksheet, { cells, hasShares }: SheetContent): void {
  sheet.getRangeByIndexes(1, 0, cells.length - 1, 1).format.autofitColumns();
  // Numbers are still being calculated, so their widths are not known.
  const widths = [NUMBER_WIDTH, ...(hasShares ? [SHARE_WIDTH] : []), BAR_WIDTH];
  widths.forEach((width, at) => (sheet.getRangeByIndexes(0, NUMBERS + at, 1, 1).format.columnWidth = width));
}

/** Bars of the parts, without their sum: beside it they would be short. */
function writeBars(sheet: Excel.Worksheet, written: PartsToWrite, { first, last }: SheetContent, column: number): void {
  const rows = last - first;
  if (rows === 0) return;
  const range = sheet.getRangeByIndexes(first, column, rows, 1);
  range.formulas = Array.from({ length: rows }, (_, at) => [
    `=${formatPosition({ row: first + at, column: NUMBERS })}`,
  ]);
  const { dataBar } = range.conditionalFormats.add("DataBar");
  const areVariances = isVariance(shownCall(written, 0));
  dataBar.showDataBarOnly = true;
  dataBar.positiveFormat.fillColor = areVariances ? BETTER_BAR : OWN;
  dataBar.positiveFormat.gradientFill = false;
  dataBar.negativeFormat.fillColor = areVariances ? WORSE_BAR : OWN;
  dataBar.negativeFormat.matchPositiveFillColor = false;
}

/** The bars of ratios and prices are all but alike. */
function haveBars({ call, parts }: PartsToWrite): boolean {
  const shown = parts.find((part) => part.call)?.call ?? call;
  const unit = fieldOf(shown)?.unit;
  return measureOf(shown) !== "percent" && (unit === "amount" || unit === "volume");
}

/** Returns the call of a row, from the first number on. */
function shownCall({ call, parts }: PartsToWrite, at: number): NumberCall {
  return parts.filter((part) => part.call)[at]?.call ?? call;
}

/** True if more is better and less is worse; a bare difference says neither. */
function isVariance(call: NumberCall): boolean {
  return call.id === "VAR" && measureOf(call) !== "difference";
}

function contentOf(cell: SheetCell): string | number {
  if (typeof cell === "object") return cell.formula;
  return typeof cell === "string" ? asText(cell) : cell;
}

/** The lines of a ratio are amounts. */
function formatFor(shown: NumberCall): string {
  const field = fieldOf(shown);
  return field ? tableFormat(field, { measure: measureOf(shown) }) : GENERAL;
}
