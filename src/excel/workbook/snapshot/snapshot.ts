/**
 * Takes snapshots: sheets beside the live ones that hold their values as of a moment. The story:
 *
 * 1. The live sheets are read (`sources.ts`). If one of them cannot be kept now, nothing is changed.
 * 2. One request copies each sheet, marks the copy, and replaces all of its contents by the values of the live sheet, before
 *    Excel calculates the copy.
 * 3. The copies are read. A cell that does not show what was read first is corrected: a user may have changed the live sheet.
 * 4. Whatever makes a copy more than values is removed: drop-downs, tables, and names that Excel adds to copies.
 * 5. The heading is written. If anything of this fails, all copies are deleted. Their colours are attempted.
 */
import { createAttempts } from "../cells/attempts";
import { retryInBackground } from "../cells/background";
import { errorLocation, explainStructure } from "../cells/protectedStructure";
import { listReports } from "../reports/report";
import type { Ledger } from "../ledger/ledger";
import { findHeadingCell, headingText, snapshotName } from "./heading";
import { findLiveCharts, loadCharts } from "./liveCharts";
import { readMarks, writeMark, type SheetSnapshot, type SnapshotMark } from "./mark";
import { readContents, writeRows, type RowToWrite, type SheetContents } from "./sheetContents";
import { readSources, type SnapshotScope, type SnapshotSource, type SnapshotSources } from "./sources";
import { runExcel } from "../cells/runExcel";

export interface SnapshotOptions {
  readonly ledger: Ledger;
  readonly scope: SnapshotScope;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface SnapshotsTaken {
  /** The names of the snapshots. */
  readonly sheets: readonly string[];
  /** The names of hidden sheets, of which none was taken. */
  readonly hidden: readonly string[];
  /** For users: what the snapshots lack. */
  readonly notes: readonly string[];
}

interface SheetCopy {
  readonly worksheet: Excel.Worksheet;
  readonly name: string;
  readonly source: SnapshotSource;
  readonly mark: SnapshotMark;
}

const CHANGED = "The workbook was changed meanwhile, so no snapshot was taken. Try again.";
const LEFT = "Excel stopped halfway, and some new snapshots are incomplete. Remove them from the list.";
const HEADING_COLOR = "#605e5c";

/** Takes all snapshots of the scope, or none. */
export async function takeSnapshots({ ledger, scope, now }: SnapshotOptions): Promise<SnapshotsTaken> {
  const reports = (await listReports()).map(({ sheet }) => sheet);
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const sources = await readSources(context, { ledger, scope, reports });
    const takenAt = now();
    try {
      const { notes, attempt } = createAttempts(context, "The snapshot");
      const copies = await copySheets(context, sources, takenAt);
      // Some platforms show the copy.
      await attempt("showing the live sheet again", () => sources.active?.activate());
      await correctValues(context, copies);
      await removeExtras(context, copies, reports);
      const headings = await writeHeadings(context, copies);
      await attempt("its colours", () => {
        for (const { format } of headings) format.font.color = HEADING_COLOR;
        for (const { worksheet } of copies) worksheet.tabColor = HEADING_COLOR;
      });
      return { sheets: copies.map(({ name }) => name), hidden: sources.hidden, notes };
    } catch (error) {
      // Another workbook may be in front for a moment.
      await retryInBackground(() => removeBegun(sources, takenAt, error)).catch((cause: unknown) => {
        throw new Error(LEFT, { cause });
      });
      throw explained(error);
    }
  });
}

/** Copies the sheets, with their values in place of all contents. */
async function copySheets(
  context: Excel.RequestContext,
  { sources, names }: SnapshotSources,
  takenAt: number,
): Promise<SheetCopy[]> {
  const taken = [...names];
  context.application.suspendApiCalculationUntilNextSync();
  const copies = sources.map((source): SheetCopy => {
    const { worksheet, contents, asOf } = source;
    const mark: SnapshotMark = { liveSheet: worksheet.name, takenAt, asOf, liveCharts: "unknown" };
    const name = snapshotName(mark, taken);
    taken.push(name);
    const copy = worksheet.copy("After", worksheet);
    writeMark(copy, mark);
    copy.name = name;
    rangeIn(copy, contents).copyFrom(rangeIn(worksheet, contents), "Values");
    return { worksheet: copy, name, source, mark };
  });
  await context.sync();
  return copies;
}

function rangeIn(sheet: Excel.Worksheet, { row, column, rows, columns }: SheetContents): Excel.Range {
  return sheet.getRangeByIndexes(row, column, rows, columns);
}

/** Makes the copies show what was read of the live sheets. Rejects if rows or columns were inserted or deleted since. */
async function correctValues(context: Excel.RequestContext, copies: readonly SheetCopy[]): Promise<void> {
  const wrong = await findWrongRows(context, copies);
  if (wrong.length === 0) return;
  await writeRows(context, wrong);
  if ((await findWrongRows(context, copies)).length > 0) throw new Error(CHANGED);
}

async function findWrongRows(context: Excel.RequestContext, copies: readonly SheetCopy[]): Promise<RowToWrite[]> {
  const used = copies.map(({ worksheet }) =>
    worksheet.getUsedRange(true).load("rowIndex,columnIndex,rowCount,columnCount"),
  );
  await context.sync();
  const now = await readContents(
    context,
    copies.map(({ name, source }) => ({ ...source.contents, sheet: name })),
  );
  return copies.flatMap(({ name, source: { contents } }, at) => {
    const [range, shown] = [used[at], now[at]];
    if (!range || !shown || !isWithin(range, contents)) throw new Error(CHANGED);
    return wrongRows(contents, { ...shown, sheet: name });
  });
}

