/** Formulas that are written into tables: Excel fills a table's column with a formula that is entered into one of its cells. */
import { asTyped } from "../../../spreadsheet/formulas/cellContent";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { contains, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { forEachBatch } from "./batches";
import { rangeOf } from "./formulaCells";
import { MAX_BLOCK_CELLS, rowBlocks } from "./rowBlocks";
import { areaOfExcelRange } from "./usedAreas";

export interface FormulaToWrite extends SheetPosition {
  /** With its "=". */
  readonly formula: string;
  /** The area from its cell on whose other cells are cleared for its spill. Nothing spills in a table, so there they stay. */
  readonly room?: Pick<SheetArea, "rows" | "columns">;
}

/**
 * Writes each formula into its own cell. Columns of tables are written as a whole, with what they hold, since Excel fills them
 * otherwise.
 * @throws Error with a message for users if Excel filled cells of tables all the same.
 */
export async function writeFormulas(context: Excel.RequestContext, formulas: readonly FormulaToWrite[]): Promise<void> {
  const bodies = await readTableBodies(context);
  const blocks = blocksOf(formulas, bodies);
  const isInBlock = new Set(blocks.flatMap((block) => block.formulas));
  await forEachBatch(
    context,
    formulas.filter((each) => !isInBlock.has(each)),
    (each) => writeWithRoom(context, each),
  );
  const filled: SheetPosition[] = [];
  for (const block of blocks) filled.push(...(await writeBlock(context, block)));
  if (filled.length > 0) throw new Error(filledMessage(filled));
}

/** Writes the formula and the blank cells by one action, so they are written together or not at all. */
function writeWithRoom(context: Excel.RequestContext, { formula, room, ...position }: FormulaToWrite): void {
  const area = { ...position, rows: 1, columns: 1, ...room };
  const contents = Array.from({ length: area.rows }, () => Array<string>(area.columns).fill(""));
  const [first = []] = contents;
  first[0] = formula;
  rangeOf(context, area).formulas = contents;
}

/** Cells that the message names. */
const MAX_NAMED = 5;

function filledMessage(cells: readonly SheetPosition[]): string {
  const named = cells.slice(0, MAX_NAMED).map(formatSheetPosition).join(", ");
  const more = cells.length > MAX_NAMED ? ` and ${cells.length - MAX_NAMED} more` : "";
  return `Excel has put a formula into other cells of its table: ${named}${more}. Undo that with Ctrl+Z (Command+Z on a Mac), turn off “Fill formulas in tables to create calculated columns” in Excel's AutoCorrect options, and try again.`;
}

/** A column of a table's body, or a part of a long one. */
interface Block extends SheetArea {
  readonly formulas: readonly FormulaToWrite[];
}

async function readTableBodies(context: Excel.RequestContext): Promise<SheetArea[]> {
  const tables = context.workbook.tables.load("items/name,items/worksheet/name");
  await context.sync();
  const bodies = tables.items.map((table) => ({
    sheet: table.worksheet.name,
    range: table.getDataBodyRange().load("rowIndex,columnIndex,rowCount,columnCount"),
  }));
  if (bodies.length > 0) await context.sync();
  return bodies.map(({ sheet, range }) => ({ sheet, ...areaOfExcelRange(range) }));
}

function blocksOf(formulas: readonly FormulaToWrite[], bodies: readonly SheetArea[]): Block[] {
  return bodies.flatMap((body) => {
    const inside = formulas.filter((each) => each.sheet === body.sheet && contains(body, each));
    return [...new Set(inside.map(({ column }) => column))].flatMap((column) =>
      splitEvenly({ ...body, column, columns: 1 })
        .map((area) => ({ ...area, formulas: inside.filter((each) => contains(area, each)) }))
        .filter((block) => block.formulas.length > 0),
    );
  });
}

/** Evenly, so that no block is a single cell, which Excel would fill the column with. */
function splitEvenly(area: SheetArea): SheetArea[] {
  const count = Math.ceil(area.rows / MAX_BLOCK_CELLS);
  return rowBlocks(area, Math.ceil(area.rows / count));
}

/** Returns the cells that hold something else afterwards than they should. */
async function writeBlock(context: Excel.RequestContext, block: Block): Promise<SheetPosition[]> {
  const before = rangeOf(context, block).load("formulas,values");
  await context.sync();
  const values = columnOf(before.values);
  const wanted = columnOf(before.formulas);
  for (const { row, formula } of block.formulas) wanted[row - block.row] = formula;
  const range = rangeOf(context, block);
  range.formulas = wanted.map((content, at) => [content === values[at] ? asTyped(content) : content]);
  range.load("formulas");
  await context.sync();
  const found = columnOf(range.formulas);
  return wanted.flatMap((content, at) =>
    spelled(content) === spelled(found[at]) ? [] : [{ sheet: block.sheet, row: block.row + at, column: block.column }],
  );
}

function columnOf(rows: unknown): unknown[] {
  return (rows as unknown[][]).map(([content]) => content);
}

/** Excel writes a formula with other spaces and letters than it was given, and may add the sign of one value. */
function spelled(content: unknown): unknown {
  return typeof content === "string" ? content.replace(/[\s@]/g, "").toLowerCase() : content;
}
