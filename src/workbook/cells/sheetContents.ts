/** All that sheets hold, read in as few requests as Excel takes. */
import { cellCount, intersection, mapCells, type Area, type SheetArea } from "../../grid/area";
import { isErrorCode } from "../../grid/errorCodes";
import { splitByWeight } from "../../saved/shards";
import { rangeOf } from "./cells";
import { isAnswerTooLarge } from "./batches";

/** The used part of a sheet. */
export interface SheetContents extends SheetArea {
  /** As Excel gives them: a constant is its value, a blank cell "". */
  readonly formulas: unknown[][];
  readonly values: unknown[][];
}

/** Cells that are read at a time, formulas and values: an answer of Excel on the web has at most 5 MB. */
const MOST_CELLS = 20_000;

/** What these areas hold, in their order. */
export async function readContents(
  context: Excel.RequestContext,
  areas: readonly SheetArea[],
): Promise<SheetContents[]> {
  const contents = areas.map((area): SheetContents => ({ ...area, formulas: [], values: [] }));
  const blocks = contents.flatMap((sheet) => splitRows(sheet).map((area) => ({ sheet, area })));
  for (const piece of splitByWeight(blocks, ({ area }) => cellCount(area), MOST_CELLS))
    await readBlocks(context, piece);
  return contents;
}

interface Block {
  readonly sheet: SheetContents;
  readonly area: Area;
}

/** Adds the rows of these blocks to their sheets. What an answer cannot hold is read in halves. */
async function readBlocks(context: Excel.RequestContext, blocks: readonly Block[]): Promise<void> {
  const ranges = blocks.map(({ sheet, area }) =>
    rangeOf(context, { ...area, sheet: sheet.sheet })
      .load("formulas,values")
      .untrack(),
  );
  try {
    await context.sync();
  } catch (error) {
    const halves = halvesOf(blocks);
    if (!isAnswerTooLarge(error) || halves.length < 2) throw error;
    for (const half of halves) await readBlocks(context, half);
    return;
  }
  ranges.forEach((range, at) => {
    blocks[at]?.sheet.formulas.push(...(range.formulas as unknown[][]));
    blocks[at]?.sheet.values.push(...(range.values as unknown[][]));
  });
}

function halvesOf(blocks: readonly Block[]): Block[][] {
  const middle = Math.ceil(blocks.length / 2);
  if (blocks.length > 1) return [blocks.slice(0, middle), blocks.slice(middle)];
  return blocks.flatMap(({ sheet, area }) =>
    splitRows(area, Math.ceil(area.rows / 2)).map((half) => [{ sheet, area: half }]),
  );
}

function splitRows(area: Area, rows = Math.max(1, Math.floor(MOST_CELLS / area.columns))): Area[] {
  return Array.from({ length: Math.ceil(area.rows / rows) }, (_, index) => ({
    row: area.row + index * rows,
    column: area.column,
    columns: area.columns,
    rows: Math.min(rows, area.rows - index * rows),
  }));
}

/** What a cell of the sheet shows; "" beyond what is used. */
export function valueIn({ row, column, values }: SheetContents, at: { row: number; column: number }): unknown {
  return values[at.row - row]?.[at.column - column] ?? "";
}

/** The formula of a cell with its "="; "" where it has none. */
export function formulaIn(contents: SheetContents, at: { row: number; column: number }): string {
  const text = contents.formulas[at.row - contents.row]?.[at.column - contents.column];
  return typeof text === "string" && text.startsWith("=") && text !== valueIn(contents, at) ? text : "";
}

/** The values of an area, row by row; "" beyond what is used. */
export function valuesOf(contents: SheetContents, area: Area): unknown[][] {
  return mapCells(area, (row, column) => valueIn(contents, { row, column }));
}

/** Whether the area holds nothing. */
export function isBlankArea(contents: SheetContents, area: Area): boolean {
  const common = intersection(contents, area);
  return !common || valuesOf(contents, common).every((row) => row.every((value) => value === ""));
}

/** What Excel makes this very value of again: a text that could be read as something else is entered behind an apostrophe. */
export function asTyped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const isError: boolean = isErrorCode(value);
  const isPlain = /^\p{L}[^\d]*$/u.test(value) && !/^(true|false)$/i.test(value);
  return value === "" || isPlain || isError ? value : `'${value}`;
}
