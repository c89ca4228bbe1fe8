/** What a thaw is going to do with one block: where it is now, and which of its cells get their formulas back. */
import { formatAddress } from "../../grid/address";
import { cellArea, mapCells, type Area, type Position, type SheetArea } from "../../grid/area";
import { GONE, type FrozenBlock } from "../../saved/frozen";
import type { TableArea } from "../cells/formulaAreas";
import { SHEET_PROTECTED } from "../cells/protection";
import { rectanglesOf } from "../cells/rectangles";
import { formulaIn, valuesOf, type SheetContents } from "../cells/sheetContents";
import type { Anchor } from "./anchors";
import { moverOf, readsOwnRow, relativeFormula, type MovedCell } from "./blockReferences";
import type { FormulaToWrite } from "./formulaWriting";
import type { SkippedCell } from "./freezePlan";
import { areaOf, areasIn, type BlockCell } from "./frozenBlocks";
import { contextOf, labelAt } from "./labels";
import { placeCells, type PlacedBlock, type PresentBlock } from "./placing";

/** The workbook as it is now, as far as thawing has to know. Sheets by their names. */
export interface PresentBook {
  readonly anchors: ReadonlyMap<string, Anchor>;
  readonly contents: ReadonlyMap<string, SheetContents>;
  readonly tables: readonly TableArea[];
  readonly locked: ReadonlySet<string>;
}

export interface ThawingScope {
  /** Tells by the id which blocks are meant. */
  readonly isMeant: (id: string) => boolean;
  readonly isInScope: (area: SheetArea) => boolean;
}

/** What is found out of blocks' cells. */
export interface BlockFindings {
  readonly found: readonly (FormulaToWrite & BlockCell)[];
  /** Those that have their formulas, or another that was frozen later. */
  readonly already: readonly BlockCell[];
  readonly skipped: readonly SkippedCell[];
}

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

const OTHER_FORMULA = "Another formula has been put there since it was frozen. It stays as it is.";
const MOVED = "Rows or columns have come between the cells that its formula reads. It stays a value.";

interface Located {
  readonly area: SheetArea;
  readonly contents: SheetContents;
  readonly anchor: Anchor;
}

/** Where the block is now; "back" where an undo has taken back its anchor together with its values. */
export function locate(block: FrozenBlock, { anchors, contents }: PresentBook): Located | "deleted" | "back" | "lost" {
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

export interface BlockThawing extends Located {
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

export function placeBlock(options: BlockThawing): PlacedFormulas {
  const formulaOf = movedFormula(options);
  const { rest, already } = withoutAlready(options, formulaOf);
  return { ...placeCells(rest, presentOf(options)), already, formulaOf };
}

/** Adds what is to become of the block's cells. */
export function thawBlock(thawing: Writable<BlockFindings>, options: BlockThawing, placed: PlacedFormulas): void {
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
