/** Writes the parts of a number as a sheet of live formulas. */
import { asText } from "../../../spreadsheet/formulas/cellContent";
import { formatPosition } from "../../../spreadsheet/cells/address";
import { fieldFormat } from "../../../numbers/language/numberFormats";
import { writeNewSheet, type WrittenSheet } from "../cells/newSheet";
import { requireKnownFunction } from "../cells/unknownFunctions";
import { fieldOf, measureOf } from "../../../numbers/analysis/numberCall";
import { partsSheet, type PartsToWrite, type SheetCell, type SheetContent } from "./partsSheet";

const NAME = "Explained";
const SHARE = "0.0%";
/** In points. */
const NUMBER_WIDTH = 100;
const SHARE_WIDTH = 60;
const GENERAL = "General";

/** @throws Error with a message for users if the workbook takes no further sheet, or Excel does not know our functions. */
export async function writeParts(written: PartsToWrite): Promise<WrittenSheet> {
  const content = partsSheet(written);
  const { cells, first, last, hasShares } = content;
  const total = formatPosition({ row: last, column: 1 });
  return writeNewSheet({ wanted: NAME, selected: total }, async ({ context, sheet, attempt }) => {
    sheet.getRangeByIndexes(0, 0, cells.length, 3).formulas = cells.map((row) => row.map(contentOf));
    const numbers = sheet.getRangeByIndexes(first, 1, last - first + 1, hasShares ? 2 : 1);
    numbers.numberFormat = Array.from({ length: last - first + 1 }, (_, at) => {
      const own = formatFor(written, at);
      return hasShares ? [own, SHARE] : [own];
    });
    const whole = sheet.getRange(total).load("values");
    await context.sync();
    requireKnownFunction((whole.values as unknown[][]).flat()[0]);
    await attempt("its fonts and widths", () => writeLook(sheet, content));
  });
}

function writeLook(sheet: Excel.Worksheet, { cells, headings, last }: SheetContent): void {
  for (const row of [0, headings, last]) sheet.getRangeByIndexes(row, 0, 1, 3).format.font.bold = true;
  sheet.getRangeByIndexes(headings, 1, 1, 2).format.horizontalAlignment = "Right";
  sheet.getRangeByIndexes(1, 0, cells.length - 1, 1).format.autofitColumns();
  // Numbers are still being calculated, so their widths are not known.
  sheet.getRangeByIndexes(0, 1, 1, 1).format.columnWidth = NUMBER_WIDTH;
  sheet.getRangeByIndexes(0, 2, 1, 1).format.columnWidth = SHARE_WIDTH;
}

function contentOf(cell: SheetCell): string | number {
  if (typeof cell === "object") return cell.formula;
  return typeof cell === "string" ? asText(cell) : cell;
}

/** The lines of a ratio are amounts. */
function formatFor({ call, parts }: PartsToWrite, at: number): string {
  const shown = parts.filter((part) => part.call)[at]?.call ?? call;
  const field = fieldOf(shown);
  return field ? fieldFormat(field, { measure: measureOf(shown) }) : GENERAL;
}
