/**
 * The sheet of comments: made with the first one, and only appended to. Formulas read it by a defined name, which a report brings along
 * before there is a sheet. People may rename the sheet, filter it and add columns of their own.
 */
import { COMMENTS_DISPLACED } from "../../../numbers/language/commentWords";
import {
  COMMENT_COLUMNS,
  COMMENT_HEADINGS,
  COMMENT_AREA,
  commentCells,
  commentsOf,
  COMMENTS_NAME,
  COMMENTS_SHEET,
  MOST_COMMENTS,
  type FigureComment,
} from "../../../reporting/saved/comments";
import { coveredWords, WRITER_BESIDE_WORDS } from "../../../reporting/reports/commentaryWords";
import { MAX_COLUMNS } from "../../../spreadsheet/cells/limits";
import { formatPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import { quoteSheetName } from "../../../spreadsheet/cells/sheetPrefix";
import { cellAt } from "../cells/formulaCells";
import { findProtectedSheets } from "../cells/protection";
import { NOT_ONE_STEP, runAsOneUndo } from "../cells/undo";
import { writeNewSheet } from "../cells/newSheet";
import { runExcel } from "../cells/runExcel";
import { readDateSystem } from "../dateSystem";

/** What the name means before the first comment, so that formulas read no comment rather than an unknown name. */
const NO_COMMENTS = '=""';
const [GENERAL, NUMBER, TIME] = ["General", "#,##0.00", "yyyy-mm-dd hh:mm"];
const ROW_FORMATS = [GENERAL, GENERAL, GENERAL, GENERAL, NUMBER, GENERAL, TIME, GENERAL, TIME];
/** Of the columns, in points. */
const WIDTHS = [60, 240, 100, 320, 90, 50, 110, 100, 110];
const HEADING_FILL = "#f4f4f4";

export interface KeptComments {
  readonly comments: readonly FigureComment[];
  /** Why there are none, if the sheet was deleted, or its columns are not those of the comments. */
  readonly problem?: "gone" | "displaced" | undefined;
  /** The sheet that holds them; undefined if there is none. */
  readonly worksheetId?: string | undefined;
}

interface FoundSheet {
  readonly range: Excel.Range;
  readonly isThere: boolean;
  readonly problem: KeptComments["problem"];
}

/** The cells of a comment. */
type CommentRow = readonly (string | number)[];

/** By how much of itself Excel may round a number that is written. */
const ROUNDING = 1e-12;

/** Rows that one answer of Excel holds, however long their texts are. */
const BLOCK_ROWS = 500;

/** Reads all comments of the workbook. */
export async function readComments(): Promise<KeptComments> {
  const { rows, ...found } = await runExcel(async (context) => {
    const { range, isThere, problem } = await findSheet(context);
    if (!isThere) return { problem, rows: [] };
    const { id: worksheetId } = range.worksheet;
    const rows = problem ? [] : await readRows(context, range, await filledRows(context, range));
    return { problem, worksheetId, rows };
  });
  return { ...found, comments: rows.length === 0 ? [] : commentsOf(rows, await readDateSystem()) };
}

async function readRows(context: Excel.RequestContext, range: Excel.Range, count: number): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for (let first = 0; first < count; first += BLOCK_ROWS) {
    const further = Math.min(count - first, BLOCK_ROWS) - 1;
    const block = range
      .getCell(first, 0)
      .getResizedRange(further, range.columnCount - 1)
      .load("values");
    // Long texts of all rows would be too large for one answer.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    rows.push(...(block.values as unknown[][]));
  }
  return rows;
}

async function findSheet(context: Excel.RequestContext): Promise<FoundSheet> {
  const name = context.workbook.names.getItemOrNullObject(COMMENTS_NAME).load("formula");
  const range = name.getRangeOrNullObject().load("rowIndex,columnIndex,rowCount,columnCount");
  range.worksheet.load("name,id");
  await context.sync();
  const isThere = !name.isNullObject && !range.isNullObject;
  const isGone = !isThere && !name.isNullObject && String(name.formula).includes("#REF!");
  const isDisplaced = isThere && range.columnCount !== COMMENT_HEADINGS.length;
  return { range, isThere, problem: isGone ? "gone" : isDisplaced ? "displaced" : undefined };
}

