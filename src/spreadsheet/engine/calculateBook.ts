/**
 * Calculates the formulas of a workbook's file that call the given functions, their dependents, and those that either reads and
 * whose kept value is unfit (`keptValues.ts`). All other formulas keep their values, so that nothing changes where this
 * evaluator and the program that saved the workbook calculate differently.
 *
 * A calculation takes several rounds: if a spill fills another area than before, other formulas may be affected.
 */
import type { SheetArea, SheetPosition } from "../cells/area";
import type { DateSystem } from "../cells/dateSerial";
import { Affected } from "./affected";
import type { BookFormula, BookSheet } from "./bookSheet";
import { circlesAmong, type Iteration } from "./circle";
import { Calculation, CIRCULAR, type CalculationHost } from "./calculation";
import type { Compiled } from "./compile";
import { DoubtError } from "./doubt";
import { Formula } from "./formula";
import { qualifiedName, type CustomFunction } from "./customFunction";
import { isUnfit, isVolatile, type KeptValues } from "./keptValues";
import { CellRange, isError, type Matrix } from "./operand";
import { foreignName } from "./otherFunctions";
import { Sheet } from "./sheet";
import type { CellError, Value } from "./values";

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
  /** The functions of other add-ins, macros and data types for which it keeps the value of the file. */
  readonly keptFor: readonly string[];
  /** The errors of its calls, whether its values show them or not. */
  readonly callErrors: readonly CellError[];
  /** The cell that keeps its old value and from which these values are calculated, directly or through others. */
  readonly mixedFrom: SheetPosition | undefined;
}

export type OnProgress = (done: number, total: number) => void;

export interface BookOptions {
  /** Areas into which no formula may spill: merged cells and tables. @default none */
  readonly blocked?: readonly SheetArea[] | undefined;
  /** What the file says of its kept values. */
  readonly kept?: KeptValues | undefined;
  /** How the workbook calculates formulas that depend on each other. @default not: they are a mistake */
  readonly iteration?: Iteration | undefined;
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

/** Functions whose results a what-if table draws anew with each value that it tries. */
const DRAWN: ReadonlySet<string> = new Set(["RAND", "RANDBETWEEN", "RANDARRAY"]);

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
  readonly iteration: Iteration | undefined;
  private readonly calculation: Calculation;
  /** Sheets by their names in small letters. */
  private readonly sheets: ReadonlyMap<string, Sheet>;
  private readonly sheetsById: ReadonlyMap<string, Sheet>;
  private readonly formulas: readonly Formula[];
  private readonly affected: Set<Formula>;
  private readonly found: Affected;
  private readonly started: number;
  private hasResized = false;
  /** The formulas that are calculated in this round. */
  private done = 0;
  /** The formulas that wait for the result of another, by that. */
  private readonly waiting = new Map<Formula, Formula[]>();
  /** Continues the calculation after answers for these cells. */
  private continue: (cells: readonly SheetPosition[]) => void = () => undefined;

  constructor(
    given: readonly BookSheet[],
    functions: readonly CustomFunction[],
    private readonly options: BookOptions,
  ) {
    this.dateSystem = options.dateSystem ?? 1900;
    this.problemOfCells = options.problemOfCells;
    this.iteration = options.iteration;
    this.started = (options.now ?? Date.now)();
    this.calculation = new Calculation(this, functions);
    // Single formulas each have a sheet, all of one name.
    const sheets = given.map((sheet, at) => new Sheet(sheet, this.calculation.reading, String(at)));
    this.sheetsById = new Map(sheets.map((sheet) => [sheet.id, sheet]));
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
    return this.sheetsById.get(id)?.name ?? "";
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

  keptValue(formula: Formula): Matrix | undefined {
    const { compiled } = formula;
    if (compiled.asks || compiled.isDynamic || isVolatile(compiled.functions)) return undefined;
    const kept = this.refused(formula);
    if (kept.values.some((value) => value === null || isError(value))) return undefined;
    // Programs that write files without calculating them write zeros.
    if (this.options.kept?.areOld && kept.values.every((value) => value === 0 || value === "")) return undefined;
    const isSame = (read: CellRange) => (read.sheet as Sheet).isAsGiven(read);
    return formula.reads().every(isSame) ? kept : undefined;
  }

  changedBy(inputs: readonly CellRange[]): ReadonlySet<Formula> {
    const isDrawn = ({ compiled }: Formula) => [...compiled.functions].some((name) => DRAWN.has(name));
    const reads = (formula: Formula) => formula.reads().some((area) => inputs.some((input) => area.overlaps(input)));
    const changed = new Set(this.formulas.filter((formula) => isDrawn(formula) || reads(formula)));
    this.found.addDependents(changed);
    return changed;
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
      this.findCircles();
      await this.runPasses();
      this.giveUpPending();
      if (!this.hasResized && !this.hasFoundMore(count) && !this.findCircles()) return this.outcomes();
      if (round >= MOST_ROUNDS) return this.outcomes(true);
    }
  }

