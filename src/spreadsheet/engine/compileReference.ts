/** Compiles references to cells, and the operators that join them. */
import { tokenTypes, type Token } from "@borgar/fx/xlsx";
import { parseAddress } from "../cells/address";
import { MAX_COLUMNS, MAX_ROWS } from "../cells/limits";
import { linkedSheetName } from "./bookSheet";
import type { Run } from "./call";
import { NULL, REF, VALUE_ERROR } from "./errorValues";
import type { Evaluation } from "./evaluation";
import {
  CellRange,
  isError,
  isReference,
  AreaUnion,
  type SheetCells,
  type Operand,
  type ReferenceOperand,
} from "./operand";
import { refused, type AreaRead, type Scope } from "./scope";
import type { Node } from "./syntax";
import type { Value } from "./values";

interface CompiledReference {
  readonly run: Run;
  /** Reads the value of a single cell at once. @default several cells, or none */
  readonly cell?: ((at: Evaluation) => Value) | undefined;
}

/** Compiles "A1", "$A$1:B2", "A:C" or "Sheet1!B2". */
export function compileReference(text: string, scope: Scope): CompiledReference {
  const read = readAreaOf(text, scope);
  if (typeof read === "string")
    return { run: refused(read, scope.places.problemOfCells === read ? "#REF!" : undefined) };
  if (!read) return { run: () => REF };
  scope.found.reads.push(read);
  const fixed = read.at(0, 0) ?? REF;
  const run: Run = read.isFixed ? () => fixed : (at) => read.at(at.down, at.right) ?? REF;
  if (!(fixed instanceof CellRange && fixed.isCell && !read.isStretching)) return { run };
  const cell = (at: Evaluation): Value => {
    const row = read.isFixed || !read.moves.rows ? fixed.row : fixed.row + at.down;
    const column = read.isFixed || !read.moves.columns ? fixed.column : fixed.column + at.right;
    return row < 0 || column < 0 || row >= MAX_ROWS || column >= MAX_COLUMNS ? REF : read.sheet.read(row, column);
  };
  return { run, cell };
}

interface WrittenArea extends AreaRead {
  readonly isFixed: boolean;
  /** True if one corner moves with the formula and the other does not, as in `A$1:A1`. */
  readonly isStretching: boolean;
  readonly moves: { readonly rows: boolean; readonly columns: boolean };
}

/** Returns a message for a reference that is not calculated here, and undefined for one to no sheet of the workbook. */
function readAreaOf(text: string, { places, sheet: own }: Scope): WrittenArea | string | undefined {
  const { problemOfCells } = places;
  if (problemOfCells !== undefined) return problemOfCells;
  const address = parseAddress(text);
  if (!address || /\.:|:\./.test(text)) return `The reference ${text} is not calculated here.`;
  if (address.sheet.includes(":")) return SEVERAL_SHEETS;
  const linked = address.isForeign ? places.sheet(linkedSheetName(address.file, address.sheet)) : undefined;
  if (address.isForeign && !linked) return "The formula reads another file.";
  const sheet = linked ?? (address.sheet === "" ? own : places.sheet(address.sheet));
  if (!sheet) return undefined;
  const { row, column, rows, columns } = address.area;
  const { $top, $left, $bottom, $right } = address.range;
  // A side without a number, or from end to end of the sheet, is that of whole columns or rows.
  const [isWholeColumns, isWholeRows] = [rows === MAX_ROWS, columns === MAX_COLUMNS];
  const isMoving = (mark: boolean | null | undefined, isWhole: boolean) => !isWhole && !mark;
  const [first, last] = [
    { row: isMoving($top, isWholeColumns), column: isMoving($left, isWholeRows) },
    { row: isMoving($bottom, isWholeColumns), column: isMoving($right, isWholeRows) },
  ];
  return {
    sheet,
    isFixed: !first.row && !first.column && !last.row && !last.column,
    isStretching: first.row !== last.row || first.column !== last.column,
    moves: { rows: first.row, columns: first.column },
    at(down, across) {
      const rowOf = (at: number, moves: boolean) => (moves ? at + down : at);
      const columnOf = (at: number, moves: boolean) => (moves ? at + across : at);
      return areaBetween(
        sheet,
        [rowOf(row, first.row), rowOf(row + rows - 1, last.row)],
        [columnOf(column, first.column), columnOf(column + columns - 1, last.column)],
      );
    },
  };
}

const SEVERAL_SHEETS = "References to several sheets are not calculated here.";

