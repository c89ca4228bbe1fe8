/** Reads number formats and labels of changed cells from the workbook, in requests that Excel on the web accepts. */
import { cellCount, cellIndex, type Position, type SheetPosition } from "../../../spreadsheet/cells/area";
import { blocksAround, bySheet } from "../../../spreadsheet/cells/blocks";
import { inSlices, type Plan, type Sliced } from "../../../insights";
import { splitByWeight } from "../../../reporting/saved/shards";
import { forEachBatch } from "../cells/batches";
import { cellAt, rangeOf, readValues } from "../cells/formulaCells";
import type { Change } from "../refresh/cellChanges";
import {
  placesOfLabels,
  findNumberHeading,
  isPeriodText,
  labelsOf,
  type ContentAt,
} from "../../../numbers/analysis/cellLabels";
import { cellsOfFact, type ChangedCell, type Fact, factsOf, type NamedNumber } from "../../../numbers/analysis/facts";
import type { NumberName, NumberNames } from "../../../numbers/analysis/numberName";
import { fieldOf, measureOf, type NumberCall } from "../../../numbers/analysis/numberCall";
import { fieldFormat } from "../../../numbers/language/numberFormats";
import { callKey } from "../../../numbers/language/callKey";
import {
  failedCallOf,
  cellsOfChanges,
  describeChange,
  onlyChangedCall,
  isSeen,
  largestChanges,
  sheetPlaces,
  withGroups,
  type ChangeFacts,
  type ChangeSummary,
} from "./changeSummary";
import { runExcel } from "../cells/runExcel";

/** Changes that are listed: more than a reader looks through. */
const MOST_LISTED = 2_000;
/** Cells that are searched for labels, the largest changes first. */
const MOST_SEARCHED = 100_000;
/** Cells that are described without a break: some ten milliseconds of work. */
const CELLS_IN_SLICE = 100;
/** Cells whose numbers are found without a break. */
const NUMBERS_IN_SLICE = 1_000;
/** Cells whose formats one request reads. */
const MOST_BATCH_CELLS = 20_000;

/** Names a number by its call. */
export type NumberNamer = (call: NumberCall) => Promise<NumberNames>;

export interface DescribeOptions {
  /** When the refresh ended. */
  readonly at: number;
  readonly plans: readonly Plan[];
  /** The language of the workbook's formats. */
  readonly language?: string | undefined;
  /** @default numbers have no names: each cell is labelled by the texts around it, and stands alone */
  readonly nameNumber?: NumberNamer | undefined;
  /** True for cells that only serve a report: these are left out. @default none */
  readonly isHidden?: ((cell: SheetPosition) => boolean) | undefined;
}

const NOTHING = () => undefined;
const UNKNOWN = { labels: { row: "", column: "" }, numberFormat: "General" };

/** A changed cell, and the number that it shows. */
interface NamedChange extends ChangedCell {
  readonly change: Change;
  readonly name?: NumberName | undefined;
}

/** Describes the largest changes as facts. If Excel cannot be read, other cells have no labels. Never rejects. */
export async function describeChanges(changes: readonly Change[], options: DescribeOptions): Promise<ChangeSummary> {
  const { at, plans, language, isHidden = () => false } = options;
  const visible = changes.filter((change) => !isHidden(change));
  const named = await nameChanges(visible, options);
  const isMoved = ({ number }: NamedChange) => number?.isMoved === true;
  // A fact leads to its first cell, which is to show the number itself if one does.
  const inOrder = [...named.filter((each) => !isMoved(each)), ...named.filter(isMoved)];
  const facts = new Map(factsOf(inOrder).map((fact) => [changeOfFact(fact), fact]));
  const largest = largestChanges([...facts.keys()], MOST_LISTED);
  const nameOf = (change: Change) => facts.get(change)?.cells[0].name;
  const read = largest.filter((change) => !nameOf(change));
  const factsAround = await readFacts(read).catch(() => () => UNKNOWN);
  const describe = (change: Change) => {
    const fact = facts.get(change);
    const places = fact && sheetPlaces(cellsOfFact(fact).map((cell) => cell.change));
    const name = nameOf(change);
    const own = fact?.number && name ? { labels: name.labels, numberFormat: formatOf(fact.number) } : undefined;
    return describeChange(
      change,
      { ...(own ?? factsAround(change)), ...(name && { labels: name.labels }), name, places },
      plans,
      language,
    );
  };
  const described = await inSlices(mapSliced(largest, describe, CELLS_IN_SLICE));
  const listed = withGroups(described.filter(isSeen));
  const unseen = cellsOfChanges(described.filter((change) => !isSeen(change)));
  return { at, cells: visible.length, listed, unseen, isSaved: false };
}

async function nameChanges(changes: readonly Change[], { nameNumber }: DescribeOptions): Promise<NamedChange[]> {
  if (!nameNumber) return changes.map((change) => ({ change }));
  const found = await inSlices(
    mapSliced(
      changes,
      (change) => ({ change, explained: onlyChangedCall(change), call: failedCallOf(change) }),
      NUMBERS_IN_SLICE,
    ),
  );
  return Promise.all(
    found.map(async ({ change, explained, call }): Promise<NamedChange> => {
      const own = explained?.call ?? call;
      if (!own) return { change };
      const named = await nameNumber(own);
      if (explained) return { change, name: named.name, number: { ...explained, ...named } };
      return {
        change,
        name: named.name,
        alike: JSON.stringify([named.name.key ?? callKey(own), change.before, change.after]),
      };
    }),
  );
}

/** Returns a fact as the change of one cell that shows the number itself. */
function changeOfFact({ cells: [first], number }: Fact<NamedChange>): Change {
  return number ? { ...first.change, before: number.before, after: number.after } : { ...first.change };
}

function formatOf({ call }: NamedNumber): string {
  const field = fieldOf(call);
  return field ? fieldFormat(field, { measure: measureOf(call) }) : UNKNOWN.numberFormat;
}

function* mapSliced<Cell, Result>(
  cells: readonly Cell[],
  map: (cell: Cell) => Result,
  inSlice: number,
): Sliced<Result[]> {
  const results: Result[] = [];
  for (const [at, cell] of cells.entries()) {
    if (at > 0 && at % inSlice === 0) yield;
    results.push(map(cell));
  }
  return results;
}

function readFacts(cells: readonly Change[]): Promise<(cell: Change) => ChangeFacts> {
  if (cells.length === 0) return Promise.resolve(() => UNKNOWN);
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const formats = await readFormats(context, cells);
    const contents = await readSurroundings(context, cells);
    const headings = await readHeadings(context, cells, contents);
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
    for (const position of placesOfLabels(cell)) {
      const number = cellIndex(position);
      if (own.has(number)) continue;
      own.add(number);
      found.push({ sheet, ...position });
    }
  };
  await inSlices(mapSliced(cells, search, CELLS_IN_SLICE));
  return found;
}

/** Returns what is known of the cells of one sheet by their positions. */
function lookupOf<Cell extends Position, Value>(
  cells: readonly Cell[],
  valueOf: (cell: Cell) => Value,
): (position: Position) => Value | undefined {
  const byNumber = new Map(cells.map((cell) => [cellIndex(cell), valueOf(cell)]));
  return (position) => byNumber.get(cellIndex(position));
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
    if (heading) found.set(`${cellIndex(heading)} ${sheet}`, { ...heading, sheet });
  };
  await inSlices(mapSliced(cells, search, CELLS_IN_SLICE));
  return [...found.values()];
}