  /** Finds the formulas that depend on each other, if the workbook calculates them. Returns true if there are others than before. */
  private findCircles(): boolean {
    if (!this.iteration) return false;
    const before = this.formulas.filter(({ circle }) => circle).length;
    const circles = circlesAmong(this.affected, (formula) => this.found.precedentsOf(formula));
    for (const circle of circles) for (const formula of circle) formula.circle = circle;
    return this.formulas.filter(({ circle }) => circle).length > before;
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
      if (this.affected.has(formula) || !this.makesReferences(formula)) continue;
      try {
        this.calculation.resultOf(formula);
      } catch (thrown) {
        if (!(thrown instanceof DoubtError || thrown instanceof RangeError)) throw thrown;
        this.affected.add(formula);
      }
    }
    for (const formula of this.found.readersOfUnfit()) if (formula.compiled.isDynamic) this.affected.add(formula);
  }

  /** True if only the calculation shows what a formula reads; of a what-if table, also with the values that it tries. */
  private makesReferences(formula: Formula): boolean {
    const { compiled, source } = formula;
    return compiled.isDynamic || (source.whatIf !== undefined && this.found.readsDynamic(formula));
  }

  /** Calculates the affected formulas, those that wait again after answers, until all have their results. */
  private async runPasses(): Promise<void> {
    const { calculation, affected } = this;
    const { signal } = this.options;
    this.done = 0;
    this.waiting.clear();
    for (const formula of affected) calculation.markDirty(formula);
    let stop: () => void = () => undefined;
    await new Promise<void>((resolve, reject) => {
      const pass = (due: readonly Formula[]) => {
        try {
          if (this.hasEnded(due) && this.hasEnded(this.circled())) resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      stop = () => {
        calculation.calls.forget();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", stop);
      this.continue = (cells) => pass(this.awaken(cells.flatMap((cell) => this.formulaIn(cell) ?? [])));
      pass([...affected]);
    }).finally(() => signal?.removeEventListener("abort", stop));
  }

  /** Calculates dirty formulas. Returns true if no answer is awaited then. */
  private hasEnded(due: readonly Formula[]): boolean {
    const { calls } = this.calculation;
    this.settleAll(due);
    calls.passEnded();
    return calls.idle();
  }

  /** Marks dirty the formulas that still wait for each other: they stand in a circle, which shows once all are dirty. */
  private circled(): Formula[] {
    return this.awaken([...this.affected].filter(({ waitsFor }) => waitsFor));
  }

  /** No answer comes for a cell that another program has saved while it waited. */
  private giveUpPending(): void {
    for (const formula of this.affected) if (formula.state === "pending") this.calculation.giveUp(formula, WAITING);
  }

  /** Calculates dirty formulas, and those that wait for their results. */
  private settleAll(due: readonly Formula[]): void {
    const { onProgress } = this.options;
    const queue = [...due];
    for (const formula of queue)
      for (const settled of this.calculation.steps(formula)) {
        if (settled.state === "pending") this.wait(settled);
        else {
          if (++this.done % STEP === 0) onProgress?.(this.done, this.affected.size);
          for (const each of this.awaken(this.waiting.get(settled) ?? [])) queue.push(each);
          this.waiting.delete(settled);
        }
      }
    if (this.done > 0) onProgress?.(this.done, this.affected.size);
  }

  private wait(formula: Formula): void {
    const { waitsFor } = formula;
    if (!waitsFor) return;
    const known = this.waiting.get(waitsFor);
    if (known) known.push(formula);
    else this.waiting.set(waitsFor, [formula]);
  }

  /** Marks dirty those of the formulas that are pending. */
  private awaken(formulas: readonly Formula[]): Formula[] {
    const pending = formulas.filter(({ state }) => state === "pending");
    for (const formula of pending) this.calculation.markDirty(formula);
    return pending;
  }

  private formulaIn({ sheet, row, column }: SheetPosition): Formula | undefined {
    const found = this.sheetsById.get(sheet);
    return found && this.calculation.owners.at(found, row, column);
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
      const { source, rows, problem, code } = formula;
      const mixedFrom = mixed.get(formula);
      return {
        cell: placeOf(formula),
        formula: source,
        rows: rows?.lines() ?? [],
        problem,
        code,
        keptFor: formula.isKept && problem === undefined ? [...formula.compiled.foreign].map(foreignName) : [],
        callErrors: this.calculation.calls.errors(formula.cell),
        mixedFrom: mixedFrom && placeOf(mixedFrom),
      };
    });
  }
}

function placeOf({ sheet, row, column }: Formula): SheetPosition {
  return { sheet: sheet.name, row, column };
}

function isCaller({ source, compiled }: Formula, names: ReadonlySet<string>): boolean {
  return source.mayReadOthers === true || [...compiled.functions].some((name) => names.has(name));
}
