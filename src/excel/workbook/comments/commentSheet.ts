/**
 * The sheet of comments: made with the first one, and only appended to. Formulas read it by a defined name, which a report brings along
 * before there is a sheet. People may rename the sheet, filter it and add columns of their own.
 */
import {
  COMMENT_COLUMNS,
  COMMENT_HEADINGS,
  COMMENT_ROWS,
  commentCells,
  commentsOf,
  COMMENTS_NAME,
  COMMENTS_SHEET,
  MOST_COMMENTS,
  type FigureComment,
} from "../../../reporting/saved/comments";
import { quoteSheetName } from "../../../spreadsheet/cells/sheetPrefix";
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
  /** True if the sheet was deleted, and the comments with it. */
  readonly isGone: boolean;
}

interface FoundSheet {
  readonly range: Excel.Range;
  readonly isThere: boolean;
  readonly isGone: boolean;
}

/** Reads all comments of the workbook. */
export async function readComments(): Promise<KeptComments> {
  const found = await runExcel(async (context) => {
    const { range, isThere, isGone } = await findSheet(context);
    if (!isThere) return { isGone, rows: undefined };
    const filled = await filledRows(context, range);
    if (filled === 0) return { isGone, rows: undefined };
    const read = range.getResizedRange(filled - range.rowCount, 0).load("values");
    await context.sync();
    return { isGone, rows: read.values as unknown[][] };
  });
  if (!found.rows) return { comments: [], isGone: found.isGone };
  return { comments: commentsOf(found.rows, await readDateSystem()), isGone: false };
}

async function findSheet(context: Excel.RequestContext): Promise<FoundSheet> {
  const name = context.workbook.names.getItemOrNullObject(COMMENTS_NAME).load("formula");
  const range = name.getRangeOrNullObject().load("rowIndex,columnIndex,rowCount,columnCount");
  range.worksheet.load("name");
  await context.sync();
  const isThere = !name.isNullObject && !range.isNullObject;
  return { range, isThere, isGone: !isThere && !name.isNullObject && String(name.formula).includes("#REF!") };
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

/**
 * Appends a comment, on a new sheet if it is the workbook's first one. Waits while a user edits a cell. Resolves to notes for users.
 * @throws Error with a message for users if the sheet is full or protected, or the workbook takes no sheet.
 */
export async function addComment(comment: FigureComment): Promise<readonly string[]> {
  const row = commentCells(comment, await readDateSystem());
  const { isThere } = await runExcel({ delayForCellEdit: true }, findSheet);
  if (!isThere) return makeSheet(row);
  const { isOneStep } = await runAsOneUndo((context) => appendRow(context, row), { delayForCellEdit: true });
  return isOneStep ? [] : [NOT_ONE_STEP];
}

async function appendRow(context: Excel.RequestContext, row: readonly (string | number)[]): Promise<void> {
  const { range } = await findSheet(context);
  const sheet = range.worksheet.name;
  const locked = await findProtectedSheets(context);
  if (locked.has(sheet)) throw new Error(`The sheet ${sheet} is protected. Unprotect it, then try again.`);
  const next = await filledRows(context, range);
  if (next >= range.rowCount)
    throw new Error(
      `The sheet ${sheet} holds ${MOST_COMMENTS.toLocaleString("en-US")} comments, and takes no more. Move old rows to another sheet, then try again.`,
    );
  writeRow(range.getCell(next, 0).getResizedRange(0, row.length - 1), row);
  await context.sync();
}

/** Formats its own cells alone: the rows below are a person's to look at as they like. */
function writeRow(range: Excel.Range, row: readonly (string | number)[]): void {
  range.numberFormat = [[...ROW_FORMATS]];
  range.values = [[...row]];
  range.getCell(0, COMMENT_COLUMNS.text - 1).format.wrapText = true;
}

/** The name changes its meaning: it means a deleted sheet, or none yet. */
async function makeSheet(row: readonly (string | number)[]): Promise<readonly string[]> {
  const { notes } = await writeNewSheet(
    { wanted: COMMENTS_SHEET, isBehind: true },
    async ({ context, sheet, name: sheetName, attempt }) => {
      const name = context.workbook.names.getItemOrNullObject(COMMENTS_NAME).load("name");
      await context.sync();
      sheet.getRange("A1:I1").values = [[...COMMENT_HEADINGS]];
      writeRow(sheet.getRange("A2:I2"), row);
      if (name.isNullObject) context.workbook.names.add(COMMENTS_NAME, sheet.getRange(COMMENT_ROWS));
      else name.formula = `=${quoteSheetName(sheetName)}!${COMMENT_ROWS}`;
      await context.sync();
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
