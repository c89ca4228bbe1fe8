/**
 * The references of a block's formulas. Its cells hold formulas that are the same relative to the cell, so that each reference
 * of the first one leads, over the block, through an area. Excel moves these areas, which stand in the block's anchor; from where
 * they are now, the formula of each cell is put together again.
 */
import { findReferences, moveReferences, type Reference } from "../../formulas/references";
import { replaceCall } from "../../formulas/calls";
import { formatRange, parseAddress, type Address } from "../../grid/address";
import type { Area, Position, SheetArea } from "../../grid/area";

type Range = Address["range"];
type Side = number | null | undefined;

/** Rows or columns, from the first to the last. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const FIXED = { $top: true, $left: true, $bottom: true, $right: true };

/** The same text for formulas that are the same relative to their cells (Excel's R1C1). */
export function relativeFormula(formula: string, cell: Position): string {
  return findReferences(formula).reduceRight((text, reference) => {
    const { top, left, bottom, right, $top, $left, $bottom, $right } = rangeOf(reference);
    const sides = [
      relativeTo(cell.row, top, $top),
      relativeTo(cell.column, left, $left),
      relativeTo(cell.row, bottom, $bottom),
      relativeTo(cell.column, right, $right),
    ];
    return replaceCall(text, reference, `{${reference.sheet.toLowerCase()}!${sides.join(":")}}`);
  }, formula);
}

function relativeTo(own: number, side: Side, isFixed: boolean | null | undefined): string {
  if (typeof side !== "number") return "";
  return isFixed ? String(side) : `[${side - own}]`;
}

/** The areas through which the references lead, each once: "'P&L'!$B$3:$D$9". */
export function areasOver(formula: string, block: SheetArea): string[] {
  return [...new Set(findReferences(formula).map((reference) => areaOver(reference, block)))];
}

function areaOver(reference: Reference, { sheet, rows, columns }: SheetArea): string {
  const { top, left, bottom, right, $bottom, $right } = rangeOf(reference);
  const last = (side: Side, isFixed: boolean | null | undefined, count: number): number | null =>
    typeof side !== "number" ? null : isFixed ? side : side + count - 1;
  return formatRange(reference.sheet || sheet, {
    top,
    left,
    bottom: last(bottom, $bottom, rows),
    right: last(right, $right, columns),
    ...FIXED,
  });
}

/** A block as it was frozen, and where it and the areas of its references are now. */
export interface MovedBlock {
  readonly formula: string;
  readonly before: SheetArea;
  readonly now: SheetArea;
  /** In the order of `areasOver`: "#REF!" where the cells have been deleted. */
  readonly areas: readonly string[];
}

/** A cell of a block: its place in the block as that was frozen, and as it is now. */
export interface MovedCell {
  readonly before: Position;
  readonly now: Position;
}

/**
 * Gives the formula of each cell of the block, with its references where the cells are now. Undefined where that cannot be known:
 * rows or columns have come into the middle of an area through which the references lead.
 */
export function moverOf(block: MovedBlock): (cell: MovedCell) => string | undefined {
  const places = areasOver(block.formula, block.before);
  const references = findReferences(block.formula).map((reference) => {
    const over = areaOver(reference, block.before);
    return { reference, over, address: block.areas[places.indexOf(over)] ?? "#REF!" };
  });
  return (cell) => {
    const found = references.map((each) => moveReference(each, block, cell));
    const addresses = found.flatMap((address) => (address === undefined ? [] : [address]));
    return addresses.length < found.length ? undefined : moveReferences(block.formula, block.now.sheet, addresses);
  };
}

/** Whether each cell's references stay in its own row, or mean the same cells from every row: its row can be sorted. */
export function readsOwnRow(formula: string, { row }: Position): boolean {
  return findReferences(formula).every((reference) => {
    const { top, bottom, $top, $bottom } = rangeOf(reference);
    const isFixed = (typeof top !== "number" || $top) && (typeof bottom !== "number" || $bottom);
    // Excel sorts by other rules what names its sheet.
    return isFixed || (reference.sheet === "" && !$top && !$bottom && top === row && bottom === row);
  });
}

interface AnchoredReference {
  readonly reference: Reference;
  /** The area through which it led. */
  readonly over: string;
  /** The same area, where it is now. */
  readonly address: string;
}

function moveReference(
  { reference, over, address }: AnchoredReference,
  { before, now }: MovedBlock,
  cell: MovedCell,
): string | undefined {
  const [then, present] = [parseAddress(over), parseAddress(address)];
  if (!then || !present || present.isForeign) return "#REF!";
  const range = rangeOf(reference);
  const isOwn = sameSheet(then.sheet, before.sheet) && sameSheet(present.sheet, now.sheet);
  const rows = moveSpan(
    { first: range.top, last: range.bottom, isFirstFixed: range.$top, isLastFixed: range.$bottom },
    { over: spanOf(then.range.top, then.range.bottom), block: rowsOf(before), at: cell.before.row },
    { over: spanOf(present.range.top, present.range.bottom), block: rowsOf(now), at: cell.now.row },
    isOwn,
  );
  const columns = moveSpan(
    { first: range.left, last: range.right, isFirstFixed: range.$left, isLastFixed: range.$right },
    { over: spanOf(then.range.left, then.range.right), block: columnsOf(before), at: cell.before.column },
    { over: spanOf(present.range.left, present.range.right), block: columnsOf(now), at: cell.now.column },
    isOwn,
  );
  if (!rows || !columns) return undefined;
  const whole = (span: Span | "all") => (span === "all" ? { start: null, end: null } : span);
  const [vertical, horizontal] = [whole(rows), whole(columns)];
  const moved = { top: vertical.start, bottom: vertical.end, left: horizontal.start, right: horizontal.end };
  return formatRange(present.sheet, { ...moved, ...FIXED });
}

interface Sides {
  readonly first: Side;
  readonly last: Side;
  readonly isFirstFixed: boolean | null | undefined;
  readonly isLastFixed: boolean | null | undefined;
}

interface Places {
  /** The area through which the reference leads; undefined for whole columns or rows. */
  readonly over: Span | undefined;
  readonly block: Span;
  /** The cell's place in the block. */
  readonly at: number;
}

function moveSpan(sides: Sides, before: Places, now: Places, isOwn: boolean): Span | "all" | undefined {
  const { first, last } = sides;
  if (typeof first !== "number" || typeof last !== "number" || !before.over || !now.over) return "all";
  const [over, present] = [before.over, now.over];
  const follows = isOwn && isSame(over, before.block) && isSame(present, now.block);
  const isWhole = present.end - present.start === over.end - over.start;
  const move = (side: number, isFixed: boolean | null | undefined, fixed: number): number | undefined => {
    if (isFixed) return fixed;
    // Its own row or column, also where others have come between.
    if (follows) return now.block.start + now.at;
    return isWhole ? present.start + side + before.at - over.start : undefined;
  };
  const start = move(first, sides.isFirstFixed, present.start);
  const end = move(last, sides.isLastFixed, present.end);
  return start === undefined || end === undefined ? undefined : { start, end };
}

function rangeOf({ text }: Reference): Range {
  return parseAddress(text)?.range ?? { top: 0, left: 0, bottom: 0, right: 0 };
}

function spanOf(start: Side, end: Side): Span | undefined {
  return typeof start === "number" && typeof end === "number" ? { start, end } : undefined;
}

function rowsOf({ row, rows }: Area): Span {
  return { start: row, end: row + rows - 1 };
}

function columnsOf({ column, columns }: Area): Span {
  return { start: column, end: column + columns - 1 };
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

function sameSheet(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
