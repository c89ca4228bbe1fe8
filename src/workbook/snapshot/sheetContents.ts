/** What sheets show, read and written in as few requests as Excel takes. */
import { cellCount, type Area, type SheetArea } from "../../grid/area";
import { isErrorCode } from "../../grid/errorCodes";
import { splitByWeight } from "../../saved/shards";
import { rangeOf } from "../cells/cells";
import { isAnswerTooLarge } from "../cells/batches";

/** The used part of a sheet. */
export interface SheetContents extends SheetArea {
  /** As Excel returns them: a constant is its value, a blank cell "". */
  readonly formulas: unknown[][];
  readonly values: unknown[][];
}

/** Cells that are read at a time, formulas and values: an answer of Excel on the web has at most 5 MB. */
const MOST_CELLS = 20_000;
/** Letters that are written at a time. */
const MOST_LETTERS = 1_000_000;

/** Returns what these areas hold, in their order. */
export async function readContents(
  context: Excel.RequestContext,
  areas: readonly SheetArea[],
): Promise<SheetContents[]> {
  const contents = areas.map((area): SheetContents => ({ ...area, formulas: [], values: [] }));
  const blocks = contents.flatMap((sheet) => splitRows(sheet).map((area) => ({ sheet, area })));
  for (const batch of splitByWeight(blocks, ({ area }) => cellCount(area), MOST_CELLS))
    await readBlocks(context, batch);
  return contents;
}

interface Block {
  readonly sheet: SheetContents;
  readonly area: Area;
}

/** Appends the rows of these blocks to their sheets. Blocks that one answer cannot hold are read in halves. */
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

/** Rows of a sheet that are to show these values; null leaves a cell as it is. */
export interface RowsToWrite {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly values: unknown[][];
}

/** Writes values as they are, never as something that Excel would read into a text. */
export async function writeRows(context: Excel.RequestContext, rows: readonly RowsToWrite[]): Promise<void> {
  const weightOf = ({ values }: RowsToWrite) => JSON.stringify(values).length;
  for (const batch of splitByWeight(rows, weightOf, MOST_LETTERS)) {
    for (const { sheet, row, column, values } of batch) {
      const area = { sheet, row, column, rows: values.length, columns: values[0]?.length ?? 0 };
      rangeOf(context, area).values = values.map((each) => each.map(asTyped));
    }
    // One request cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
}

/** What Excel turns into this very value: an apostrophe precedes a text that could be read as something else. */
function asTyped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const isError: boolean = isErrorCode(value);
  const isPlain = /^\p{L}[^\d]*$/u.test(value) && !/^(true|false)$/i.test(value);
  return value === "" || isPlain || isError ? value : `'${value}`;
}
