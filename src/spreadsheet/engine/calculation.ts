/**
 * Calculates formulas of a workbook. Which formulas, and when, is decided by its host: a file or a grid.
 *
 * A formula that reads a cell which is not calculated yet is put aside until that cell is, so no order is planned. A formula that
 * reads a pending cell is pending itself, whatever it does with the value. It is calculated again when the answer arrives.
 */
import { formatSheetPosition } from "../cells/address";
import { toLocalSerial, type DateSystem } from "../cells/dateSerial";
import { MAX_COLUMNS, MAX_ROWS } from "../cells/limits";
import { answerOf } from "./callArguments";
import type { Run } from "./call";
import { createCalls, type Calls } from "./calls";
import { PendingCircle, repeatCircle, unsettled, type Iteration } from "./circle";
import { compile, OWN_MISTAKE, TOO_DEEP, type Compiled } from "./compile";
import { doubt, DoubtError } from "./doubt";
import { explained } from "./errorMessages";
import { DIRTY, PENDING, SPILL } from "./errorValues";
import { Evaluation, Reading, Waiting, type Book } from "./evaluation";
import type { Formula } from "./formula";
import { qualifiedName, type CustomFunction } from "./customFunction";
import { CellRange, isError, Matrix, matrixOf, type SheetCells, matrixOfLines } from "./operand";
import { Owners } from "./owners";
import type { Places } from "./scope";
import { NotReady, type Sheet } from "./sheet";
import type { Position, SheetPosition } from "../cells/area";
import type { Value, Values } from "./values";
import { NESTED_TABLE, problemOfTable, RESIZED, WhatIfTable } from "./whatIfTable";

/** The workbook whose formulas are calculated. */
export interface CalculationHost {
  readonly dateSystem: DateSystem;
  /** Why formulas cannot read cells. @default they can */
  readonly problemOfCells?: string | undefined;
  sheet(name: string): Sheet | undefined;
  /** Returns the name of a sheet by its id. */
  nameOf(id: string): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs a task in a macrotask of its own. */
  later(task: () => void): void;
  /** Marks the formulas of these cells dirty, as answers have arrived for them, and calculates them. */
  resume(cells: readonly SheetPosition[]): void;
  /** True if no formula may spill into the area, as it holds merged cells or a table. */
  isBlocked(area: CellRange): boolean;
  /** A formula fills another area than before. */
  resized(formula: Formula, former: CellRange): void;
  /** Returns what a formula shows that cannot be calculated. */
  refused(formula: Formula): Matrix;
  /** Returns the formulas that other values in these cells may change. @default no what-if tables */
  changedBy?(inputs: readonly CellRange[]): ReadonlySet<Formula>;
  /**
   * Returns the kept value of a formula with functions that are not known here, if nothing that it reads has changed since the
   * file was saved. Throws `NotReady` if it reads a dirty cell.
   * @default the formula cannot be calculated
   */
  keptValue?(formula: Formula): Matrix | undefined;
  /** How formulas that depend on each other are calculated. @default not */
  readonly iteration?: Iteration | undefined;
}

/** A formula in a cell that it may fill or not. */
interface Placed extends Pick<Formula, "sheet" | "row" | "column" | "down" | "right" | "compiled"> {
  made?: readonly CellRange[] | undefined;
}

/** The formulas that what-if tables and circles may calculate again: no workbook takes hours. */
const MOST_REPEATS = 3_000_000;

const TOO_MANY_REPEATS = "The what-if tables and circles of the workbook take too many steps. Calculate them in Excel.";

export const CIRCULAR = "The formula depends on its own result.";

export class Calculation implements Book, Places {
  readonly calls: Calls;
  readonly reading = new Reading();
  readonly owners = new Owners();
  private readonly at = new Evaluation(this, this.reading);
  /** The what-if table of which values are being tried. */
  private trying: Formula | undefined;
  private repeats = 0;
  private readonly functions: ReadonlyMap<string, CustomFunction>;

  constructor(
    private readonly host: CalculationHost,
    functions: readonly CustomFunction[],
  ) {
    this.functions = new Map(functions.map((fn) => [qualifiedName(fn), fn]));
    this.calls = createCalls({
      later: (task) => host.later(task),
      recalculate: (cells) => host.resume(cells),
      addressOf: (cell) => formatSheetPosition({ ...cell, sheet: host.nameOf(cell.sheet) }),
    });
  }

