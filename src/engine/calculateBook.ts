/**
 * Calculates the formulas of a workbook's file that call the given functions, their dependents, and those that either reads and
 * whose kept value is unfit (`keptValues.ts`). All other formulas keep their values, so that nothing changes where this
 * evaluator and the program that saved the workbook calculate differently.
 *
 * A calculation takes several rounds: if a spill fills another area than before, other formulas may be affected.
 */
import type { SheetArea, SheetPosition } from "../grid/area";
import type { DateSystem } from "../grid/dateSerial";
import { Affected } from "./affected";
import type { BookFormula, BookSheet } from "./bookSheet";
import { Calculation, CIRCULAR, type CalculationHost } from "./calculation";
import { cellKey } from "./calls";
import type { Compiled } from "./compile";
import { Doubt } from "./doubt";
import { Formula } from "./formula";
import { qualifiedName, type CustomFunction } from "./functions";
import { isUnfit, type KeptValues } from "./keptValues";
import { CellRange, type Matrix } from "./operand";
import { Sheet } from "./sheet";
import type { Value } from "./values";

/** A formula after the calculation. */
export interface FormulaOutcome {
  readonly cell: SheetPosition;
  readonly formula: BookFormula;
  /** The new values; the former values if there is a problem. */
  readonly rows: readonly (readonly Value[])[];
  /** Why the formula could not be calculated, for people. */
  readonly problem: string | undefined;
  /** The error that shows the problem where no value is kept. */
  readonly code: string;
  /** The cell that keeps its old value and from which these values are calculated, directly or through others. */
  readonly mixedFrom: SheetPosition | undefined;
}

export type OnProgress = (done: number, total: number) => void;

export interface BookOptions {
  /** Areas into which no formula may spill: merged cells and tables. @default none */
  readonly blocked?: readonly SheetArea[] | undefined;
  /** What the file says of its kept values. */
  readonly kept?: KeptValues | undefined;
  /** @default 1900 */
  readonly dateSystem?: DateSystem | undefined;
  /** Why formulas cannot read cells. @default they can */
  readonly problemOfCells?: string | undefined;
  /** Called for each round with the formulas of that round. An error that it throws ends the calculation. */
  readonly onProgress?: OnProgress | undefined;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Ends the calculation, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A chain of dependent spills takes one round for each spill. A spill that changes after this many depends on itself. */
const MOST_ROUNDS = 20;

const WAITING =
  "The formula reads a cell that was saved while it waited for its value, such as #BUSY!. Calculate and save the workbook in Excel first.";

/** Formulas between two calls of `onProgress`. */
const STEP = 1000;

/**
 * Calculates a workbook. Resolves to the outcomes of all formulas that had to be calculated. Independent calls start in one
 * macrotask.
 */
export async function calculateBook(
  sheets: readonly BookSheet[],
  functions: readonly CustomFunction[],
  options: BookOptions = {},
): Promise<FormulaOutcome[]> {
  const book = new Book(sheets, functions, options);
  try {
    return await book.calculate();
  } finally {
    book.dispose();
  }
}

class Book implements CalculationHost {
  readonly dateSystem: DateSystem;
  readonly problemOfCells: string | undefined;
  private readonly calculation: Calculation;
  private readonly sheets: ReadonlyMap<string, Sheet>;
  private readonly formulas: readonly Formula[];
  private readonly affected: Set<Formula>;
  private readonly found: Affected;
  private readonly started: number;
  private hasResized = false;
  /** Continues the calculation after answers for these cells. */
  private continue: (cells: readonly SheetPosition[]) => void = () => undefined;

