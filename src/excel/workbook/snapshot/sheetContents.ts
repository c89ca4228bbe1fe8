/** What sheets show, read and written in as few requests as Excel takes. */
import { asTyped } from "../../../spreadsheet/formulas/cellContent";
import { cellCount, type SheetArea } from "../../../spreadsheet/cells/area";
import { splitByWeight } from "../../../reporting/saved/shards";
import { rangeOf } from "../cells/formulaCells";
import { isAnswerTooLarge } from "../cells/batches";
import { MAX_BLOCK_CELLS, rowBlocks, rowHalves } from "../cells/rowBlocks";

/** The used part of a sheet. */
export interface SheetContents extends SheetArea {
  /** As Excel returns them: a constant is its value, a blank cell "". */
  readonly formulas: unknown[][];
  readonly values: unknown[][];
}

/** Letters that are written at a time. */
const MOST_LETTERS = 1_000_000;

/** Returns what these areas hold, in their order. */
export async function readContents(
  context: Excel.RequestContext,
  areas: readonly SheetArea[],
): Promise<SheetContents[]> {
  const contents = areas.map((area): SheetContents => ({ ...area, formulas: [], values: [] }));
  const blocks = contents.flatMap((sheet) => rowBlocks(sheet).map((area) => ({ sheet, area })));
  for (const batch of splitByWeight(blocks, ({ area }) => cellCount(area), MAX_BLOCK_CELLS))
    await readBlocks(context, batch);
  return contents;
}

interface Block {
  readonly sheet: SheetContents;
  readonly area: SheetArea;
}

/** Appends the rows of these blocks to their sheets. Blocks that one answer cannot hold are read in halves. */
async function readBlocks(context: Excel.RequestContext, blocks: readonly Block[]): Promise<void> {
  const ranges = blocks.map(({ area }) => rangeOf(context, area).load("formulas,values").untrack());
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
  return blocks.flatMap(({ sheet, area }) => rowHalves(area).map((half) => [{ sheet, area: half }]));
}

/** A row of a sheet that is to show these values; null leaves a cell as it is. */
export interface RowToWrite {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly values: readonly unknown[];
}

/** Writes values as they are, never as something that Excel would read into a text. */
export async function writeRows(context: Excel.RequestContext, rows: readonly RowToWrite[]): Promise<void> {
  const weightOf = ({ values }: RowToWrite) => JSON.stringify(values).length;
  for (const batch of splitByWeight(rows, weightOf, MOST_LETTERS)) {
    for (const { sheet, row, column, values } of batch)
      rangeOf(context, { sheet, row, column, rows: 1, columns: values.length }).values = [values.map(asTyped)];
    // One request cannot hold them all.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
}
