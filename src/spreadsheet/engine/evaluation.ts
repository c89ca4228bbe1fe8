/** One formula while it is calculated: its cell, and what its functions may ask of the workbook. */
import type { DateSystem } from "../cells/dateSerial";
import { doubt } from "./doubt";
import { CALC, fail, REF, VALUE_ERROR } from "./errorValues";
import {
  CellRange,
  areaOn,
  isReference,
  Lambda,
  Matrix,
  ReferenceList,
  AreaUnion,
  type SheetCells,
  type Operand,
  type ReferenceOperand,
} from "./operand";
import type { Value } from "./values";

/** Variables of LET and parameters of LAMBDA, the latest first. */
export interface Variables {
  readonly value: Operand;
  readonly outer: Variables | undefined;
}

/** Ends the calculation of a formula that would ask nothing more: it reads a cell that waits for an answer. */
export class Waiting extends Error {}

/** What the formula that is being calculated has read so far. All sheets of a workbook share one. */
export class Reading {
  /** True if it has read a cell that waits for an answer, or waits for one itself. */
  isPending = false;
  /** The first such cell. */
  cell: CellRange | undefined;
  private asks = false;

  /** @param asks False to end the calculation at the first cell that waits, by throwing `Waiting`. */
  begin(asks: boolean): void {
    this.isPending = false;
    this.cell = undefined;
    this.asks = asks;
  }

  /** The formula reads a cell that waits for an answer. */
  meet(cell: CellRange): void {
    this.isPending = true;
    this.cell ??= cell;
    if (!this.asks) throw new Waiting();
  }
}

/** The workbook in which formulas are calculated. */
export interface Book {
  readonly dateSystem: DateSystem;
  /** Why formulas cannot read cells. @default they can */
  readonly problemOfCells: string | undefined;
  sheet(name: string): SheetCells | undefined;
  /** The area that the formula of this cell fills; undefined if no formula stands there. */
  spillFrom(sheet: SheetCells, row: number, column: number): CellRange | undefined;
  /** The text of the formula that fills a cell. */
  formulaAt(sheet: SheetCells, row: number, column: number): string | undefined;
  /** The value of a volatile function, which stays the same until all calls are answered. */
  steady<T>(at: Evaluation, name: string, draw: () => T): T;
  /** The local time as a serial number of the workbook's date system. */
  now(): number;
}

/** The result of a LAMBDA that is not called. */
const UNCALLED = { code: CALC.code, message: "A LAMBDA is not a value. Call it with its arguments." };

/** The steps that one formula may take in arrays, repeated calls and series: no formula takes hours. */
const MOST_STEPS = 100_000_000;

export class Evaluation {
  /** The formula that is being calculated: `begin` sets it. */
  sheet!: SheetCells;
  row = 0;
  column = 0;
  /** The distance from the cell for which the formula's text is written. */
  down = 0;
  right = 0;
  variables: Variables | undefined;
  /** How many LAMBDAs are being called within each other. */
  depth = 0;
  /** The references that functions made, beside those that the formula's text shows. */
  made: CellRange[] | undefined;
  private steps = 0;

  constructor(
    readonly book: Book,
    readonly reading: Reading,
  ) {}

  /** Starts the formula of a cell. */
  begin(sheet: SheetCells, row: number, column: number, down: number, right: number): void {
    this.sheet = sheet;
    this.row = row;
    this.column = column;
    this.down = down;
    this.right = right;
    this.variables = undefined;
    this.depth = 0;
    this.made = undefined;
    this.steps = 0;
  }

  /** Counts steps. Throws a doubt if the formula has taken too many. */
  spend(steps: number): void {
    this.steps += steps;
    if (!(this.steps <= MOST_STEPS)) doubt("The formula takes too many steps. Calculate it in Excel.");
  }

  /**
   * Makes a reference that the formula's text does not show. All such references are made here, so what the formula reads is
   * known. Fails with #REF! outside of the sheet.
   */
  makeArea(sheet: SheetCells, row: number, column: number, rows: number, columns: number): CellRange {
    const { problemOfCells } = this.book;
    if (problemOfCells !== undefined) doubt(problemOfCells, REF.code);
    const area = areaOn(sheet, row, column, rows, columns) ?? fail(REF);
    (this.made ??= []).push(area);
    return area;
  }

  /** Runs `work` with other variables. */
  within<T>(variables: Variables | undefined, work: () => T): T {
    const former = this.variables;
    this.variables = variables;
    try {
      return work();
    } finally {
      this.variables = former;
    }
  }

  /** Returns one value, by implicit intersection. Arrays stay arrays. */
  single(operand: Operand): Value | Matrix {
    if (operand instanceof CellRange) return this.intersect(operand);
    return this.valuesOfOthers(operand);
  }

  /** Returns the value of the cell of an area in the formula's row or column. */
  private intersect(area: CellRange): Value {
    const { row, column, rows, columns, sheet } = area;
    if (rows === 1 && columns === 1) return sheet.read(row, column);
    const isRow = this.row >= row && this.row < row + rows;
    const isColumn = this.column >= column && this.column < column + columns;
    if (rows === 1) return isColumn ? sheet.read(row, this.column) : VALUE_ERROR;
    if (columns === 1) return isRow ? sheet.read(this.row, column) : VALUE_ERROR;
    return isRow && isColumn ? sheet.read(this.row, this.column) : VALUE_ERROR;
  }

  /** Returns the values of an operand: one value, or an array of all. */
  values(operand: Operand): Value | Matrix {
    if (!(operand instanceof CellRange)) return this.valuesOfOthers(operand);
    return operand.isCell ? operand.sheet.read(operand.row, operand.column) : operand.sheet.matrix(operand);
  }

  private valuesOfOthers(operand: Exclude<Operand, CellRange>): Value | Matrix {
    if (operand instanceof ReferenceList)
      return new Matrix(
        operand.rows,
        operand.columns,
        operand.operands.map((each) => this.first(each)),
      );
    return operand instanceof AreaUnion ? VALUE_ERROR : operand instanceof Lambda ? UNCALLED : operand;
  }

  /** Returns the values of an operand as an array. */
  matrix(operand: Operand): Matrix {
    const values = this.values(operand);
    return values instanceof Matrix ? values : new Matrix(1, 1, [values]);
  }

  /** Returns the first value of an operand. */
  first(operand: Operand): Value {
    const values = this.values(operand);
    return values instanceof Matrix ? values.at(0, 0) : values;
  }

  isReference(operand: Operand): operand is ReferenceOperand {
    return isReference(operand);
  }
}
