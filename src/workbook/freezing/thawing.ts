/** What a thaw is going to do: decided from the record, the anchors and what the sheets hold, before anything is written. */
import { formatAddress } from "../../grid/address";
import { cellArea, contains, mapCells, overlaps, type Area, type Position, type SheetArea } from "../../grid/area";
import { GONE, isBlock, type FrozenBlock, type FrozenItem, type SavedFrozen } from "../../saved/frozen";
import type { Anchor } from "./anchors";
import { coverageOf } from "../cells/cellAreas";
import { moverOf, readsOwnRow, relativeFormula, type MovedCell } from "./blockReferences";
import type { TableArea } from "../cells/formulaAreas";
import type { FormulaToWrite } from "./formulaWriting";
import type { SkippedCell } from "./freezePlan";
import { areaOf, areasIn } from "./frozenBlocks";
import { contextOf, labelAt } from "./labels";
import { CHANGED, placeCells, SORTED, type PlacedBlock, type PresentBlock } from "./placing";
import { SHEET_PROTECTED } from "../cells/protection";
import { rectanglesOf } from "../cells/rectangles";
import { formulaIn, valuesOf, type SheetContents } from "../cells/sheetContents";

/** The workbook as it is now, as far as thawing has to know. Sheets by their names. */
export interface PresentBook {
  readonly anchors: ReadonlyMap<string, Anchor>;
  readonly contents: ReadonlyMap<string, SheetContents>;
  readonly tables: readonly TableArea[];
  readonly locked: ReadonlySet<string>;
}

/** A cell of a block, by its place in the block as that was frozen. */
interface BlockCell {
  readonly id: string;
  readonly before: Position;
}

export interface Thawing {
  readonly found: readonly (FormulaToWrite & BlockCell)[];
  /** Those that have their formulas, or another that was frozen later. */
  readonly already: readonly BlockCell[];
  /** The ids of blocks whose cells have been deleted. */
  readonly deleted: readonly string[];
  readonly skipped: readonly SkippedCell[];
}

export interface ThawingScope {
  /** Tells by the id which blocks are meant. */
  readonly isMeant: (id: string) => boolean;
  readonly isInScope: (area: SheetArea) => boolean;
}

const DELETED = "Its cells have been deleted since.";
const LOST = "Its cells cannot be found any more. The formula stays remembered.";
const OTHER_FORMULA = "Another formula has been put there since it was frozen. It stays as it is.";
const MOVED = "Rows or columns have come between the cells that its formula reads. It stays a value.";

/** Of two blocks that claim a cell, that of the later freeze counts. */
export function findThawing(saved: SavedFrozen, book: PresentBook, scope: ThawingScope): Thawing {
  const thawing = { found: [], already: [], deleted: [], skipped: [] } as Writable<Thawing>;
  const located: BlockThawing[] = [];
  const isFilled = filledIn(saved, book);
  for (const { block, isClaimed } of claimsOf(saved, book)) {
    const place = locate(block, book);
    if (typeof place === "object") located.push({ block, ...place, book, scope, isClaimed, isFilled });
    else if (scope.isMeant(block.id)) {
      if (place === "deleted") thawing.deleted.push(block.id);
      if (place === "back") thawing.already.push(...cellsOf(block));
      else thawing.skipped.push(place === "deleted" ? { address: block.formula, reason: DELETED } : { address: block.address, reason: LOST }); // prettier-ignore
    }
  }
  const placed = located.map((each) => ({ each, ...placeBlock(each) }));
  const sorted = new Set(placed.filter(isSorted).map(({ each }) => each.area.sheet));
  for (const { each, ...rest } of placed) {
    if (!scope.isMeant(each.block.id)) continue;
    // Of rows that look alike, none is certain once one has moved.
    const isUncertain = each.block.contexts !== undefined && sorted.has(each.area.sheet);
    thawBlock(thawing, each, isUncertain ? withoutFound(rest) : rest);
  }
  return thawing;
}

/** The blocks, those of later freezes first, each with what tells the cells that a later one claims. */
function claimsOf(saved: SavedFrozen, { anchors }: PresentBook) {
  const batches = [...saved.batches].sort((one, other) => one.at - other.at);
  const times = new Map(batches.map(({ id }, at) => [id, at]));
  const timeOf = ({ id }: FrozenItem) => times.get(batchOf(id)) ?? 0;
  const blocks = saved.items.filter(isBlock).sort((one, other) => timeOf(other) - timeOf(one));
  /** What blocks of one freeze claim, which have no cell in common, and what those of later ones do. */
  let [claims, later, time]: [SheetArea[], SheetArea[], number] = [[], [], Infinity];
  return blocks.map((block) => {
    if (timeOf(block) < time) [later, claims, time] = [[...later, ...claims], [], timeOf(block)];
    const area = areaOf(anchors.get(block.id)?.areas[0]);
    const own = area ? later.filter((each) => each.sheet === area.sheet && overlaps(each, area)) : [];
    if (area) claims.push(area);
    return { block, isClaimed: (cell: Position) => own.some((each) => contains(each, cell)) };
  });
}

