/** Finds the references and functions in a formula's text. */
import { tokenTypes, type RangeA1, type Token } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import { formatRange, parseAddress, quoteSheetName, type Address } from "../grid/address";
import { cellArea, cellCount, contains, type Area, type SheetArea, type SheetPosition } from "../grid/area";

/** The sheets and functions around a formula. */
export interface SheetContext {
  /** Returns the size of a sheet's used range, or undefined if the sheet does not exist. */
  used(sheet: string): { name: string; rows: number; columns: number } | undefined;
  /** Returns the area into which the formula of this cell spills; undefined if it cannot spill, or has none. */
  spillFrom(cell: SheetPosition): SheetArea | undefined;
  /** True if a function accepts a range. The name is in capitals. */
  takesRanges(name: string): boolean;
}

export interface Reading {
  /**
   * The formula for the engine: whole columns and rows end at the used range, `ANCHORARRAY(A1)` (Excel's A1#) becomes the
   * range that A1 fills, and `SINGLE(A1:A9)` (Excel's @) becomes the cell in line with the formula.
   */
  readonly text: string;
  readonly references: readonly ReadArea[];
  /** In capitals. */
  readonly functions: readonly string[];
  /** True if the formula calculates which cells it reads, as with OFFSET. */
  readonly isDynamic: boolean;
  /** True if a range may stand where Excel expects one value and takes the cell in line with the formula. */
  readonly hasImplicitIntersection: boolean;
  /** True if `text` and `references` change when used ranges or spills change. */
  readonly dependsOnLayout: boolean;
}

const DYNAMIC = new Set(["OFFSET", "INDIRECT"]);

/** A range with more rows ends at the used range, like a whole column. `verification.ts` limits both alike. */
const MAX_RANGE_ROWS = 100_000;

/** Cells that a formula reads. */
export interface ReadArea {
  /** The area at the cell for which the formula was read. */
  readonly area: SheetArea;
  /** The same as a range: the sides with "$" stay when the formula is copied. Without it the whole area stays. */
  readonly range?: RangeA1 | undefined;
}

/** The distance of a formula's copy from the original. */
export interface Shift {
  rows: number;
  columns: number;
}

/** Returns the areas that a copy of the formula reads. */
export function areasAt({ references }: Reading, shift: Shift): SheetArea[] {
  const isHere = shift.rows === 0 && shift.columns === 0;
  return references.map(({ area, range }) =>
    isHere || !range ? area : { sheet: area.sheet, ...movedArea(range, area, shift) },
  );
}

/** Returns the area of a copied reference. @param area Its area in the original. */
export function movedArea({ $top, $left, $bottom, $right }: RangeA1, area: Area, { rows, columns }: Shift): Area {
  const top = area.row + ($top ? 0 : rows);
  const bottom = area.row + area.rows - 1 + ($bottom ? 0 : rows);
  const left = area.column + ($left ? 0 : columns);
  const right = area.column + area.columns - 1 + ($right ? 0 : columns);
  return {
    row: Math.min(top, bottom),
    column: Math.min(left, right),
    rows: Math.abs(bottom - top) + 1,
    columns: Math.abs(right - left) + 1,
  };
}

type MutableReading = { -readonly [Key in keyof Reading]: Reading[Key] } & {
  references: ReadArea[];
  functions: string[];
};

export function emptyReading(): MutableReading {
  return {
    text: "",
    references: [],
    functions: [],
    isDynamic: false,
    hasImplicitIntersection: false,
    dependsOnLayout: false,
  };
}

/** Reads a formula in A1 notation without names and structured references. @param at The formula's own cell. */
export function readReferences(formula: string, at: SheetPosition, context: SheetContext): Reading {
  const reading = emptyReading();
  const tokens = tokenizeFormula(formula);
  const open: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    // eslint-disable-next-line @typescript-eslint/no-non-null-assertion -- index is below the length
    const token = tokens[index]!;
    const name = token.type === tokenTypes.FUNCTION ? token.value.toUpperCase() : undefined;
    const range = name === "ANCHORARRAY" || name === "SINGLE" ? rangeInBrackets(tokens, index) : undefined;
    if (range !== undefined) {
      reading.text += addArea(
        reading,
        name === "SINGLE" ? cellInLine(range, at, context) : spillOf(range, at, context),
      );
      reading.dependsOnLayout ||= name === "ANCHORARRAY";
      // The brackets and the range.
      index += 3;
      continue;
    }
    if (name !== undefined) reading.functions.push(name);
    if (token.value === "(") open.push(functionBefore(tokens, index));
    if (token.value === ")") open.pop();
    reading.isDynamic ||= DYNAMIC.has(name ?? "") || isRangeOperator(token);
    reading.text += isReference(token) ? readRange(reading, token.value, at, context, open) : token.value;
  }
  return reading;
}

/** @param open The functions whose brackets are open, "" for other brackets. */
function readRange(
  reading: MutableReading,
  text: string,
  at: SheetPosition,
  context: SheetContext,
  open: readonly string[],
): string {
  const found = areaOf(text, at, context);
  if (!found) return text;
  reading.references.push({ area: found.area, range: found.range });
  reading.hasImplicitIntersection ||= cellCount(found.area) > 1 && !open.some((name) => context.takesRanges(name));
  reading.dependsOnLayout ||= found.isCut;
  return found.isCut ? formatQuoted(found.area, fixedSidesOf(found.range)) : text;
}

