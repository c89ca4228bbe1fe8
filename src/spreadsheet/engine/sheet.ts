/** A sheet while it is calculated: columns of values, copied from the file when a formula first needs them. */
import { MAX_COLUMNS } from "../cells/limits";
import type { BookSheet } from "./bookSheet";
import type { Reading } from "./evaluation";
import { DIRTY } from "./errorValues";
import { isWaitingCode } from "../cells/errorCodes";
import { CellRange, checkArraySize, isError, Matrix, type SheetCells } from "./operand";
import type { CellError, Value } from "./values";

/** Ends the calculation of a formula that reads cells which are not calculated yet. It is repeated once they are. */
export class NotReady extends Error {
  constructor(readonly area: CellRange) {
    // Nobody reads its stack, and to write it down takes longer than the calculation of a formula.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super("");
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export class Sheet implements SheetCells {
  name: string;
  rows: number;
  columns: number;
  readonly hiddenRows: Set<number>;
  readonly isUnfiltered: boolean;
  private readonly loaded: Value[][] = [];
  private readonly indexes = new Map<string, unknown>();

  /**
   * @param given The sheet before the calculation.
   * @param id What identifies the sheet for its host.
   */
  constructor(
    readonly given: BookSheet,
    private readonly reading: Reading,
    readonly id = given.name,
  ) {
    this.name = given.name;
    this.rows = given.rows;
    this.columns = given.columns;
    this.hiddenRows = new Set(given.hiddenRows ?? []);
    this.isUnfiltered = given.isUnfiltered ?? false;
  }

  private cells(column: number): Value[] {
    return (this.loaded[column] ??= this.load(column));
  }

  private load(column: number): Value[] {
    const { given } = this;
    const values: Value[] = new Array<Value>(column < given.columns ? given.rows : 0);
    for (let row = 0; row < values.length; row++) values[row] = given.valueAt(row * MAX_COLUMNS + column);
    return values;
  }

  /** Returns the values of an area before the calculation. */
  givenIn({ row, column, rows, columns }: CellRange): Matrix {
    const values: Value[] = [];
    for (let down = row; down < row + rows; down++)
      for (let right = column; right < column + columns; right++)
        values.push(this.given.valueAt(down * MAX_COLUMNS + right));
    return new Matrix(rows, columns, values);
  }

  /** Returns a cell's value for the calculation itself: a cell may be `DIRTY` or `PENDING`. */
  peek(row: number, column: number): Value {
    return this.cells(column)[row] ?? null;
  }

  write(row: number, column: number, value: Value): void {
    const values = this.cells(column);
    while (values.length < row) values.push(null);
    values[row] = value;
    if (row >= this.rows) this.rows = row + 1;
    if (column >= this.columns) this.columns = column + 1;
  }

  /** Returns the value of a cell to a formula. */
  read(row: number, column: number): Value {
    const value = this.cells(column)[row] ?? null;
    if (isError(value)) this.check(value, row, column);
    return value;
  }

  private check(value: CellError, row: number, column: number, area?: CellRange): void {
    if (value === DIRTY) throw new NotReady(area ?? new CellRange(this, row, column, 1, 1));
    if (isWaitingCode(value.code)) this.reading.meet(new CellRange(this, row, column, 1, 1));
  }

  visit(area: CellRange, each: (value: Value, row: number, column: number) => void): void {
    const bottom = Math.min(area.row + area.rows, this.rows);
    const right = Math.min(area.column + area.columns, this.columns);
    if (right - area.column <= 1) return this.visitColumns(area, each);
    for (let row = area.row; row < bottom; row++)
      for (let column = area.column; column < right; column++) {
        const value = this.cells(column)[row] ?? null;
        if (isError(value)) this.check(value, row, column, area);
        each(value, row, column);
      }
  }

  visitColumns(area: CellRange, each: (value: Value, row: number, column: number) => void): void {
    const bottom = Math.min(area.row + area.rows, this.rows);
    const right = Math.min(area.column + area.columns, this.columns);
    for (let column = area.column; column < right; column++) {
      const values = this.cells(column);
      for (let row = area.row; row < bottom; row++) {
        const value = values[row] ?? null;
        if (isError(value)) this.check(value, row, column, area);
        each(value, row, column);
      }
    }
  }

  matrix(area: CellRange): Matrix {
    checkArraySize(area.rows, area.columns);
    const { row, column, rows, columns } = area;
    const values = new Array<Value>(rows * columns).fill(null);
    this.visitColumns(area, (value, down, right) => (values[(down - row) * columns + right - column] = value));
    return new Matrix(rows, columns, values);
  }

  /** True if the cells of an area hold what they held before the calculation. */
  isAsGiven(area: CellRange): boolean {
    let isSame = true;
    this.visitColumns(area, (value, row, column) => {
      isSame &&= isUnchanged(this.given.valueAt(row * MAX_COLUMNS + column), value);
    });
    return isSame;
  }

  index<T>({ row, column, rows, columns }: CellRange, kind: string, make: () => T): T {
    const key = `${kind} ${row} ${column} ${rows} ${columns}`;
    const known = this.indexes.get(key) as T | undefined;
    if (known !== undefined) return known;
    const { reading } = this;
    const wasPending = reading.isPending;
    reading.isPending = false;
    const made = make();
    if (!reading.isPending) this.indexes.set(key, made);
    reading.isPending ||= wasPending;
    return made;
  }

  forgetIndexes(): void {
    if (this.indexes.size > 0) this.indexes.clear();
  }
}

/** Numbers need to agree in Excel's 15 digits only: this engine may add in another order. */
function isUnchanged(before: Value, now: Value): boolean {
  if (typeof before === "number" && typeof now === "number") return before.toPrecision(15) === now.toPrecision(15);
  if (isError(before) && isError(now)) return before.code === now.code;
  return before === now;
}