  /** @see compile */
  compile(text: string, sheet: Sheet, home: Position, isArray: boolean): Compiled {
    return compile(text, sheet, home, isArray, this);
  }

  get dateSystem(): DateSystem {
    return this.host.dateSystem;
  }

  get problemOfCells(): string | undefined {
    return this.host.problemOfCells;
  }

  sheet(name: string): Sheet | undefined {
    return this.host.sheet(name);
  }

  custom(name: string): CustomFunction | undefined {
    const found = this.functions.get(name);
    return found?.isMissing?.() ? undefined : found;
  }

  customNames(): readonly string[] {
    return [...this.functions.keys()];
  }

  steady<T>(at: Evaluation, name: string, draw: () => T): T {
    return this.calls.steady(positionOf(at), name, draw);
  }

  now(): number {
    return toLocalSerial(this.host.now(), this.dateSystem);
  }

  formulaAt(sheet: SheetCells, row: number, column: number): string | undefined {
    return this.owners.at(sheet, row, column)?.source.text;
  }

  spillFrom(sheet: SheetCells, row: number, column: number): CellRange | undefined {
    const owner = this.owners.at(sheet, row, column);
    if (!owner || owner.source.fill === "one" || owner.row !== row || owner.column !== column) return undefined;
    if (owner.state === "dirty") throw new NotReady(owner.area);
    if (owner.state === "pending") this.reading.meet(owner.area);
    return owner.area;
  }

  callCustom(fn: CustomFunction, args: readonly (Run | undefined)[]): Run {
    const { reading } = this;
    return (at) => {
      // A value that is tried makes another call, whose answer the table waits for.
      const cell = this.trying?.cell ?? positionOf(at);
      const wasPending = reading.isPending;
      reading.isPending = false;
      const values = args.map((arg): Values => (arg ? linesOf(at.values(arg(at))) : null));
      const isWaiting = reading.isPending;
      reading.isPending ||= wasPending;
      if (isWaiting) return PENDING;
      const answer = answerOf(fn, values, (ready) => this.calls.ask(fn, cell, ready));
      if (answer !== undefined) return Array.isArray(answer) ? matrixOfLines(answer) : answer;
      reading.isPending = true;
      return PENDING;
    };
  }

  /** Marks a formula dirty: what reads its cells waits for it. */
  markDirty(formula: Formula): void {
    formula.state = "dirty";
    formula.problem = undefined;
    this.fill(formula, DIRTY);
  }

  private fill(formula: Formula, value: Value): void {
    const { sheet, row, column, rows, columns } = { ...formula.area, sheet: formula.sheet };
    for (let right = column; right < column + columns; right++)
      for (let down = row; down < row + rows; down++)
        if (this.owners.at(sheet, down, right) === formula) sheet.write(down, right, value);
  }

  /** Calculates a dirty formula after all that it turns out to read, with a pause after each of them: chains are long. */
  *steps(first: Formula): Generator<Formula, undefined> {
    const open = [first];
    /** Formulas that wait for those above them. */
    const waiting = new Set<Formula>();
    for (let formula = open.at(-1); formula; formula = open.at(-1)) {
      if (formula.state !== "dirty") {
        open.pop();
        waiting.delete(formula);
        continue;
      }
      const needed = this.calculate(formula);
      if (needed === undefined) {
        if (formula.circle) yield* formula.circle.filter(({ state }) => state !== "dirty");
        else yield formula;
        continue;
      }
      waiting.add(formula);
      const start = needed.find((each) => waiting.has(each));
      if (!start) open.push(...needed);
      else
        for (const each of open.slice(open.lastIndexOf(start)))
          if (waiting.has(each)) {
            this.giveUp(each, CIRCULAR);
            yield each;
          }
    }
    return undefined;
  }

  /** Returns the dirty formulas that must be calculated before; undefined once the formula has its result. */
  private calculate(formula: Formula): Formula[] | undefined {
    const { problem } = formula.source;
    if (problem !== undefined) {
      this.giveUp(formula, problem);
      return undefined;
    }
    try {
      if (!formula.circle) this.write(formula, this.resultOf(formula));
      else {
        const needed = this.neededBy(formula.circle);
        if (needed.length > 0) return needed;
        this.settleCircle(formula.circle);
      }
      return undefined;
    } catch (thrown) {
      if (thrown instanceof NotReady) {
        const needed = [...this.owners.in(thrown.area)].filter(({ state }) => state === "dirty");
        return needed.filter((each) => !formula.circle?.includes(each));
      }
      if (!(thrown instanceof DoubtError || thrown instanceof RangeError)) throw thrown;
      // The doubt may be about a value that is not there yet, such as a list that seems not to be sorted.
      if (this.reading.isPending) this.write(formula, PENDING);
      else if (thrown instanceof DoubtError) this.giveUp(formula, thrown.message, thrown.code);
      else this.giveUp(formula, TOO_DEEP);
      return undefined;
    }
  }

