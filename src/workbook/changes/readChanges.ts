/** Reads number formats and labels of changed cells from the workbook, in requests that Excel on the web accepts. */
import { cellCount, cellNumber, type Position, type SheetPosition } from "../../sheet/area";
import { blocksAround, bySheet } from "../../sheet/blocks";
import { inSlices, type Plan, type Sliced } from "../../insights";
import { splitByWeight } from "../../saved/shards";
import { forEachBatch } from "../cells/batches";
import { cellAt, rangeOf, readValues } from "../cells/cells";
import type { Change } from "../refresh/cellChanges";
import type { NumberCall } from "../../analysis/numberCall";
import {
  describeChange,
  explainedCall,
  isSeen,
  largestChanges,
  type CellFacts,
  type ChangeSummary,
  type ListedChange,
} from "./changeSummary";
import {
  cellsAround,
  findNumberHeading,
  isPeriodText,
  labelsOf,
  type CellLabels,
  type ContentAt,
} from "../../analysis/cellLabels";

/** Changes that are listed: more than a reader looks through. */
const MOST_LISTED = 2_000;
/** Cells that are searched for labels, the largest changes first. */
const MOST_SEARCHED = 100_000;
/** Cells that are described without a break: some ten milliseconds of work. */
const CELLS_IN_SLICE = 100;
/** Cells whose formats one request reads. */
const MOST_BATCH_CELLS = 20_000;

export interface DescribeOptions {
  /** When the refresh ended. */
  readonly at: number;
  readonly plans: readonly Plan[];
  /** The language of the workbook's formats. */
  readonly language?: string | undefined;
  /** Labels a cell by its call. @default by the texts around the cell, as the cells without a call of their own */
  readonly labelsOfCall?: ((call: NumberCall) => Promise<CellLabels>) | undefined;
}

const NOTHING = () => undefined;
const UNKNOWN: CellFacts = { labels: { row: "", column: "" }, numberFormat: "General" };

/** Describes the largest changes. If Excel cannot be read, they have no labels. Never rejects. */
export async function describeChanges(changes: readonly Change[], options: DescribeOptions): Promise<ChangeSummary> {
  const { at, plans, language, labelsOfCall } = options;
  const largest = largestChanges(changes, MOST_LISTED);
  const unnamed = labelsOfCall ? largest.filter((change) => !explainedCall(change)) : largest;
  const factsOf = await readFacts(largest, unnamed).catch(() => () => UNKNOWN);
  const described = await inSlices(
    mapSliced(largest, (change) => describeChange(change, factsOf(change), plans, language)),
  );
  const seen = described.filter(isSeen);
  const name = async (change: ListedChange): Promise<ListedChange> =>
    change.explained && labelsOfCall ? { ...change, labels: await labelsOfCall(change.explained.call) } : change;
  const listed = await Promise.all(seen.map(name));
  return { at, cells: changes.length, listed, unseen: described.length - listed.length, isSaved: false };
}

function* mapSliced<Cell, Result>(cells: readonly Cell[], map: (cell: Cell) => Result): Sliced<Result[]> {
  const results: Result[] = [];
  for (const [at, cell] of cells.entries()) {
    if (at > 0 && at % CELLS_IN_SLICE === 0) yield;
    results.push(map(cell));
  }
  return results;
}

/** @param unnamed The cells whose labels are read; the others get none. */
function readFacts(cells: readonly Change[], unnamed: readonly Change[]): Promise<(cell: Change) => CellFacts> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const formats = await readFormats(context, cells);
    const contents = await readSurroundings(context, unnamed);
    const headings = await readHeadings(context, unnamed, contents);
    return (cell) => {
      const { sheet } = cell;
      const labels = labelsOf(cell, contents.get(sheet) ?? NOTHING, headings.get(sheet) ?? NOTHING);
      return { labels, numberFormat: formats.get(cell) ?? UNKNOWN.numberFormat };
    };
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
  const wanted = await cellsToSearch(cells);
  const read = await readValues(context, wanted);
  return new Map([...bySheet(read)].map(([sheet, own]) => [sheet, lookupOf(own, ({ value }) => value)]));
}

/** Returns the cells that may hold labels, each once. */
async function cellsToSearch(cells: readonly SheetPosition[]): Promise<SheetPosition[]> {
  const found: SheetPosition[] = [];
  const known = new Map<string, Set<number>>();
  const search = ({ sheet, ...cell }: SheetPosition) => {
    if (found.length > MOST_SEARCHED) return;
    const own = known.get(sheet) ?? new Set<number>();
    known.set(sheet, own);
    for (const position of cellsAround(cell)) {
      const number = cellNumber(position);
      if (own.has(number)) continue;
      own.add(number);
      found.push({ sheet, ...position });
    }
  };
  await inSlices(mapSliced(cells, search));
  return found;
}

/** Returns what is known of the cells of one sheet by their positions. */
function lookupOf<Cell extends Position, Value>(
  cells: readonly Cell[],
  valueOf: (cell: Cell) => Value,
): (position: Position) => Value | undefined {
  const byNumber = new Map(cells.map((cell) => [cellNumber(cell), valueOf(cell)]));
  return (position) => byNumber.get(cellNumber(position));
}

/** Reads how numbers are shown that may head a column. Returns those that are years, months or dates, by sheet. */
async function readHeadings(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
  contents: ReadonlyMap<string, ContentAt>,
): Promise<Map<string, (position: Position) => string | undefined>> {
  const candidates = await headingCandidates(cells, contents);
  const headings: (SheetPosition & { text: string })[] = [];
  await forEachBatch(
    context,
    candidates,
    (position) => ({ position, range: cellAt(context, position).load("text").untrack() }),
    ({ position, range }) => {
      const text = (range.text[0]?.[0] ?? "").trim();
      if (isPeriodText(text)) headings.push({ ...position, text });
    },
  );
  return new Map([...bySheet(headings)].map(([sheet, own]) => [sheet, lookupOf(own, ({ text }) => text)]));
}

async function headingCandidates(
  cells: readonly SheetPosition[],
  contents: ReadonlyMap<string, ContentAt>,
): Promise<SheetPosition[]> {
  const found = new Map<string, SheetPosition>();
  const search = ({ sheet, row, column }: SheetPosition) => {
    const heading = findNumberHeading({ row, column }, contents.get(sheet) ?? NOTHING);
    if (heading) found.set(`${cellNumber(heading)} ${sheet}`, { ...heading, sheet });
  };
  await inSlices(mapSliced(cells, search));
  return [...found.values()];
}
