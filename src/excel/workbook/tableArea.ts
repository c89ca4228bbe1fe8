/** Writes a table of one's own into cells of the user's sheet: all of its contents by one action, or nothing. */
import { asText } from "../../spreadsheet/formulas/cellContent";
import { formatAddress, formatSheetPosition, parseSheetPosition } from "../../spreadsheet/cells/address";
import { cellCount, isOnSheet, mapCells, overlaps, type RowSpan, type SheetArea } from "../../spreadsheet/cells/area";
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import { MAX_ROWS } from "../../spreadsheet/cells/limits";
import type { PartStyle } from "../../reporting/reports/sheetSpec";
import { createAttempts } from "./cells/attempts";
import { isInvalidSelection, NO_CELLS } from "./cells/background";
import { rangeOf, selectRange } from "./cells/formulaCells";
import { NOT_ONE_STEP, runAsOneUndo, type Undoable } from "./cells/undo";
import { callsFunction, requireKnownFunction } from "./cells/unknownFunctions";
import { readDateSystem } from "./dateSystem";
import { areaOfExcelRange } from "./cells/usedAreas";
import { GENERAL, partOf, setNumberFormats } from "./format/writeFormats";
import { setTableStyles } from "./tableStyles";
import { runExcel } from "./cells/runExcel";

/** Cells to be written, from the first one on. */
export interface TableBlock {
  /** Formulas with their "=", numbers, and texts as they are to be shown. "" is a blank cell. */
  readonly contents: readonly (readonly (string | number)[])[];
  /** Relative to the first cell. */
  readonly styles: readonly PartStyle[];
  /** The least widths of columns, in characters. */
  readonly widths: readonly number[];
  /** The row whose texts take two lines, from the first one on. */
  readonly tallRow?: number | undefined;
  /** Rows that nobody has to see, from the first one on. */
  readonly folded?: RowSpan | undefined;
}

/** A rectangle of cells with what they show. */
export interface CellsRead extends SheetArea {
  readonly values: readonly (readonly unknown[])[];
  readonly numberFormats: readonly (readonly unknown[])[];
}

const POINTS_PER_CHARACTER = 6;
/** Headings are read at most this far from the selected cells. */
const MOST_HEADING_CELLS = 12;
const MOST_HEAD_ROWS = 40;
/** Notes are read at most this far below them. */
const MOST_NOTE_ROWS = 8;
const ONE_AREA = "Select one block of cells, without other blocks, then try again.";

/** Shows and selects an area of one sheet. */
export async function selectArea(area: SheetArea): Promise<void> {
  await runExcel(async (context) => {
    selectRange(rangeOf(context, area));
    await context.sync();
  });
}

/**
 * @returns notes for users: what Excel has refused beside the contents
 * @throws Error with a message for users if the cells cannot be written. Nothing is written then.
 */
export async function writeBlock(address: string, block: TableBlock): Promise<readonly string[]> {
  const first = parseSheetPosition(address);
  if (!first) throw new Error(`${address} is not a cell.`);
  const area = { ...first, rows: block.contents.length, columns: block.contents[0]?.length ?? 0 };
  const present = await requireWritable(area);
  // Rows that are grouped twice would be folded twice.
  let { folded } = block;
  const written = await runAsOneUndo(async (context) => {
    const range = rangeOf(context, area);
    range.formulas = block.contents.map((cells) => cells.map(asEntered));
    await context.sync();
    const { notes, attempt } = createAttempts(context, address);
    await attempt("its column widths", () => widen(context, area, block));
    await attempt("its formats", () => setStyles(context, area, block.styles, present));
    const rows = folded;
    if (rows && (await attempt("its folded rows", () => fold(context, area, rows)))) folded = undefined;
    await attempt("being selected", () => selectRange(range));
    if (await attempt("being read again", () => range.load("values"))) requireKnown(block, range.values);
    return notes;
  });
  return notesOf(written);
}

/**
 * Writes formulas into cells, and leaves all other cells as they are.
 * @param formulas Row by row; "" leaves a cell as it is.
 * @returns notes for users: what Excel has refused beside the formulas
 */
