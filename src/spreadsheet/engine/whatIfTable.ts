/**
 * Calculates what-if tables (Excel's data tables). Each value beside a table is tried in its input cell: the formulas that depend on
 * the cell are calculated anew, as far as the table's own formulas read them. Afterwards they have their former results.
 */
import { formatSheetPosition } from "../cells/address";
import type { WhatIfInputs } from "./bookSheet";
import { doubt } from "./doubt";
import { PENDING } from "./errorValues";
import type { Formula } from "./formula";
import { CellRange, matrixOf, type Matrix } from "./operand";
import type { Owners } from "./owners";
import type { Sheet } from "./sheet";
import type { Value } from "./values";

/** The calculation of the workbook, as a table uses it. */
export interface TrialCalculation {
  readonly owners: Owners;
  markDirty(formula: Formula): void;
  /** Calculates a dirty formula after all that it turns out to read. */
  steps(first: Formula): Iterable<Formula>;
  /** Counts calculated formulas. Throws a doubt if they are too many. */
  spendRepeats(formulas: number): void;
}

interface TableResult {
  readonly values: Matrix | typeof PENDING;
  /** The formula that the table waits for. @default it waits for answers of its own, or for nothing */
  readonly waitsFor: Formula | undefined;
}

const OWN_INPUT = "The values beside the what-if table depend on its input cell. Write them as numbers.";
export const NESTED_TABLE = "It reads a what-if table.";
export const RESIZED = "It changes its size with the values that the table tries.";

/** Returns why a table cannot be calculated: a formula that it needs cannot. */
export function problemOfTable(sheet: string, { row, column }: Formula, problem: string): string {
  return `The what-if table depends on ${formatSheetPosition({ sheet, row, column })}, which is not calculated for its values: ${problem}`;
}

export class WhatIfTable {
  private readonly sheet: Sheet;
  private readonly rows: number;
  private readonly columns: number;
  /** The values above the table, from left to right, and to its left, from above. */
  private readonly above: Value[];
  private readonly beside: Value[];
  private waitsFor: Formula | undefined;
  /** The formulas that have been calculated with the values that are tried now. */
  private readonly settled: Formula[] = [];
  private readonly made = new Map<string, CellRange>();

  /** Throws `NotReady` if a cell beside the table is not calculated yet. */
  constructor(
    private readonly calculation: TrialCalculation,
    private readonly formula: Formula,
    private readonly given: WhatIfInputs,
  ) {
    const { sheet, row, column, source } = formula;
    this.sheet = sheet;
    this.rows = source.rows;
    this.columns = source.columns;
    this.above = Array.from({ length: this.columns }, (_, right) => sheet.read(row - 1, column + right));
    this.beside = Array.from({ length: this.rows }, (_, down) => sheet.read(row + down, column - 1));
    if (given.row && given.column) sheet.read(row - 1, column - 1);
    for (const input of this.inputs()) sheet.read(input.row, input.column);
  }

  inputs(): CellRange[] {
    return [this.given.row, this.given.column].flatMap((cell) =>
      cell ? [new CellRange(this.sheet, cell.row, cell.column, 1, 1)] : [],
    );
  }

  /** @param changed The formulas that may have other results with other values in the input cells. */
  calculate(changed: ReadonlySet<Formula>): TableResult {
    this.checkHeadings(changed);
    const former = new FormerCells(this.inputs(), changed);
    try {
      this.calculation.spendRepeats(changed.size);
      for (const formula of changed) this.calculation.markDirty(formula);
      const values = this.tried(former);
      return { values: values.values.includes(PENDING) ? PENDING : values, waitsFor: this.waitsFor };
    } finally {
      former.restore();
      this.formula.made = [...this.made.values()];
    }
  }

  /** A value that changes with the input cell is not the one that stands beside the table. */
  private checkHeadings(changed: ReadonlySet<Formula>): void {
    const { row, column } = this.formula;
    const { owners } = this.calculation;
    const cells = [
      ...this.inputs(),
      ...(this.given.row ? [new CellRange(this.sheet, row - 1, column, 1, this.columns)] : []),
      ...(this.given.column ? [new CellRange(this.sheet, row, column - 1, this.rows, 1)] : []),
    ];
    for (const area of cells) for (const owner of owners.in(area)) if (changed.has(owner)) doubt(OWN_INPUT);
  }