/**
 * Returns the area of a reference, or undefined if its sheet does not exist. Whole columns and rows, and long ranges, end at the
 * used range; `range` is then the range of that area.
 */
function areaOf(
  text: string,
  at: SheetPosition,
  context: SheetContext,
): { area: SheetArea; range: RangeA1; isCut: boolean } | undefined {
  const address = parseAddress(text);
  const sheet = context.used(address?.sheet || at.sheet);
  if (!address || !sheet) return undefined;
  const { range } = address;
  const { row, column, rows, columns } = address.area;
  const area = { sheet: sheet.name, row, column, rows, columns };
  if (!endsAtUsedRange(address)) return { area, range, isCut: false };
  // A whole column or row is the same in every copy.
  const isWhole = [range.top, range.left, range.bottom, range.right].some((side) => typeof side !== "number");
  const { $top, $left, $bottom, $right } = isWhole ? FIXED : fixedSidesOf(range);
  const cut = {
    rows: lengthUntil(sheet.rows, row, rows, at.row, $top, $bottom),
    columns: lengthUntil(sheet.columns, column, columns, at.column, $left, $right),
  };
  const end = { bottom: row + cut.rows - 1, right: column + cut.columns - 1 };
  return {
    area: { ...area, ...cut },
    range: { top: row, left: column, ...end, $top, $left, $bottom, $right },
    isCut: true,
  };
}

/** The sides of a range that stay when the formula is copied. */
type FixedSides = Record<"$top" | "$left" | "$bottom" | "$right", boolean>;

const FIXED: FixedSides = { $top: true, $left: true, $bottom: true, $right: true };

function fixedSidesOf({ $top, $left, $bottom, $right }: RangeA1): FixedSides {
  return { $top: $top === true, $left: $left === true, $bottom: $bottom === true, $right: $right === true };
}

/**
 * Returns the length of a range, at least 1, that ends at the used range in every copy of its formula. A copy may be as many
 * rows or columns before the original as `at`. If a copy moves one end only, the range keeps its length.
 */
function lengthUntil(
  used: number,
  start: number,
  length: number,
  at: number,
  isStartFixed: boolean,
  isEndFixed: boolean,
): number {
  if (isStartFixed !== isEndFixed) return length;
  return Math.min(length, Math.max(used + (isEndFixed ? 0 : at) - start, 1));
}

/** True if the reference is to whole columns or rows, or has more than 100,000 rows. The engine ends it at the used range. */
export function endsAtUsedRange({
  area,
  range: { top, left, bottom, right },
}: Pick<Address, "area" | "range">): boolean {
  return [top, left, bottom, right].some((side) => typeof side !== "number") || area.rows > MAX_RANGE_ROWS;
}

/** Adds an area to the reading's references. Returns its text, or #REF! without an area. */
function addArea(reading: MutableReading, area: SheetArea | undefined): string {
  if (!area) return "#REF!";
  reading.references.push({ area });
  return formatQuoted(area);
}

function spillOf(text: string, at: SheetPosition, context: SheetContext): SheetArea | undefined {
  const { area } = areaOf(text, at, context) ?? {};
  return area && context.spillFrom(area);
}

/** Returns the cell of a column in the formula's row, or the cell of a row in the formula's column. */
function cellInLine(text: string, at: SheetPosition, context: SheetContext): SheetArea | undefined {
  const { area } = areaOf(text, at, context) ?? {};
  if (!area || (area.rows > 1 && area.columns > 1)) return undefined;
  const cell = { row: area.rows > 1 ? at.row : area.row, column: area.columns > 1 ? at.column : area.column };
  return contains(area, cell) ? { sheet: area.sheet, ...cellArea(cell) } : undefined;
}

/** Returns the range if it is the only argument of the function at this index. */
function rangeInBrackets(tokens: readonly Token[], at: number): string | undefined {
  const [bracket, range, end] = tokens.slice(at + 1, at + 4);
  return bracket?.value === "(" && range && isReference(range) && end?.value === ")" ? range.value : undefined;
}

function functionBefore(tokens: readonly Token[], bracket: number): string {
  const token = tokens[bracket - 1];
  return token?.type === tokenTypes.FUNCTION ? token.value.toUpperCase() : "";
}

function isReference({ type }: Token): boolean {
  return type === tokenTypes.REF_RANGE || type === tokenTypes.REF_BEAM;
}

/** True for the colon of a range with a calculated end, as in `A1:INDEX(…)`. */
function isRangeOperator({ type, value }: Token): boolean {
  return type === tokenTypes.OPERATOR && value === ":";
}

/** Formats an area with the "$" of `fixed`: these sides stay the same in copies of the formula. */
function formatQuoted({ sheet, row, column, rows, columns }: SheetArea, fixed: FixedSides = FIXED): string {
  const sides = { top: row, bottom: row + rows - 1, left: column, right: column + columns - 1 };
  const range = { ...sides, ...fixed };
  return `${quoteSheetName(sheet)}!${formatRange("", range)}`;
}
