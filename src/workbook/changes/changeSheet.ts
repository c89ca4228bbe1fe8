/** Writes the list of changes as a sheet of its own: values, each in the number format of its cell. */
import { asText } from "../../formulas/cellContent";
import { formatPosition } from "../../grid/address";
import { addSheet } from "../cells/addSheet";
import { forEachBatch } from "../cells/batches";
import { explainStructure } from "../cells/structure";
import type { ChangeSummary, ListedChange } from "./changeSummary";
import { isPercent } from "./shownChange";

const NAME = "Changes";
const HEADINGS = ["Sheet", "Cell", "Plan", "Scenario", "Row", "Column", "Before", "After", "Change", "Change %"];
const [BEFORE, PERCENT] = [6, 9];
/** Rows that one request writes. */
const BATCH = 500;
const WIDEST_TEXT = 260;

/**
 * Adds the sheet, shows it, and returns its name.
 * @param title The first line, such as "Changes of the refresh of 3 May 2026, 10:00".
 * @throws Error with a message for users if the workbook takes no further sheet.
 */
export async function writeChangeSheet({ listed, cells }: ChangeSummary, title: string): Promise<string> {
  try {
    return await Excel.run({ delayForCellEdit: true }, async (context) => {
      const sheet = await addSheet(context, NAME);
      sheet.getRange("A1").values = [[asText(title)]];
      sheet.getRange("A1").format.font.bold = true;
      if (listed.length < cells) sheet.getRange("A2").values = [[largestOf(listed.length, cells)]];
      const head = sheet.getRangeByIndexes(2, 0, 1, HEADINGS.length);
      head.values = [HEADINGS];
      head.format.font.bold = true;
      const starts = Array.from({ length: Math.ceil(listed.length / BATCH) }, (_, at) => at * BATCH);
      await forEachBatch(
        context,
        starts,
        (start) => writeRows(sheet, start, listed.slice(start, start + BATCH)),
        undefined,
        1,
      );
      sheet.freezePanes.freezeRows(3);
      const used = sheet.getRangeByIndexes(2, 0, listed.length + 1, HEADINGS.length);
      used.format.autofitColumns();
      sheet.activate();
      sheet.load("name");
      await context.sync();
      await limitWidths(context, sheet);
      return sheet.name;
    });
  } catch (error) {
    throw explainStructure(error);
  }
}

function largestOf(listed: number, cells: number): string {
  const [some, all] = [listed, cells].map((count) => count.toLocaleString());
  return `The largest ${some} of ${all} changes. The others are smaller, or below the shown digits.`;
}

function writeRows(sheet: Excel.Worksheet, start: number, changes: readonly ListedChange[]): void {
  const range = sheet.getRangeByIndexes(start + 3, 0, changes.length, HEADINGS.length);
  range.numberFormat = changes.map(formatsOf);
  range.values = changes.map(valuesOf);
  sheet.getRangeByIndexes(start + 3, BEFORE, changes.length, PERCENT - BEFORE + 1).format.horizontalAlignment = "Right";
}

function valuesOf(change: ListedChange): (string | number | boolean)[] {
  const { sheet, labels, plan, scenario, before, after, numberFormat } = change;
  const texts = [sheet, formatPosition(change), plan, scenario, labels.row, labels.column];
  const isNumber = typeof before === "number" && typeof after === "number";
  const difference = isNumber ? after - before : "";
  const hasPercent = isNumber && before !== 0 && before * after >= 0 && !isPercent(numberFormat);
  const percent = hasPercent ? (after - before) / Math.abs(before) : "";
  return [...texts.map(asValue), asValue(before), asValue(after), difference, percent];
}

function formatsOf({ numberFormat }: ListedChange): string[] {
  const own = numberFormat || "General";
  return HEADINGS.map((_heading, at) => (at < BEFORE ? "General" : at < PERCENT ? own : "0.0%"));
}

function asValue(value: unknown): string | number | boolean {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? asText(value) : "";
}

async function limitWidths(context: Excel.RequestContext, sheet: Excel.Worksheet): Promise<void> {
  const columns = HEADINGS.map((_heading, at) => {
    const { format } = sheet.getRangeByIndexes(0, at, 1, 1);
    return format.load("columnWidth");
  });
  await context.sync();
  for (const format of columns) if (format.columnWidth > WIDEST_TEXT) format.columnWidth = WIDEST_TEXT;
  await context.sync();
}