export async function fillCells(
  area: SheetArea,
  formulas: readonly (readonly string[])[],
  styles: readonly PartStyle[],
): Promise<readonly string[]> {
  const present = await requireWritable(area);
  const written = await runAsOneUndo(async (context) => {
    const range = rangeOf(context, area);
    // Null leaves a cell unchanged.
    range.formulas = formulas.map((cells) => cells.map((formula) => (formula === "" ? null : formula)));
    await context.sync();
    const { notes, attempt } = createAttempts(context, formatAddress(area.sheet, area));
    await attempt("its formats", () => setStyles(context, area, styles, present));
    if (await attempt("being read again", () => range.load("values")))
      requireKnown({ contents: formulas }, range.values);
    return notes;
  });
  return notesOf(written);
}

function notesOf({ result, isOneStep }: Undoable<readonly string[]>): readonly string[] {
  return isOneStep ? result : [...result, NOT_ONE_STEP];
}

/** Selected cells, and all cells above, beside and below them that may hold their headings and notes. */
export interface SelectedBlock {
  readonly selected: SheetArea;
  readonly around: CellsRead;
  readonly dateSystem: DateSystem;
}

/** @throws Error with a message for users if no block of cells is selected. */
export async function readSelection(): Promise<SelectedBlock> {
  const [dateSystem, cells] = await Promise.all([readDateSystem(), readCells(Infinity)]);
  return { ...cells, dateSystem };
}

/** Reads the selection if it is a block of empty cells; undefined for any other one. */
export async function readEmptySelection(most: number): Promise<SelectedBlock | undefined> {
  const cells = await readCells(most).catch(() => undefined);
  if (!cells || cellCount(cells.selected) < 2 || cellCount(cells.selected) > most) return undefined;
  const { selected, around } = cells;
  const isEmpty = mapCells(selected, (row, column) => around.values[row - around.row]?.[column - around.column])
    .flat()
    .every((value) => value === "");
  return isEmpty ? { ...cells, dateSystem: await readDateSystem() } : undefined;
}

/** Reads no contents around more cells than `most`. */
async function readCells(most: number): Promise<Omit<SelectedBlock, "dateSystem">> {
  return runExcel(async (context) => {
    const range = context.workbook.getSelectedRange().load("rowIndex,columnIndex,rowCount,columnCount");
    range.worksheet.load("name");
    try {
      await context.sync();
    } catch (error) {
      if (isInvalidSelection(error)) throw new Error(NO_CELLS);
      throw (error as { code?: unknown }).code === "InvalidReference" ? new Error(ONE_AREA) : error;
    }
    const selected = {
      sheet: range.worksheet.name,
      row: range.rowIndex,
      column: range.columnIndex,
      rows: range.rowCount,
      columns: range.columnCount,
    };
    if (cellCount(selected) > most) return { selected, around: { ...selected, values: [], numberFormats: [] } };
    const around = areaAround(selected);
    const cells = rangeOf(context, around).load("values,numberFormat");
    await context.sync();
    return { selected, around: { ...around, values: cells.values, numberFormats: cells.numberFormat } };
  });
}

/** Returns the area in which headings and notes of a block are read. */
export function areaAround(block: SheetArea): SheetArea {
  const row = Math.max(0, block.row - MOST_HEAD_ROWS);
  const column = Math.max(0, block.column - MOST_HEADING_CELLS);
  return {
    sheet: block.sheet,
    row,
    column,
    rows: Math.min(MAX_ROWS, block.row + block.rows + MOST_NOTE_ROWS) - row,
    columns: block.column + block.columns - column,
  };
}

/** Texts keep their spelling, whatever they look like. */
function asEntered(content: string | number): string | number {
  return typeof content === "string" && !content.startsWith("=") ? asText(content) : content;
}

function requireKnown({ contents }: Pick<TableBlock, "contents">, values: unknown[][]): void {
  contents.forEach((cells, row) =>
    cells.forEach((content, column) => {
      if (callsFunction(content)) requireKnownFunction(values[row]?.[column]);
    }),
  );
}

