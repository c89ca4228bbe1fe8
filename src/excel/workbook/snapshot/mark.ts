/** The mark by which a sheet is known as a snapshot: a custom property of the sheet. Excel does not copy it with the sheet. */
import { runExcel } from "../cells/runExcel";

export interface SnapshotMark {
  /** The name of the live sheet when the snapshot was taken. */
  readonly liveSheet: string;
  /** When the snapshot was taken. Times are milliseconds since the epoch. */
  readonly takenAt: number;
  /** When the oldest of its numbers was computed; undefined if that is not known. */
  readonly asOf?: number | undefined;
  /** The names of its charts that read other sheets, and so stay live; "unknown" if Excel cannot tell what charts read. */
  readonly liveCharts: readonly string[] | "unknown";
}

/** A snapshot that is in the workbook. */
export interface SheetSnapshot extends SnapshotMark {
  /** Excel's id of the sheet. */
  readonly id: string;
  /** The name of the sheet now. */
  readonly sheet: string;
}

const KEY = "InsightsSnapshot";

/** Queues the writing of the mark in place of the one before. */
export function writeMark(sheet: Excel.Worksheet, mark: SnapshotMark): void {
  sheet.customProperties.add(KEY, JSON.stringify(mark));
}

/** The snapshots of the workbook, in the order of their sheets. */
export async function listSnapshots(): Promise<SheetSnapshot[]> {
  return runExcel(readMarks);
}

/** As `listSnapshots`, within a context. */
export async function readMarks(context: Excel.RequestContext): Promise<SheetSnapshot[]> {
  const sheets = context.workbook.worksheets.load("items/id,items/name");
  await context.sync();
  const found = sheets.items.map((sheet) => ({
    sheet,
    property: sheet.customProperties.getItemOrNullObject(KEY).load("value"),
  }));
  await context.sync();
  return found.flatMap(({ sheet: { id, name }, property }) => {
    const mark = property.isNullObject ? undefined : parseMark(property.value);
    return mark ? [{ ...mark, id, sheet: name }] : [];
  });
}

/** Undefined for a text that is damaged. */
function parseMark(text: string): SnapshotMark | undefined {
  try {
    const { liveSheet, takenAt, asOf, liveCharts } = JSON.parse(text) as Partial<Record<keyof SnapshotMark, unknown>>;
    if (typeof liveSheet !== "string" || typeof takenAt !== "number") return undefined;
    return {
      liveSheet,
      takenAt,
      asOf: typeof asOf === "number" ? asOf : undefined,
      liveCharts: Array.isArray(liveCharts) ? liveCharts.map(String) : "unknown",
    };
  } catch {
    return undefined;
  }
}