function areaBetween(
  sheet: SheetCells,
  rows: readonly [number, number],
  columns: readonly [number, number],
): CellRange | undefined {
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [bottom, right] = [Math.max(...rows), Math.max(...columns)];
  if (top < 0 || left < 0 || bottom >= MAX_ROWS || right >= MAX_COLUMNS) return undefined;
  return new CellRange(sheet, top, left, bottom - top + 1, right - left + 1);
}

/** Finds what a formula that cannot be parsed seems to read and call. */
export function readsOfTokens(tokens: readonly Token[], scope: Scope): void {
  for (const { type, value } of tokens) {
    if (type === tokenTypes.REF_RANGE || type === tokenTypes.REF_BEAM) compileReference(value, scope);
    if (type === tokenTypes.FUNCTION) scope.found.functions.add(value.toUpperCase());
  }
}

/** `A1#`: the area that the formula in the cell fills. */
export function compileSpill(run: Run, { found }: Scope): Run {
  found.isDynamic = true;
  return (at) => {
    const operand = run(at);
    if (!(operand instanceof CellRange)) return isError(operand) ? operand : REF;
    const { sheet, row, column } = operand;
    const area = at.book.spillFrom(sheet, row, column);
    return area ? at.makeArea(area.sheet, area.row, area.column, area.rows, area.columns) : REF;
  };
}

/** Compiles the operators of references: a range, an intersection and a union. */
export function referencesJoined(node: Extract<Node, { type: "BinaryExpression" }>, scope: Scope): Run {
  const [one, other] = node.arguments;
  const join = JOINS.get(node.operator);
  if (!join || !one || !other) return refused(`The operator ${node.operator} is not calculated here.`);
  if (node.operator === ":") {
    scope.found.isDynamic = true;
    if (scope.places.problemOfCells === undefined && isOfSeveralSheets(one, other)) return refused(SEVERAL_SHEETS);
  }
  const [left, right] = [scope.compile(one, scope), scope.compile(other, scope)];
  return (at) => {
    const [first, second] = [left(at), right(at)];
    if (isError(first)) return first;
    if (isError(second)) return second;
    return isReference(first) && isReference(second) ? join(first, second, at) : VALUE_ERROR;
  };
}

/** The parser reads `S1:S3!A1` as a range from S1 to a cell of another sheet. */
function isOfSeveralSheets(one: Node, other: Node): boolean {
  const [first, last] = [one, other].map((node) => (node.type === "ReferenceIdentifier" ? node.value : undefined));
  return first !== undefined && last !== undefined && last.includes("!") && !first.includes("!");
}

type Join = (one: ReferenceOperand, other: ReferenceOperand, at: Evaluation) => Operand;

const JOINS: ReadonlyMap<string, Join> = new Map([
  [":", rangeOf],
  [" ", commonOf],
  [",", (one: ReferenceOperand, other: ReferenceOperand) => new AreaUnion([...areasOf(one), ...areasOf(other)])],
]);

function rangeOf(one: ReferenceOperand, other: ReferenceOperand, at: Evaluation): Operand {
  if (!(one instanceof CellRange) || !(other instanceof CellRange) || one.sheet !== other.sheet) return VALUE_ERROR;
  const row = Math.min(one.row, other.row);
  const column = Math.min(one.column, other.column);
  const bottom = Math.max(one.row + one.rows, other.row + other.rows);
  const right = Math.max(one.column + one.columns, other.column + other.columns);
  return at.makeArea(one.sheet, row, column, bottom - row, right - column);
}

function commonOf(one: ReferenceOperand, other: ReferenceOperand): Operand {
  const common = areasOf(one).flatMap((left) => areasOf(other).flatMap((right) => intersectionOf(left, right) ?? []));
  const [first] = common;
  return common.length > 1 ? new AreaUnion(common) : (first ?? NULL);
}

function intersectionOf(one: CellRange, other: CellRange): CellRange | undefined {
  if (!one.overlaps(other)) return undefined;
  const row = Math.max(one.row, other.row);
  const column = Math.max(one.column, other.column);
  const rows = Math.min(one.row + one.rows, other.row + other.rows) - row;
  const columns = Math.min(one.column + one.columns, other.column + other.columns) - column;
  return new CellRange(one.sheet, row, column, rows, columns);
}

function areasOf(reference: ReferenceOperand): readonly CellRange[] {
  return reference instanceof CellRange ? [reference] : reference.areas;
}