/** Returns how many rows there are down to the last one that holds something. */
async function filledRows(context: Excel.RequestContext, range: Excel.Range): Promise<number> {
  const used = range.getUsedRangeOrNullObject(true).load("rowIndex,rowCount");
  await context.sync();
  return used.isNullObject ? 0 : used.rowIndex + used.rowCount - range.rowIndex;
}

/** Brings the name along that formulas of a report read. The caller sends it. */
export async function nameComments(context: Excel.RequestContext): Promise<void> {
  const { names } = context.workbook;
  const name = names.getItemOrNullObject(COMMENTS_NAME).load("name");
  await context.sync();
  if (name.isNullObject) names.add(COMMENTS_NAME, NO_COMMENTS).visible = false;
}

/** A text that a user typed over the words of a report, where their formula was. */
export interface CoveringText {
  /** Such as "Commentary!H12". */
  readonly address: string;
  readonly text: string;
  /** The formula of the words. */
  readonly formula: string;
}

/**
 * Appends a comment, on a new sheet if it is the workbook's first one. Waits while a user edits a cell. Resolves to notes for users.
 * @param covering Gives its place back to the formula in the same step.
 * @throws Error with a message for users if the sheet is full, protected or changed, or the workbook takes no sheet.
 */
export async function addComment(comment: FigureComment, covering?: CoveringText): Promise<readonly string[]> {
  const row = commentCells(comment, await readDateSystem());
  const { isThere } = await runExcel({ delayForCellEdit: true }, findSheet);
  const made = isThere ? undefined : await makeSheet(row, covering).catch(unlessMade);
  if (made) return made;
  const { isOneStep } = await runAsOneUndo((context) => appendRow(context, row, covering), { delayForCellEdit: true });
  return isOneStep ? [] : [NOT_ONE_STEP];
}

/** Another user's first comment may make the sheet meanwhile. Any other reason why it was not made is thrown. */
async function unlessMade(reason: unknown): Promise<undefined> {
  const { isThere } = await runExcel({ delayForCellEdit: true }, findSheet);
  if (!isThere) throw reason;
}

async function appendRow(
  context: Excel.RequestContext,
  row: CommentRow,
  covering: CoveringText | undefined,
): Promise<void> {
  const { range, problem } = await findSheet(context);
  if (problem === "displaced") throw new Error(COMMENTS_DISPLACED);
  const sheet = range.worksheet.name;
  const locked = await findProtectedSheets(context);
  if (locked.has(sheet)) throw new Error(`The sheet ${sheet} is protected. Unprotect it, then try again.`);
  const next = await nextRow(context, range, row);
  if (next >= range.rowCount)
    throw new Error(
      `The sheet ${sheet} holds ${MOST_COMMENTS.toLocaleString("en-US")} comments, and takes no more. Move old rows to another sheet, then try again.`,
    );
  const cells = rowOf(range, next);
  writeRow(cells, row);
  await requireWritten(context, cells.load("values"), row);
  await uncover(context, covering, locked);
}

/** Returns the row below the filled ones, or the last of them if it holds the comment: Excel may refuse its step of Undo after that. */
async function nextRow(context: Excel.RequestContext, range: Excel.Range, row: CommentRow): Promise<number> {
  const next = await filledRows(context, range);
  if (next === 0) return next;
  const last = rowOf(range, next - 1).load("values");
  await context.sync();
  return holds(last, row) ? next - 1 : next;
}

function rowOf(range: Excel.Range, at: number): Excel.Range {
  return range.getCell(at, 0).getResizedRange(0, COMMENT_HEADINGS.length - 1);
}