/** Tells, by the name of a sheet, the cells of formulas and of frozen blocks. */
function filledIn(saved: SavedFrozen, { anchors, contents }: PresentBook): BlockThawing["isFilled"] {
  const areas = saved.items.filter(isBlock).flatMap(({ id }) => areaOf(anchors.get(id)?.areas[0]) ?? []);
  const sheets = [...contents.values()].map((own): [string, (cell: Position) => boolean] => {
    const isFrozen = coverageOf(areas.filter(({ sheet }) => sheet === own.sheet));
    return [own.sheet, (cell) => formulaIn(own, cell) !== "" || isFrozen(cell)];
  });
  const tests = new Map(sheets);
  return (sheet) => tests.get(sheet) ?? (() => false);
}

/** Whether rows have changed places, as far as the block tells. */
function isSorted({ each, missing }: { each: BlockThawing; missing: PlacedBlock["missing"] }): boolean {
  const { block, area, contents, isClaimed } = each;
  return missing.some(({ before, reason }) => {
    const cell = { row: area.row + before.row, column: area.column + before.column };
    const isElsewhere = isClaimed(cell) || formulaIn(contents, cell) !== "";
    return !isElsewhere && (reason !== CHANGED || block.contexts !== undefined);
  });
}

function withoutFound<Placed extends PlacedBlock>({ found, missing, ...rest }: Placed) {
  return { ...rest, found: [], missing: [...missing, ...found.map(({ before }) => ({ before, reason: SORTED }))] };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

interface Located {
  readonly area: SheetArea;
  readonly contents: SheetContents;
  readonly anchor: Anchor;
}

/** Where the block is now; "back" where an undo has taken back its anchor together with its values. */
function locate(block: FrozenBlock, { anchors, contents }: PresentBook): Located | "deleted" | "back" | "lost" {
  const anchor = anchors.get(block.id);
  const area = areaOf(anchor?.areas[0]);
  const own = contents.get((anchor ? area : areaOf(block.address))?.sheet ?? "");
  if (anchor) return area && own ? { area, contents: own, anchor } : "deleted";
  const former = areaOf(block.address);
  return own && former && hasFormulas(block, former, own) ? "back" : "lost";
}

function hasFormulas({ kind, formula }: FrozenBlock, area: Area, contents: SheetContents): boolean {
  const expected = relativeFormula(formula, area);
  const cells = kind === "spill" ? [cellArea(area)] : mapCells(area, (row, column) => ({ row, column })).flat();
  return cells.every((cell) => relativeFormula(formulaIn(contents, cell), cell) === expected);
}

function cellsOf({ id, marks }: FrozenBlock): BlockCell[] {
  return marks.flatMap((row, down) =>
    row.flatMap((mark, right) => (mark === GONE ? [] : [{ id, before: { row: down, column: right } }])),
  );
}

interface BlockThawing extends Located {
  readonly block: FrozenBlock;
  readonly book: PresentBook;
  readonly scope: ThawingScope;
  readonly isClaimed: (cell: Position) => boolean;
  readonly isFilled: (sheet: string) => (cell: Position) => boolean;
}

interface PlacedFormulas extends PlacedBlock {
  readonly already: readonly BlockCell[];
  readonly formulaOf: (cell: MovedCell) => string | undefined;
}

function placeBlock(options: BlockThawing): PlacedFormulas {
  const formulaOf = movedFormula(options);
  const { rest, already } = withoutAlready(options, formulaOf);
  return { ...placeCells(rest, presentOf(options)), already, formulaOf };
}

function thawBlock(thawing: Writable<Thawing>, options: BlockThawing, placed: PlacedFormulas): void {
  const { block, area, contents, book, scope, isClaimed } = options;
  const { id } = block;
  const inScope = (cell: Position) => scope.isInScope({ ...fillOf(options, cell), sheet: area.sheet });
  thawing.already.push(...placed.already);
  const skipped: { row: number; column: number; reason: string }[] = [];
  for (const { before, reason } of placed.missing) {
    const cell = { row: area.row + before.row, column: area.column + before.column };
    if (isClaimed(cell)) thawing.already.push({ id, before });
    else if (inScope(cell))
      skipped.push({ ...cell, reason: formulaIn(contents, cell) === "" ? reason : OTHER_FORMULA });
  }
  for (const cell of placed.found) {
    const now = { row: area.row + cell.now.row, column: area.column + cell.now.column };
    const fill = fillOf(options, now);
    const formula = placed.formulaOf(cell);
    if (isClaimed(now)) thawing.already.push({ id, before: cell.before });
    else if (!inScope(now)) continue;
    else if (book.locked.has(area.sheet)) skipped.push({ ...now, reason: SHEET_PROTECTED });
    else if (formulaIn(contents, now) !== "") skipped.push({ ...now, reason: OTHER_FORMULA });
    else if (formula === undefined) skipped.push({ ...now, reason: MOVED });
    else thawing.found.push({ ...now, sheet: area.sheet, formula, fill, id, before: cell.before });
  }
  for (const { cells, ...each } of rectanglesOf(skipped, ({ reason }) => reason))
    thawing.skipped.push({ address: formatAddress(area.sheet, each), reason: cells[0]?.reason ?? "" });
}

function fillOf({ block, area }: BlockThawing, cell: Position): Area {
  return block.kind === "spill" ? area : cellArea(cell);
}

function movedFormula({ block, area, anchor }: BlockThawing): (cell: MovedCell) => string | undefined {
  const former = areaOf(block.address) ?? area;
  const isSpill = block.kind === "spill";
  return moverOf({
    formula: block.formula,
    before: isSpill ? { sheet: former.sheet, ...cellArea(former) } : former,
    now: isSpill ? { sheet: area.sheet, ...cellArea(area) } : area,
    areas: areasIn(block, anchor).references,
  });
}

/** The block without the cells that have their formulas, as after an undo, or where a freeze was interrupted. */
function withoutAlready(
  { block, area, contents }: BlockThawing,
  formulaOf: (cell: MovedCell) => string | undefined,
): { rest: FrozenBlock; already: BlockCell[] } {
  const already: BlockCell[] = [];
  const marks = block.marks.map((row, down) =>
    row.map((mark, right) => {
      const before = { row: down, column: right };
      const text = formulaIn(contents, { row: area.row + down, column: area.column + right });
      if (mark === GONE || text === "" || !isSameText(text, formulaOf({ before, now: before }), area.sheet))
        return mark;
      already.push({ id: block.id, before });
      return GONE;
    }),
  );
  return { rest: { ...block, marks }, already };
}

/** A formula may name its own sheet or not. */
function isSameText(one: string, other: string | undefined, sheet: string): boolean {
  const own = new RegExp(`(?:'${escapeText(sheet.replaceAll("'", "''"))}'|${escapeText(sheet)})!`, "gi");
  return one.replace(own, "") === other?.replace(own, "");
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function presentOf({ block, area, contents, anchor, isFilled }: BlockThawing): PresentBlock {
  const { rowLabels, columnLabels } = areasIn(block, anchor);
  return {
    values: valuesOf(contents, area),
    rowLabels: labelsIn(areaOf(rowLabels), contents),
    columnLabels: labelsIn(areaOf(columnLabels), contents),
    contexts: block.contexts
      ? Array.from({ length: area.rows }, (_, at) => contextOf(contents, area.row + at, area, isFilled(area.sheet)))
      : [],
    isSortable: readsOwnRow(block.formula, areaOf(block.address) ?? area),
  };
}

function labelsIn(area: Area | undefined, contents: SheetContents): string[] {
  return area ? mapCells(area, (row, column) => labelAt(contents, { row, column })).flat() : [];
}

/** What a thaw has changed of the record. */
export interface Outcome {
  /** The cells of each block that are frozen no more, as "row,column". */
  readonly gone: ReadonlyMap<string, ReadonlySet<string>>;
  /** The ids of items that are there no more. */
  readonly removed: ReadonlySet<string>;
}

/** Lists come back with the last block of their freeze, and lines go with the last one of their sheet. */
export function outcomeOf(
  saved: SavedFrozen,
  { found, already, deleted }: Thawing,
  refused: readonly FormulaToWrite[],
  { anchors }: PresentBook,
): Outcome {
  const gone = new Map<string, Set<string>>();
  const left = new Set(refused);
  for (const cell of [...found.filter((each) => !left.has(each)), ...already]) {
    const own = gone.get(cell.id) ?? new Set<string>();
    gone.set(cell.id, own.add(`${cell.before.row},${cell.before.column}`));
  }
  const dropped = new Set(deleted);
  const rest = withoutThawed(saved, { gone, removed: dropped }).items.filter(isBlock);
  const sheetOf = ({ id, address }: FrozenItem) => areaOf(anchors.get(id)?.areas[0] ?? address)?.sheet;
  const [ids, batches, sheets] = [
    new Set(rest.map(({ id }) => id)),
    new Set(rest.map(({ id }) => batchOf(id))),
    new Set(rest.map(sheetOf)),
  ];
  const isOver = (item: FrozenItem): boolean => {
    if (item.kind === "list") return !batches.has(batchOf(item.id));
    return item.kind === "line" ? !sheets.has(sheetOf(item)) : !ids.has(item.id);
  };
  return { gone, removed: new Set(saved.items.filter(isOver).map(({ id }) => id)) };
}

function batchOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}

/** The record without what has been thawed. */
export function withoutThawed({ batches, items, named }: SavedFrozen, { gone, removed }: Outcome): SavedFrozen {
  const rest = items
    .filter(({ id }) => !removed.has(id))
    .map((item) => (isBlock(item) ? withoutCells(item, gone.get(item.id)) : item))
    .filter((item) => !isBlock(item) || cellsOf(item).length > 0);
  const needed = new Set(rest.map(({ id }) => batchOf(id)));
  return {
    batches: batches.filter(({ id }) => needed.has(id)),
    items: rest,
    named,
  };
}

function withoutCells(block: FrozenBlock, gone: ReadonlySet<string> | undefined): FrozenBlock {
  if (!gone) return block;
  const marks = block.marks.map((row, down) => row.map((mark, right) => (gone.has(`${down},${right}`) ? GONE : mark)));
  return { ...block, marks };
}