/**
 * Checks the cells before a step of Undo begins: asking for merged cells empties Undo, or has Excel refuse the step (OfficeDev/office-js#5918).
 * @returns the number formats that the cells have
 * @throws Error with a message for users.
 */
async function requireWritable(area: SheetArea): Promise<unknown[][]> {
  if (!isOnSheet(area)) throw new Error(`The table has no room below or beside ${formatSheetPosition(area)}.`);
  return runExcel((context) => checkCells(context, area));
}

async function checkCells(context: Excel.RequestContext, area: SheetArea): Promise<unknown[][]> {
  const sheet = context.workbook.worksheets.getItem(area.sheet).load("protection/protected");
  const tables = sheet.tables.load("items/name");
  const cells = rangeOf(context, area).load("numberFormat");
  await context.sync();
  if (sheet.protection.protected)
    throw new Error(`The sheet ${area.sheet} is protected. Unprotect it, or select a cell of another sheet.`);
  const ranges = tables.items.map((table) => ({
    name: table.name,
    range: table.getRange().load("rowIndex,columnIndex,rowCount,columnCount"),
  }));
  const merged = Office.context.requirements.isSetSupported("ExcelApi", "1.13")
    ? rangeOf(context, area).getMergedAreasOrNullObject().load("address")
    : undefined;
  await context.sync();
  const inWay = ranges.find(({ range }) => overlaps(area, areaOfExcelRange(range)));
  if (inWay) throw new Error(`These cells belong to the table ${inWay.name}. Select cells beside it.`);
  if (merged && !merged.isNullObject)
    throw new Error(`Some of these cells are merged (${merged.address}). Unmerge them, or select other cells.`);
  return cells.numberFormat;
}

/** Queues looks. Cells that have a number format keep it. */
function setStyles(
  context: Excel.RequestContext,
  area: SheetArea,
  styles: readonly PartStyle[],
  present: readonly (readonly unknown[])[],
): void {
  const cells = styles.flatMap(({ numberFormat, ...part }) =>
    numberFormat ? mapCells(partOf(area, part), (row, column) => ({ ...area, row, column, numberFormat })).flat() : [],
  );
  setNumberFormats(
    context,
    cells.filter(({ row, column }) => present[row - area.row]?.[column - area.column] === GENERAL),
  );
  setTableStyles(context, area, styles);
}

/** Groups rows of the area, and hides them unless they hold anything else. */
async function fold(context: Excel.RequestContext, area: SheetArea, { row, rows }: RowSpan): Promise<void> {
  const [first, last] = [area.row + row + 1, area.row + row + rows];
  const whole = context.workbook.worksheets.getItem(area.sheet).getRange(`${first}:${last}`);
  const used = whole.getUsedRangeOrNullObject(true).load("columnIndex,values");
  await context.sync();
  // The used range may be as wide as that of other rows.
  const isOwn = (column: number) => column >= area.column && column < area.column + area.columns;
  const isAlone =
    used.isNullObject ||
    (used.values as unknown[][]).every((cells) =>
      cells.every((value, at) => value === "" || isOwn(used.columnIndex + at)),
    );
  if (!isAlone) return;
  whole.group("ByRows");
  whole.hideGroupDetails("ByRows");
}

/** In points. */
const TWO_LINES = 30;

/** Queues greater sizes for columns and a row that are too small. */
async function widen(context: Excel.RequestContext, area: SheetArea, { widths, tallRow }: TableBlock): Promise<void> {
  const cell = { ...area, columns: 1, rows: 1 };
  const columns = widths.map((_, at) =>
    rangeOf(context, { ...cell, column: area.column + at }).format.load("columnWidth"),
  );
  const row =
    tallRow === undefined ? undefined : rangeOf(context, { ...cell, row: area.row + tallRow }).format.load("rowHeight");
  await context.sync();
  columns.forEach((format, at) => {
    const wanted = ((widths[at] ?? 0) + 2) * POINTS_PER_CHARACTER;
    if (wanted > format.columnWidth) format.columnWidth = wanted;
  });
  if (row && row.rowHeight < TWO_LINES) row.rowHeight = TWO_LINES;
}