function isWithin({ rowIndex, columnIndex, rowCount, columnCount }: Excel.Range, contents: SheetContents): boolean {
  const { row, column, rows, columns } = contents;
  const fits = rowIndex + rowCount <= row + rows && columnIndex + columnCount <= column + columns;
  return fits && rowIndex >= row && columnIndex >= column;
}

/** The rows of the copy with a formula or another value; cells that are right are null. */
function wrongRows(live: SheetContents, copy: SheetContents): RowToWrite[] {
  return live.values.flatMap((cells, down) => {
    const values = cells.map((value, right) => {
      const [shown, formula] = [copy.values[down]?.[right], copy.formulas[down]?.[right]];
      const isFormula = typeof formula === "string" && formula.startsWith("=") && formula !== shown;
      return isFormula || shown !== value ? value : null;
    });
    const isRight = values.every((value) => value === null);
    return isRight ? [] : [{ sheet: copy.sheet, row: live.row + down, column: live.column, values }];
  });
}

/**
 * Removes drop-downs, tables and the names that Excel clones for copies. A sheet's names may list the workbook's too (oj#1011), and
 * those that the live sheet has of its own, such as its print area, are the copy's own as well: only clones go.
 */
async function removeExtras(
  context: Excel.RequestContext,
  copies: readonly SheetCopy[],
  reports: readonly string[],
): Promise<void> {
  const extras = copies.map(({ worksheet }) => ({
    names: worksheet.names.load("items/name,items/scope"),
    tables: worksheet.tables.load("items/name"),
  }));
  const { names } = context.workbook;
  names.load("items/name");
  await context.sync();
  const cloned = new Set(names.items.map(({ name }) => name.toLowerCase()));
  const isClone = ({ name, scope }: Excel.NamedItem) => scope === "Worksheet" && cloned.has(name.toLowerCase());
  copies.forEach(({ worksheet, mark }, at) => {
    worksheet.getRange().dataValidation.clear();
    for (const name of extras[at]?.names.items.filter(isClone) ?? []) name.delete();
    for (const table of extras[at]?.tables.items ?? []) table.convertToRange();
    // By this name a values-only copy finds the lists of other plans that a report holds, and leaves them out.
    if (reports.includes(mark.liveSheet))
      worksheet.names.add("InsightsReport_snapshot", worksheet.getRange("A1")).visible = false;
  });
  await context.sync();
}

/** Writes on each snapshot what it is, and in its mark which charts stay live. Returns the cells with their headings. */
async function writeHeadings(context: Excel.RequestContext, copies: readonly SheetCopy[]): Promise<Excel.Range[]> {
  const charts = copies.map(({ worksheet }) => loadCharts(worksheet));
  await context.sync();
  const headings: Excel.Range[] = [];
  for (const [at, { worksheet, name, source, mark }] of copies.entries()) {
    const own = charts[at];
    const liveCharts = own ? await findLiveCharts(context, name, own) : "unknown";
    const complete = { ...mark, liveCharts };
    writeMark(worksheet, complete);
    const { row, column } = findHeadingCell(source.contents);
    const cell = worksheet.getRangeByIndexes(row, column, 1, 1);
    cell.values = [[headingText(complete)]];
    headings.push(cell);
  }
  await context.sync();
  return headings;
}

/** Deletes the sheets that a failed attempt has added: those with its mark, or the copy that Excel refused to mark. */
async function removeBegun({ sources, ids }: SnapshotSources, takenAt: number, error: unknown): Promise<void> {
  const before = new Set(ids);
  const isUnmarked = /customPropert/i.test(errorLocation(error) ?? "");
  // Excel names a copy after its source, which it cuts, with a number.
  const isCopy = (name: string) => {
    const [, stem] = /^(.+) \(\d+\)$/.exec(name) ?? [];
    return stem !== undefined && sources.some(({ worksheet }) => worksheet.name.startsWith(stem));
  };
  await removeSheets(({ id, name }, mark) => {
    if (before.has(id)) return false;
    return mark ? mark.takenAt === takenAt : isUnmarked && isCopy(name);
  });
}

/** Deletes the sheet of a snapshot. A workbook keeps one sheet that is shown, so a blank one replaces the last. */
export async function removeSnapshot(id: string): Promise<void> {
  const removed = await removeSheets((_sheet, mark) => mark?.id === id).catch((error: unknown) => {
    throw explained(error);
  });
  if (removed === 0) throw new Error("The snapshot is not in this workbook any more.");
}

type IsMeant = (sheet: Excel.Worksheet, mark: SheetSnapshot | undefined) => boolean;

/** Returns how many sheets were deleted. */
async function removeSheets(isMeant: IsMeant): Promise<number> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const marks = new Map((await readMarks(context)).map((mark) => [mark.id, mark]));
    const { worksheets } = context.workbook;
    worksheets.load("items/id,items/name,items/visibility");
    await context.sync();
    const meant = worksheets.items.filter((sheet) => isMeant(sheet, marks.get(sheet.id)));
    const isLeft = worksheets.items.some((sheet) => sheet.visibility === "Visible" && !meant.includes(sheet));
    if (meant.length > 0 && !isLeft) worksheets.add();
    for (const sheet of meant) sheet.delete();
    await context.sync();
    return meant.length;
  });
}

/** The error in words for users: of Excel's own errors, those that they can do something about. */
function explained(error: unknown): unknown {
  const isGone = (error as { code?: unknown }).code === "ItemNotFound";
  return isGone ? new Error(CHANGED, { cause: error }) : explainStructure(error);
}