  constructor(
    given: readonly BookSheet[],
    functions: readonly CustomFunction[],
    private readonly options: BookOptions,
  ) {
    this.dateSystem = options.dateSystem ?? 1900;
    this.problemOfCells = options.problemOfCells;
    this.started = (options.now ?? Date.now)();
    this.calculation = new Calculation(this, functions);
    const sheets = given.map((sheet) => new Sheet(sheet, this.calculation.reading));
    this.sheets = new Map(sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
    this.formulas = sheets.flatMap((sheet) => this.formulasOf(sheet));
    const names = new Set(functions.map(qualifiedName));
    const unfit = this.findUnfit();
    this.affected = new Set(this.formulas.filter((formula) => isCaller(formula, names)));
    if (options.kept?.standAlone) for (const formula of unfit) this.affected.add(formula);
    this.found = new Affected(this.formulas, this.calculation.owners, unfit);
  }

  sheet(name: string): Sheet | undefined {
    return this.sheets.get(name.toLowerCase());
  }

  nameOf(id: string): string {
    return id;
  }

  now(): number {
    return this.started;
  }

  later(task: () => void): void {
    setImmediate(task);
  }

  resume(cells: readonly SheetPosition[]): void {
    this.continue(cells);
  }

  isBlocked(area: CellRange): boolean {
    return (this.options.blocked ?? []).some((blocked) => {
      const { sheet, row, column, rows, columns } = blocked;
      return (
        sheet === area.sheet.name &&
        row < area.row + area.rows &&
        area.row < row + rows &&
        column < area.column + area.columns &&
        area.column < column + columns
      );
    });
  }

  resized(): void {
    this.hasResized = true;
  }

  /** The cells that the formula filled before the calculation. */
  refused({ sheet, row, column, source }: Formula): Matrix {
    return sheet.givenIn(new CellRange(sheet, row, column, source.rows, source.columns));
  }

  dispose(): void {
    this.calculation.calls.forget();
  }

  /** Compiles the formulas of a sheet. Copies of one formula share what is compiled. */
  private formulasOf(sheet: Sheet): Formula[] {
    const { calculation } = this;
    const known = new Map<BookFormula, Compiled>();
    return sheet.given.formulas.map(({ row, column, formula: source }) => {
      const home = source.at ?? { row, column };
      const compiled = known.get(source) ?? calculation.compile(source.text, sheet, home, source.fill !== "one");
      known.set(source, compiled);
      const formula = new Formula(sheet, row, column, source, compiled);
      calculation.owners.set(formula.area, formula);
      return formula;
    });
  }

  private findUnfit(): ReadonlySet<Formula> {
    const { kept = {} } = this.options;
    return new Set(
      this.formulas.filter(({ sheet, row, column, compiled }) =>
        isUnfit({ isMissing: sheet.peek(row, column) === null, functions: compiled.functions }, kept),
      ),
    );
  }

  async calculate(): Promise<FormulaOutcome[]> {
    const { affected } = this;
    this.found.spread(affected);
    this.probe();
    for (let round = 1; ; round++) {
      this.found.spread(affected);
      const count = affected.size;
      this.hasResized = false;
      // `probe` and the former round have made indexes of values that change now.
      for (const sheet of this.sheets.values()) sheet.forgetIndexes();
      await this.runPasses();
      this.giveUpPending();
      if (!this.hasResized && !this.hasFoundMore(count)) return this.outcomes();
      if (round >= MOST_ROUNDS) return this.outcomes(true);
    }
  }

  /** True if the references that formulas made while they were calculated affect others. */
  private hasFoundMore(count: number): boolean {
    if (![...this.affected].some(({ made }) => made)) return false;
    this.found.spread(this.affected);
    return this.affected.size > count;
  }

  /**
   * Evaluates the unaffected formulas that make references, to learn what they read. A formula in doubt may read anything: it
   * is calculated, and so named. What a formula makes of an unfit value may be wrong, so it is calculated too.
   */
  private probe(): void {
    for (const formula of this.formulas) {
      if (!formula.compiled.isDynamic || this.affected.has(formula)) continue;
      try {
        this.calculation.evaluate(formula);
      } catch (thrown) {
        if (!(thrown instanceof Doubt || thrown instanceof RangeError)) throw thrown;
        this.affected.add(formula);
      }
    }
    for (const formula of this.found.readersOfUnfit()) if (formula.compiled.isDynamic) this.affected.add(formula);
  }

  /** Calculates the affected formulas, again whenever answers have arrived, until all have their results. */
  private async runPasses(): Promise<void> {
    const { calculation, affected } = this;
    const { signal } = this.options;
    for (const formula of affected) calculation.markDirty(formula);
    await new Promise<void>((resolve, reject) => {
      const pass = (due: readonly Formula[]) => {
        try {
          this.settleAll(due);
          calculation.calls.passEnded();
          if (calculation.calls.idle()) resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const stop = () => {
        calculation.calls.forget();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.continue = (cells) => pass(this.awaken(cells));
      pass([...affected]);
    });
  }

  /** No answer comes for a cell that another program has saved while it waited. */
  private giveUpPending(): void {
    for (const formula of this.affected) if (formula.state === "pending") this.calculation.giveUp(formula, WAITING);
  }

  private settleAll(due: readonly Formula[]): void {
    const { affected } = this;
    const { onProgress } = this.options;
    let done = [...affected].filter(({ state }) => state === "clean").length;
    for (const formula of due) {
      this.calculation.settle(formula);
      if (formula.state === "clean") done++;
      if (done > 0 && done % STEP === 0) onProgress?.(done, affected.size);
    }
    if (done > 0) onProgress?.(done, affected.size);
  }

  /** Marks dirty the formulas that have answers, and those that wait for cells rather than for an answer of their own. */
  private awaken(cells: readonly SheetPosition[]): Formula[] {
    const { calls } = this.calculation;
    const due = new Set(cells.map(cellKey));
    const waiting = new Set(calls.cells("waiting").map(cellKey));
    const awake = [...this.affected].filter(({ state, cell }) => {
      if (state !== "pending") return false;
      const key = cellKey(cell);
      return due.has(key) || !waiting.has(key);
    });
    for (const formula of awake) this.calculation.markDirty(formula);
    return awake;
  }

  /** @param isEndless True if the spills have not come to rest. */
  private outcomes(isEndless = false): FormulaOutcome[] {
    const formulas = this.formulas.filter((formula) => this.affected.has(formula));
    if (isEndless)
      for (const formula of formulas)
        if (formula.area.rows !== formula.source.rows || formula.area.columns !== formula.source.columns)
          this.calculation.giveUp(formula, CIRCULAR);
    const mixed = this.found.mixed(this.affected);
    return formulas.map((formula) => {
      const { cell, source, rows, problem, code } = formula;
      return { cell, formula: source, rows: rows?.lines() ?? [], problem, code, mixedFrom: mixed.get(formula)?.cell };
    });
  }
}

function isCaller({ source, compiled }: Formula, names: ReadonlySet<string>): boolean {
  return source.mayReadOthers === true || [...compiled.functions].some((name) => names.has(name));
}
