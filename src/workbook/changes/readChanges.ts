/** Reads number formats and labels of changed cells from the workbook, in requests that Excel on the web accepts. */
import { formatSheetPosition } from "../../grid/address";
import { cellCount, cellNumber, type Position, type SheetPosition } from "../../grid/area";
import { blocksAround, bySheet } from "../../grid/blocks";
import type { Plan } from "../../insights";
import { splitByWeight } from "../../saved/shards";
import { forEachBatch } from "../cells/batches";
import { cellAt, rangeOf, readValues } from "../cells/cells";
import type { Change } from "../refresh/changes";
import { describeChange, isSeen, largestChanges, type CellFacts, type ChangeSummary } from "./changeSummary";
import { cellsAround, findNumberHeading, isPeriodText, labelsOf, type ContentAt } from "./labels";

/** Changes that are listed: more than a reader looks through. */
const MOST_LISTED = 2_000;
/** Cells that are searched for labels, the largest changes first. */
const MOST_SEARCHED = 100_000;
/** Cells whose formats one request reads. */
const MOST_BATCH_CELLS = 20_000;

export interface DescribeOptions {
  /** When the refresh ended. */
  readonly at: number;
  readonly plans: readonly Plan[];
  /** The language of the workbook's formats. */
  readonly language?: string | undefined;
}

const UNKNOWN: CellFacts = { labels: { row: "", column: "" }, numberFormat: "General" };

/** Describes the largest changes. If Excel cannot be read, they have no labels. Never rejects. */
export async function describeChanges(changes: readonly Change[], options: DescribeOptions): Promise<ChangeSummary> {
  const { at, plans, language } = options;
  const largest = largestChanges(changes, MOST_LISTED);
  const facts = await readFacts(largest).catch(() => new Map<Change, CellFacts>());
  const described = largest.map((change) => describeChange(change, facts.get(change) ?? UNKNOWN, plans, language));
  const listed = described.filter(isSeen);
  return { at, cells: changes.length, listed, unseen: described.length - listed.length, isSaved: false };
}

function readFacts(cells: readonly Change[]): Promise<Map<Change, CellFacts>> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const formats = await readFormats(context, cells);
    const contents = await readSurroundings(context, cells);
    const headings = await readHeadings(context, cells, contents);
    return new Map(
      cells.map((cell) => {
        const contentAt = contents.get(cell.sheet) ?? (() => undefined);
        const headingAt = (position: Position) => headings.get(formatSheetPosition({ ...position, sheet: cell.sheet }));
        const labels = labelsOf(cell, contentAt, headingAt);
        return [cell, { labels, numberFormat: formats.get(cell) ?? UNKNOWN.numberFormat }];
      }),
    );
  });
}

async function readFormats(context: Excel.RequestContext, cells: readonly Change[]): Promise<Map<Change, string>> {
  const formats = new Map<Change, string>();
  const blocks = blocksAround(cells, MOST_BATCH_CELLS);
  for (const some of splitByWeight(blocks, (block) => Math.max(10, cellCount(block)), MOST_BATCH_CELLS)) {
    await forEachBatch(
      context,
      some,
      (block) => ({ block, range: rangeOf(context, block).load("numberFormat").untrack() }),
      ({ block, range }) => {
        const rows = range.numberFormat as string[][];
        for (const cell of block.cells)
          formats.set(cell, rows[cell.row - block.row]?.[cell.column - block.column] ?? "");
      },
    );
  }
  return formats;
}

/** Reads what stands left of the cells and above them, by sheet. */
async function readSurroundings(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
): Promise<Map<string, ContentAt>> {
  const wanted = new Map<string, Map<number, SheetPosition>>();
  let searched = 0;
  for (const cell of cells) {
    if (searched > MOST_SEARCHED) break;
    const own = wanted.get(cell.sheet) ?? new Map<number, SheetPosition>();
    wanted.set(cell.sheet, own);
    const before = own.size;
    for (const { row, column } of cellsAround(cell))
      own.set(cellNumber({ row, column }), { sheet: cell.sheet, row, column });
    searched += own.size - before;
  }
  const read = await readValues(
    context,
    [...wanted.values()].flatMap((own) => [...own.values()]),
  );
  return new Map(
    [...bySheet(read)].map(([sheet, own]) => {
      const byNumber = new Map(own.map((cell) => [cellNumber(cell), cell.value]));
      return [sheet, (position: Position) => byNumber.get(cellNumber(position))];
    }),
  );
}

/** Reads how numbers are shown that may head a column. Returns those that are years, months or dates, by address. */
async function readHeadings(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
  contents: ReadonlyMap<string, ContentAt>,
): Promise<Map<string, string>> {
  const candidates = new Map<string, SheetPosition>();
  for (const { sheet, row, column } of cells) {
    const found = findNumberHeading({ row, column }, contents.get(sheet) ?? (() => undefined));
    if (found) candidates.set(formatSheetPosition({ ...found, sheet }), { ...found, sheet });
  }
  const headings = new Map<string, string>();
  await forEachBatch(
    context,
    [...candidates],
    ([address, position]) => ({ address, range: cellAt(context, position).load("text").untrack() }),
    ({ address, range }) => {
      const text = (range.text[0]?.[0] ?? "").trim();
      if (isPeriodText(text)) headings.set(address, text);
    },
  );
  return headings;
}