/** True if the cells hold a comment as it was written. */
function holds({ values: [cells = []] }: Excel.Range, row: CommentRow): boolean {
  return row.every((written, at) => {
    const cell: unknown = cells[at];
    if (typeof written === "string") return cell === written.replace(/^'/, "");
    return typeof cell === "number" && Math.abs(cell - written) <= ROUNDING * Math.abs(written);
  });
}

/** Excel drops what is written into merged cells but the first of them, and says nothing. */
async function requireWritten(context: Excel.RequestContext, cells: Excel.Range, row: CommentRow): Promise<void> {
  await context.sync();
  if (holds(cells, row)) return;
  // Excel refuses to clear a part of merged cells.
  cells.values = [row.map(() => "")];
  await context.sync();
  throw new Error(
    "Excel did not keep the comment: its row has merged cells. Unmerge the cells below the comments, then try again.",
  );
}

/** Leaves the text where the sheet is protected, or the user has typed again. */
async function uncover(
  context: Excel.RequestContext,
  covering: CoveringText | undefined,
  locked: ReadonlySet<string>,
): Promise<void> {
  const position = covering && parseSheetPosition(covering.address);
  if (!position || locked.has(position.sheet)) return;
  const cell = cellAt(context, position).load("values");
  await context.sync();
  if (textIn(cell.values) === covering.text) cell.formulas = [[covering.formula]];
  await context.sync();
}

/** Formats its own cells alone: the rows below are a person's to look at as they like. */
function writeRow(range: Excel.Range, row: CommentRow): void {
  range.numberFormat = [[...ROW_FORMATS]];
  range.values = [[...row]];
  range.getCell(0, COMMENT_COLUMNS.text - 1).format.wrapText = true;
}

/** The name changes its meaning: it means a deleted sheet, or none yet. */
async function makeSheet(row: CommentRow, covering: CoveringText | undefined): Promise<readonly string[]> {
  const { notes } = await writeNewSheet(
    { wanted: COMMENTS_SHEET, isBehind: true },
    async ({ context, sheet, name: sheetName, attempt }) => {
      const name = context.workbook.names.getItemOrNullObject(COMMENTS_NAME).load("name");
      const { isThere } = await findSheet(context);
      if (isThere) throw new Error("Another user has just made the sheet of comments. Save again.");
      sheet.getRange("A1:I1").values = [[...COMMENT_HEADINGS]];
      writeRow(sheet.getRange("A2:I2"), row);
      if (name.isNullObject) context.workbook.names.add(COMMENTS_NAME, sheet.getRange(COMMENT_AREA));
      else name.formula = `=${quoteSheetName(sheetName)}!${COMMENT_AREA}`;
      await context.sync();
      await uncover(context, covering, await findProtectedSheets(context));
      await attempt("its look", () => {
        const headings = sheet.getRange("A1:I1");
        headings.format.font.bold = true;
        headings.format.fill.color = HEADING_FILL;
        WIDTHS.forEach((width, at) => (sheet.getRangeByIndexes(0, at, 1, 1).format.columnWidth = width));
        sheet.freezePanes.freezeRows(1);
      });
    },
  );
  return notes;
}

/** A text over words, and the cell of the number that they are on, such as "E12". */
export interface TextOverWords extends CoveringText {
  readonly number: string;
}

/** Finds the words that a text was typed over; undefined if the cell has no text, or is none of words. */
export async function findCoveredWords(address: string): Promise<TextOverWords | undefined> {
  const position = parseSheetPosition(address);
  if (!position || position.column + WRITER_BESIDE_WORDS >= MAX_COLUMNS) return undefined;
  return runExcel(async (context) => {
    const cell = cellAt(context, position).load("formulas");
    const writer = cell.getOffsetRange(0, WRITER_BESIDE_WORDS).load("formulas");
    await context.sync();
    const [typed = "", beside = ""] = [cell, writer].map(({ formulas }) => textIn(formulas));
    const covered = coveredWords(formatPosition(position), beside);
    return covered && typed !== "" && !typed.startsWith("=") ? { ...covered, address, text: typed } : undefined;
  });
}

/** Returns what the first cell holds, as a text. */
function textIn(contents: unknown): string {
  return String((contents as readonly (readonly (string | number | boolean)[])[])[0]?.[0] ?? "");
}
