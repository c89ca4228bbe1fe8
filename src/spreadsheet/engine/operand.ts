/** What the parts of a formula evaluate to: values, arrays, references and LAMBDAs. */
import { MAX_COLUMNS, MAX_ROWS } from "../cells/limits";
import { doubt } from "./doubt";
import type { CellError, Value } from "./values";

/** An array. Its values stand row by row in one list. */
export class Matrix {
  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly values: readonly Value[],
  ) {}

  at(row: number, column: number): Value {
    return this.values[row * this.columns + column] ?? null;
  }

  /** Returns the value for one cell of a larger result, or undefined outside. A single row or column repeats. */
  spread(row: number, column: number): Value | undefined {
    if ((row >= this.rows && this.rows > 1) || (column >= this.columns && this.columns > 1)) return undefined;
    return this.at(this.rows === 1 ? 0 : row, this.columns === 1 ? 0 : column);
  }

  map(work: (value: Value) => Value): Matrix {
    return new Matrix(this.rows, this.columns, this.values.map(work));
  }

  row(row: number): Value[] {
    return this.values.slice(row * this.columns, (row + 1) * this.columns);
  }

  column(column: number): Value[] {
    return Array.from({ length: this.rows }, (_, row) => this.at(row, column));
  }

  lines(): Value[][] {
    if (this.values.length === 1) return [[this.at(0, 0)]];
    return Array.from({ length: this.rows }, (_, row) => this.row(row));
  }

  transposed(): Matrix {
    return matrixOf(this.columns, this.rows, (row, column) => this.at(column, row));
  }
}

/** The cells that one array may have. */
const MOST_CELLS = 4_194_304;

export function checkArraySize(rows: number, columns: number): void {
  if (rows * columns > MOST_CELLS) doubt("The formula makes an array of more than 4,194,304 cells.");
}

export function matrixOf(rows: number, columns: number, valueAt: (row: number, column: number) => Value): Matrix {
  checkArraySize(rows, columns);
  const values: Value[] = new Array<Value>(rows * columns);
  let at = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) values[at++] = valueAt(row, column);
  return new Matrix(rows, columns, values);
}

/** @param lines Rows of equal length. */
export function matrixOfLines(lines: readonly (readonly Value[])[]): Matrix {
  return new Matrix(lines.length, lines[0]?.length ?? 0, lines.flat());
}

/** The cells of a sheet, as functions read them. Reading a cell that is not calculated yet ends the calculation of the formula. */
export interface SheetCells {
  /** Identifies the sheet for its host. */
  readonly id: string;
  readonly name: string;
  /** The size of the used range, from A1. */
  readonly rows: number;
  readonly columns: number;
  readonly hiddenRows: ReadonlySet<number>;
  /** True if no filter hides rows; false if that is not known. */
  readonly isUnfiltered: boolean;
  read(row: number, column: number): Value;
  /** Visits the cells of an area down to the last used row and column, row by row. */
  visit(area: CellRange, each: Visit): void;
  /** Visits the same cells column by column, which is faster. */
  visitColumns(area: CellRange, each: Visit): void;
  matrix(area: CellRange): Matrix;
  /** Keeps what `make` returns for an area until a cell of this sheet changes. */
  index<T>(area: CellRange, kind: string, make: () => T): T;
}

type Visit = (value: Value, row: number, column: number) => void;

/** A rectangle of cells. It stays a reference until a parameter wants its values. */
export class CellRange {
  constructor(
    readonly sheet: SheetCells,
    readonly row: number,
    readonly column: number,
    readonly rows: number,
    readonly columns: number,
  ) {}

  get isCell(): boolean {
    return this.rows === 1 && this.columns === 1;
  }

  /** Returns a part of the area. The caller checks that it lies inside. */
  part(row: number, column: number, rows: number, columns: number): CellRange {
    return new CellRange(this.sheet, this.row + row, this.column + column, rows, columns);
  }

  contains({ sheet, row, column, rows, columns }: CellRange): boolean {
    return (
      sheet === this.sheet &&
      row >= this.row &&
      column >= this.column &&
      row + rows <= this.row + this.rows &&
      column + columns <= this.column + this.columns
    );
  }

  overlaps({ sheet, row, column, rows, columns }: CellRange): boolean {
    return (
      sheet === this.sheet &&
      row < this.row + this.rows &&
      this.row < row + rows &&
      column < this.column + this.columns &&
      this.column < column + columns
    );
  }
}

/** Returns undefined for an area that is not on the sheet. */
export function areaOn(
  sheet: SheetCells,
  row: number,
  column: number,
  rows: number,
  columns: number,
): CellRange | undefined {
  const isOn = row >= 0 && column >= 0 && rows >= 1 && columns >= 1;
  return isOn && row + rows <= MAX_ROWS && column + columns <= MAX_COLUMNS
    ? new CellRange(sheet, row, column, rows, columns)
    : undefined;
}

/** Several areas, as in `(A1:A3,C1)`. */
export class AreaUnion {
  constructor(readonly areas: readonly CellRange[]) {}
}

/** An array of references, as `OFFSET(A1,{0;1;2},0)` returns it: row by row, in one list. */
export class ReferenceList {
  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly operands: readonly Operand[],
  ) {}
}

export class Lambda {
  constructor(
    readonly parameters: number,
    readonly call: (args: readonly Operand[]) => Operand,
  ) {}
}

export type ReferenceOperand = CellRange | AreaUnion;

export type Operand = Value | Matrix | ReferenceOperand | ReferenceList | Lambda;

/** True for an error of a cell; false for blanks, arrays and references. */
export function isError(operand: unknown): operand is CellError {
  return typeof operand === "object" && operand !== null && "code" in operand;
}

export function isReference(operand: unknown): operand is ReferenceOperand {
  return operand instanceof CellRange || operand instanceof AreaUnion;
}
