/** The name of a snapshot, and the line on it that describes it. */
import { momentInWords } from "../../../numbers/language/moments";
import { sheetNames } from "../../../reporting/reports/reportParameters";
import { freeSheetName } from "../cells/sheetName";
import type { Position } from "../../../spreadsheet/cells/area";
import type { SnapshotMark } from "./mark";
import type { SheetContents } from "./sheetContents";

/** Rows from the top, and columns from the left, in which a user looks for the line. Reports hide columns beyond. */
const HEAD_ROWS = 30;
const HEAD_COLUMNS = 20;

/** The name of the live sheet with the day of the numbers, such as "P&L 2026-03-16"; the day of the snapshot if they have none. */
export function snapshotName({ liveSheet, takenAt, asOf = takenAt }: SnapshotMark, taken: readonly string[]): string {
  const date = new Date(asOf);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return freeSheetName(sheetNames(liveSheet), taken, ` ${date.getFullYear()}-${month}-${day}`);
}

/**
 * The cell for the line: in the first blank row of the sheet's head, else directly below the last row that is used, since
 * charts stand further down. Left of a sheet that is used only beyond its head, all rows are blank.
 */
export function findHeadingCell({ row, column: first, values }: SheetContents): Position {
  const column = first < HEAD_COLUMNS ? first : 0;
  const isBlank = (cells: readonly unknown[]) =>
    cells.slice(0, Math.max(0, HEAD_COLUMNS - first)).every((value) => value === "");
  const head = values.slice(0, HEAD_ROWS).findIndex(isBlank);
  if (head >= 0) return { row: row + head, column };
  const last = values.reduce((found, cells, at) => (isBlank(cells) ? found : at), -1);
  return { row: row + last + 1, column };
}

export function headingText({ liveSheet, takenAt, asOf, liveCharts }: SnapshotMark): string {
  const numbers = asOf === undefined ? "" : `, with numbers as of ${momentText(asOf)}`;
  const charts = liveCharts === "unknown" ? "" : `: ${liveCharts.join(", ")}`;
  const live = liveCharts.length === 0 ? "" : ` Charts that read other sheets stay live${charts}.`;
  return `Snapshot of ${liveSheet}, taken ${momentText(takenAt)}${numbers}.${live}`;
}

/** Such as "16 Mar 2026, 09:30 UTC+1", by this computer's clock. */
function momentText(time: number): string {
  const offset = -new Date(time).getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = offset === 0 ? "" : `${offset > 0 ? "+" : "-"}${hours}`;
  return `${momentInWords(time)} UTC${zone}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`;
}