  /** Empties the cells of a formula that is gone. */
  remove(formula: Formula): void {
    this.fill(formula, null);
    this.owners.release(formula.area, formula);
    formula.state = "clean";
  }

  /** Returns the dirty formulas outside of a circle that it seems to read. */
  private neededBy(circle: readonly Formula[]): Formula[] {
    const own = new Set(circle);
    const needed = new Set<Formula>();
    for (const area of circle.flatMap((formula) => formula.reads()))
      for (const formula of this.owners.in(area))
        if (formula.state === "dirty" && !own.has(formula)) needed.add(formula);
    return [...needed];
  }

  /** Calculates formulas that depend on each other, again and again. Throws `NotReady` if they read other dirty cells. */
  private settleCircle(circle: readonly Formula[]): void {
    const { iteration } = this.host;
    const starts = circle.map((formula) => formula.rows ?? this.host.refused(formula));
    circle.forEach((formula, at) => this.show(formula, starts[at] as Matrix));
    try {
      if (iteration && repeatCircle(circle, iteration, (formula) => this.renew(formula))) return;
    } catch (thrown) {
      circle.forEach((formula, at) => {
        this.show(formula, starts[at] as Matrix);
        this.markDirty(formula);
      });
      if (!(thrown instanceof PendingCircle)) throw thrown;
      for (const formula of circle) this.write(formula, PENDING);
      for (const formula of circle) if (formula !== thrown.formula) formula.waitsFor = thrown.formula;
      thrown.formula.waitsFor = thrown.waitsFor;
      return;
    }
    for (const formula of circle) this.giveUp(formula, iteration ? unsettled(iteration) : CIRCULAR);
  }

  /** Calculates a formula of a circle once. */
  private renew(formula: Formula): void {
    this.spendRepeats(1);
    try {
      const result = this.resultOf(formula);
      this.write(formula, result);
      if (result === PENDING) throw new PendingCircle(formula, formula.waitsFor);
    } catch (thrown) {
      if (!(thrown instanceof DoubtError || thrown instanceof RangeError)) throw thrown;
      this.giveUp(formula, thrown instanceof DoubtError ? thrown.message : TOO_DEEP);
    }
  }

  /** Counts repeated calculations, those of what-if tables and circles. Throws a doubt if they are too many. */
  spendRepeats(formulas: number): void {
    this.repeats += formulas;
    if (this.repeats > MOST_REPEATS) doubt(TOO_MANY_REPEATS);
  }

  /** Returns what a formula comes to, without writing it. Throws as `evaluate` does. */
  resultOf(formula: Formula): Value | Matrix {
    if (formula.compiled.foreign.size > 0) return this.keptOrEvaluated(formula);
    if (!formula.source.whatIf) return this.evaluate(formula);
    const { reading, trying } = this;
    if (trying) doubt(NESTED_TABLE);
    reading.begin(false);
    try {
      const table = new WhatIfTable(this, formula, formula.source.whatIf);
      const inputs = table.inputs();
      const changed = this.host.changedBy?.(inputs) ?? new Set();
      this.trying = formula;
      const { values, waitsFor } = table.calculate(changed);
      reading.begin(true);
      if (waitsFor) reading.meet(waitsFor.area);
      return values;
    } catch (thrown) {
      if (thrown instanceof Waiting) return PENDING;
      if (thrown instanceof DoubtError) reading.begin(false);
      throw thrown;
    } finally {
      this.trying = undefined;
    }
  }

  private keptOrEvaluated(formula: Formula): Value | Matrix {
    this.reading.begin(false);
    try {
      const kept = this.host.keptValue?.(formula);
      formula.isKept = kept !== undefined;
      return kept ?? this.evaluate(formula);
    } catch (thrown) {
      if (thrown instanceof Waiting) return PENDING;
      throw thrown;
    }
  }

