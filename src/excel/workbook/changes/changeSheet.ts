/** Writes the list of changes as a sheet of its own: values, each in the number format of its cell. */
import { asText } from "../../../spreadsheet/formulas/cellContent";
import { formatPosition } from "../../../spreadsheet/cells/address";
import { forEachBatch } from "../cells/batches";
import { writeNewSheet, type WrittenSheet } from "../cells/newSheet";
import { cellsOfChange, cellsOfChanges, type ChangeSummary, type ListedChange } from "./changeSummary";
import { isPercent } from "./shownChange";

const NAME = "Changes";
const HEADINGS = [
  "Sheet",
  "Cell",
  "Plan",
  "Scenario",
  "Row",
  "Column",
  "Before",
  "After",
  "Change",
  "Change %",
  "Unit",
  "Cells",
  "On sheets",
];
const [BEFORE, PERCENT] = [6, 9];
/** Rows that one request writes. */
const BATCH = 500;
const WIDEST_TEXT = 260;

/**
 * Adds the sheet and shows it.
 * @param title The first line, such as "Changes of the refresh of 3 May 2026, 10:00".
 * @throws Error with a message for users if the workbook takes no further sheet.
 */
export async function writeChangeSheet({ listed, cells }: ChangeSummary, title: string): Promise<WrittenSheet> {
  return writeNewSheet({ wanted: NAME }, async ({ context, sheet, attempt }) => {
    sheet.getRange("A1").values = [[asText(title)]];
    const shown = cellsOfChanges(listed);
    if (shown < cells) sheet.getRange("A2").values = [[largestOf(shown, cells)]];
    const head = sheet.getRangeByIndexes(2, 0, 1, HEADINGS.length);
    head.values = [HEADINGS];
    const starts = Array.from({ length: Math.ceil(listed.length / BATCH) }, (_, at) => at * BATCH);
    const write = (start: number) => writeRows(sheet, start, listed.slice(start, start + BATCH));
    await forEachBatch(context, starts, write, undefined, 1);
    await context.sync();
    await attempt("frozen headings", () => sheet.freezePanes.freezeRows(3));
    await attempt("its fonts and widths", async () => {
      sheet.getRange("A1").format.font.bold = true;
      head.format.font.bold = true;
      const values = sheet.getRangeByIndexes(3, BEFORE, listed.length, PERCENT - BEFORE + 1);
      if (listed.length > 0) values.format.horizontalAlignment = "Right";
      head.getResizedRange(listed.length, 0).format.autofitColumns();
      await limitWidths(context, sheet);
    });
  });
}

function largestOf(shown: number, cells: number): string {
  const [some, all] = [shown, cells].map((count) => count.toLocaleString());
  return `The largest changes, of ${some} of ${all} cells. The others are smaller, or below the shown digits.`;
}

function writeRows(sheet: Excel.Worksheet, start: number, changes: readonly ListedChange[]): void {
  const range = sheet.getRangeByIndexes(start + 3, 0, changes.length, HEADINGS.length);
  range.numberFormat = changes.map(formatsOf);
  range.values = changes.map(valuesOf);
}

function valuesOf(change: ListedChange): (string | number | boolean)[] {
  const { sheet, labels, plan, scenario, before, after, numberFormat } = change;
  const texts = [sheet, formatPosition(change), plan, scenario, labels.row, labels.column];
  const isNumber = typeof before === "number" && typeof after === "number";
  const difference = isNumber ? after - before : "";
  const hasPercent = isNumber && before !== 0 && before * after >= 0 && !isPercent(numberFormat);
  const percent = hasPercent ? (after - before) / Math.abs(before) : "";
  const places = [change.unit, cellsOfChange(change), change.places.map(({ sheet: name }) => name).join(", ")];
  return [...texts.map(asValue), asValue(before), asValue(after), difference, percent, ...places.map(asValue)];
}

function formatsOf({ numberFormat }: ListedChange): string[] {
  const own = numberFormat || "General";
  return HEADINGS.map((_heading, at) => (at < BEFORE || at > PERCENT ? "General" : at < PERCENT ? own : "0.0%"));
}

function asValue(value: unknown): string | number | boolean {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? asText(value) : "";
}

/** Queues smaller widths for columns that are too wide now. */
async function limitWidths(context: Excel.RequestContext, sheet: Excel.Worksheet): Promise<void> {
  const columns = HEADINGS.map((_heading, at) => {
    const { format } = sheet.getRangeByIndexes(0, at, 1, 1);
    return format.load("columnWidth");
  });
  await context.sync();
  for (const format of columns) if (format.columnWidth > WIDEST_TEXT) format.columnWidth = WIDEST_TEXT;
}