  private tried(former: FormerCells): Matrix {
    const { row, column } = this.formula;
    const { row: rowInput, column: columnInput } = this.given;
    if (rowInput && columnInput)
      return matrixOf(this.rows, this.columns, (down, right) => {
        this.begin(former, [this.above[right] ?? null, this.beside[down] ?? null]);
        return this.resultIn(row - 1, column - 1);
      });
    if (columnInput)
      return matrixOf(this.rows, this.columns, (down, right) => {
        if (right === 0) this.begin(former, [this.beside[down] ?? null]);
        return this.resultIn(row - 1, column + right);
      });
    return matrixOf(this.columns, this.rows, (right, down) => {
      if (down === 0) this.begin(former, [this.above[right] ?? null]);
      return this.resultIn(row + down, column - 1);
    }).transposed();
  }

  /** Writes other values into the input cells. */
  private begin(former: FormerCells, values: readonly Value[]): void {
    former.forgetIndexes();
    for (const formula of this.settled.splice(0)) this.calculation.markDirty(formula);
    this.inputs().forEach(({ row, column }, at) => this.sheet.write(row, column, values[at] ?? null));
  }

  /** Returns what a cell beside the table shows now. */
  private resultIn(row: number, column: number): Value {
    const formula = this.calculation.owners.at(this.sheet, row, column);
    if (formula?.state === "dirty")
      for (const settled of this.calculation.steps(formula)) {
        this.calculation.spendRepeats(1);
        this.settled.push(settled);
        for (const area of settled.made ?? []) this.made.set(keyOf(area), area);
      }
    const value = this.sheet.peek(row, column);
    if (value === PENDING && formula) this.waitsFor ??= awaitedBy(formula, new Set(this.settled));
    return value ?? 0;
  }
}

function keyOf({ sheet, row, column, rows, columns }: CellRange): string {
  return `${sheet.id} ${row} ${column} ${rows} ${columns}`;
}

/** Finds the formula for which one waits, directly or through those that have been calculated with it. */
function awaitedBy(formula: Formula, settled: ReadonlySet<Formula>): Formula | undefined {
  const seen = new Set<Formula>();
  let awaited: Formula | undefined = formula;
  while (awaited && settled.has(awaited) && !seen.has(awaited)) {
    seen.add(awaited);
    awaited = awaited.waitsFor;
  }
  return awaited && seen.has(awaited) ? undefined : awaited;
}

/** The cells that a table changes, and what they held before. */
class FormerCells {
  private readonly cells: { sheet: Sheet; row: number; column: number; value: Value }[] = [];
  private readonly formulas: [Formula, Partial<Formula>][];
  private readonly sheets: ReadonlySet<Sheet>;

  constructor(inputs: readonly CellRange[], changed: ReadonlySet<Formula>) {
    this.formulas = [...changed].map((formula) => [formula, stateOf(formula)]);
    const areas = [...inputs, ...[...changed].map(({ area }) => area)];
    this.sheets = new Set(areas.map(({ sheet }) => sheet as Sheet));
    for (const { sheet, row, column, rows, columns } of areas)
      for (let down = row; down < row + rows; down++)
        for (let right = column; right < column + columns; right++)
          this.cells.push({
            sheet: sheet as Sheet,
            row: down,
            column: right,
            value: (sheet as Sheet).peek(down, right),
          });
  }

  forgetIndexes(): void {
    for (const sheet of this.sheets) sheet.forgetIndexes();
  }

  restore(): void {
    for (const { sheet, row, column, value } of this.cells) sheet.write(row, column, value);
    for (const [formula, state] of this.formulas) Object.assign(formula, state);
    this.forgetIndexes();
  }
}

function stateOf({ state, waitsFor, rows, problem, code, blocked, made }: Formula): Partial<Formula> {
  return { state, waitsFor, rows, problem, code, blocked, made };
}