  /** Evaluates a formula without writing its result. Throws a doubt, or `NotReady` if it reads a dirty cell. */
  evaluate(formula: Placed): Value | Matrix {
    const { at, reading } = this;
    const { sheet, row, column, down, right, compiled } = formula;
    at.begin(sheet, row, column, down, right);
    reading.begin(compiled.asks);
    try {
      const result = compiled.run(at);
      return reading.isPending ? PENDING : result;
    } catch (thrown) {
      if (thrown instanceof Waiting) return PENDING;
      if (thrown instanceof NotReady || thrown instanceof DoubtError || thrown instanceof RangeError) throw thrown;
      // A mistake in one function must not end the calculation of the others.
      throw new DoubtError(OWN_MISTAKE, undefined, { cause: thrown });
    } finally {
      formula.made = at.made;
    }
  }

  private write(formula: Formula, result: Value | Matrix): void {
    if (result === PENDING) {
      const { cell } = this.reading;
      formula.state = "pending";
      formula.waitsFor = cell && this.owners.at(cell.sheet, cell.row, cell.column);
      this.fill(formula, PENDING);
      return;
    }
    formula.state = "clean";
    this.show(formula, this.shownOf(formula, result));
  }

  /** A blank is 0 in a cell, and errors get their messages. */
  private shownOf(formula: Formula, result: Value | Matrix): Matrix {
    const shown = (value: Value): Value => {
      if (!isError(value)) return value ?? 0;
      const message = value.message || this.calls.message(formula.cell, value.code) || "";
      return explained({ code: value.code, message });
    };
    const rows = result instanceof Matrix ? result.map(shown) : new Matrix(1, 1, [shown(result)]);
    const { fill, rows: down, columns: right } = formula.source;
    formula.blocked = undefined;
    if (fill === "array") return fitted(rows, down, right);
    if (fill === "one" || this.hasRoom(formula, rows)) return rows;
    formula.blocked = new CellRange(formula.sheet, formula.row, formula.column, rows.rows, rows.columns);
    return new Matrix(1, 1, [explained(SPILL)]);
  }

  private hasRoom(formula: Formula, { rows, columns }: Matrix): boolean {
    const { sheet, row, column } = formula;
    if (rows === 1 && columns === 1) return true;
    if (row + rows > MAX_ROWS || column + columns > MAX_COLUMNS) return false;
    if (this.host.isBlocked(new CellRange(sheet, row, column, rows, columns))) return false;
    for (let right = column; right < column + columns; right++)
      for (let down = row; down < row + rows; down++) {
        const owner = this.owners.at(sheet, down, right);
        if (owner ? owner !== formula : sheet.peek(down, right) !== null) return false;
      }
    return true;
  }

  /** Writes a result into the formula's cells, and empties those that it no longer fills. */
  show(formula: Formula, rows: Matrix): void {
    const { sheet, row, column, area } = formula;
    formula.rows = rows;
    if (area.rows !== rows.rows || area.columns !== rows.columns) {
      if (this.trying) doubt(RESIZED);
      this.fill(formula, null);
      this.owners.release(area, formula);
      formula.area = new CellRange(sheet, row, column, rows.rows, rows.columns);
      this.owners.set(formula.area, formula);
      sheet.forgetIndexes();
      this.host.resized(formula, area);
    }
    for (let down = 0; down < rows.rows; down++)
      for (let right = 0; right < rows.columns; right++) sheet.write(row + down, column + right, rows.at(down, right));
  }

  /** Shows in a formula's cells that it cannot be calculated. */
  giveUp(formula: Formula, problem: string, code = "#VALUE!"): void {
    if (this.trying) doubt(problemOfTable(this.host.nameOf(formula.sheet.id), formula, problem));
    formula.problem = problem;
    formula.code = code;
    formula.state = "clean";
    formula.blocked = undefined;
    this.show(formula, this.host.refused(formula));
  }
}

function positionOf({ sheet, row, column }: Evaluation): SheetPosition {
  return { sheet: sheet.id, row, column };
}

function linesOf(values: Value | Matrix): Values {
  return values instanceof Matrix ? values.lines() : values;
}

const BEYOND = { code: "#N/A", message: "The array formula covers more cells than its result has." };

/** Fits a result into the area of an array formula. A single row or column is repeated. */
function fitted(matrix: Matrix, rows: number, columns: number): Matrix {
  return matrixOf(rows, columns, (row, column) => matrix.spread(row, column) ?? BEYOND);
}
