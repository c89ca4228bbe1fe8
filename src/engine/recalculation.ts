/**
 * Keeps the formulas of a workbook up to date while people change it, as a grid does.
 *
 * A change marks the readers of its cells dirty at once, and their readers. They are calculated in later tasks, in slices, so
 * that a page can respond meanwhile. A pass ends when no formula is dirty: then results are shown and calls start.
 */
import type { Area as GridArea, SheetPosition } from "../grid/area";
import type { DateSystem } from "../grid/dateSerial";
import type { BookFormula } from "./bookSheet";
import { Calculation, CIRCULAR, type CalculationHost } from "./calculation";
import { explained } from "./errors";
import { Formula } from "./formula";
import type { CustomFunction } from "./functions";
import { FUNCTIONS } from "./functions/table";
import { CellRange, Matrix } from "./operand";
import { Readers } from "./readers";
import { Rule } from "./rule";
import { calculateRule, compileRule, hasSameResults } from "./ruleCalculation";
import { Sheet } from "./sheet";
import type { Value } from "./values";

/** The program whose workbook is calculated. */
export interface RecalculationHost {
  readonly dateSystem: DateSystem;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs a task in a macrotask of its own. */
  later(task: () => void): void;
  /** True if only entered formulas are calculated, until `calculateAll`. */
  isManual(): boolean;
  /** True if no formula may spill into the area. */
  isBlocked(area: CellRange): boolean;
  /** Called before formulas are calculated: their texts may have to be resolved again. */
  prepare(): void;
  /** Called after each pass with what may have changed. A formula may be gone. */
  show(formulas: ReadonlySet<Formula>, rules: ReadonlySet<Rule>): void;
}

/** Milliseconds of one slice. */
const SLICE = 12;

/** How often a formula may fill another area in one pass. A spill that changes more often depends on itself. */
const MOST_SIZES = 20;

export class Recalculation implements CalculationHost {
  readonly calculation: Calculation;
  readonly formulas = new Set<Formula>();
  private readonly sheets = new Map<string, Sheet>();
  private readonly readers = new Readers<Formula | Rule>();
  /** Formulas whose results do not fit, by the cells that they want. */
  private readonly blocked = new Readers<Formula>();
  private readonly volatile = new Set<Formula>();
  private readonly dirty = new Set<Formula>();
  private readonly dirtyRules = new Set<Rule>();
  /** The dirty formulas that are calculated even in manual mode. */
  private readonly entered = new Set<Formula>();
  private changed = new Set<Formula>();
  private changedRules = new Set<Rule>();
  private resizes: (readonly [Formula, CellRange])[] = [];
  private readonly sizes = new Map<Formula, number>();
  private pass: Iterator<void> | undefined;
  private time: number | undefined;
  private isScheduled = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly host: RecalculationHost,
    functions: readonly CustomFunction[],
  ) {
    this.calculation = new Calculation(this, functions);
  }

  get dateSystem(): DateSystem {
    return this.host.dateSystem;
  }

  sheet(name: string): Sheet | undefined {
    return [...this.sheets.values()].find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  }

  sheetOf(id: string): Sheet | undefined {
    return this.sheets.get(id);
  }

  nameOf(id: string): string {
    return this.sheets.get(id)?.name ?? "";
  }

  /** The time at which the pass began: all formulas of a pass see one. */
  now(): number {
    return (this.time ??= this.host.now());
  }

  later(task: () => void): void {
    this.host.later(task);
  }

  isBlocked(area: CellRange): boolean {
    return this.host.isBlocked(area);
  }

  resized(formula: Formula, former: CellRange): void {
    this.resizes.push([formula, former]);
  }

  refused({ code, problem = "" }: Formula): Matrix {
    return new Matrix(1, 1, [explained({ code, message: problem })]);
  }

  resume(cells: readonly SheetPosition[]): void {
    for (const cell of cells) {
      const formula = this.formulaIn(cell);
      if (formula) this.calculateSoon(formula);
    }
    this.schedule();
  }

  /** Returns the formula that a cell holds. */
  formulaIn(cell: SheetPosition): Formula | undefined {
    const owner = this.ownerOf(cell);
    return owner?.row === cell.row && owner.column === cell.column ? owner : undefined;
  }

  /** Returns the formula that fills a cell. */
  ownerOf({ sheet, row, column }: SheetPosition): Formula | undefined {
    const found = this.sheets.get(sheet);
    return found && this.calculation.owners.at(found, row, column);
  }

  /** True if all changes are calculated, as far as the mode says, and shown. */
  isDone(): boolean {
    return !this.isScheduled;
  }

  async done(): Promise<void> {
    while (!this.isDone()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  // Sheets

  /** Adds a blank sheet. */
  addSheet(id: string, name: string): Sheet {
    const blank = { name, rows: 0, columns: 0, valueAt: () => null, formulas: [], isUnfiltered: true };
    const sheet = new Sheet(blank, this.calculation.reading, id);
    this.sheets.set(id, sheet);
    this.sheetsChanged();
    return sheet;
  }

  renameSheet(id: string, name: string): void {
    const sheet = this.sheets.get(id);
    if (sheet) sheet.name = name;
    this.sheetsChanged();
  }

  removeSheet(id: string): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    const readers = this.readers.ofSheet(sheet);
    for (const formula of this.formulas) if (formula.sheet === sheet) this.remove(formula);
    this.sheets.delete(id);
    for (const reader of readers)
      if (reader instanceof Formula && this.formulas.has(reader))
        this.recompile(reader, { ...reader.source, text: "#REF!" });
    this.sheetsChanged();
  }

  /** INDIRECT may mean other sheets now. The host resolves references in texts again. */
  private sheetsChanged(): void {
    for (const formula of this.formulas) if (formula.compiled.isDynamic) this.mark(formula);
    this.schedule();
  }

  /** Removes all sheets and their formulas. */
  clear(): void {
    for (const formula of this.formulas) this.forget(formula);
    this.sheets.clear();
    this.dirtyRules.clear();
    this.entered.clear();
    this.changed.clear();
    this.resizes = [];
    this.pass = undefined;
  }

  // Cells

  /** Writes a value into a cell as the workbook is opened: nothing is marked. */
  load({ sheet, row, column }: SheetPosition, value: Value): void {
    this.sheets.get(sheet)?.write(row, column, value);
  }

  /**
   * Adds a formula as the workbook is opened.
   * @param rows What it shows. @default nothing yet
   * @param isCalculated False to calculate it in any case.
   */
  loadFormula(cell: SheetPosition, source: BookFormula, rows: Matrix | undefined, isCalculated: boolean): void {
    const formula = this.add(cell, source);
    if (!formula) return;
    if (rows && isCalculated) this.calculation.show(formula, rows);
    else this.calculateSoon(formula);
    formula.rows = rows;
    this.resizes = [];
  }

  /** A cell has got a value in place of what it held. */
  write({ sheet: id, row, column }: SheetPosition, value: Value): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    const owner = this.calculation.owners.at(sheet, row, column);
    const isFormula = owner?.row === row && owner.column === column;
    // A spill fills a cell that is emptied once more.
    if (owner && !isFormula && value === null) return this.mark(owner);
    this.vacate(sheet, row, column);
    sheet.write(row, column, value);
    this.cellChanged(new CellRange(sheet, row, column, 1, 1));
  }

  /** A cell has got a formula in place of what it held, perhaps the same. */
  enter(cell: SheetPosition, source: BookFormula): void {
    const sheet = this.sheets.get(cell.sheet);
    if (!sheet) return;
    this.vacate(sheet, cell.row, cell.column);
    const formula = this.add(cell, source);
    if (!formula) return;
    this.cellChanged(formula.area);
    this.calculateSoon(formula);
  }

  /** The meaning of a formula's text has changed, or its text with what it means. */
  recompile(former: Formula, source = former.source): void {
    const { cell, rows } = former;
    this.remove(former);
    const formula = this.add(cell, source);
    if (!formula) return;
    formula.rows = rows;
    this.mark(formula);
  }

  /** The cells of an area are filled now, or no longer. @param by The formula that fills them. */
  private cellChanged(area: CellRange, by?: Formula): void {
    (area.sheet as Sheet).forgetIndexes();
    this.markReaders(area);
    for (const formula of this.blocked.of(area)) if (formula !== by) this.mark(formula);
  }

  /** Cells are merged now, or no longer. */
  mergesChanged(id: string, { row, column, rows, columns }: GridArea): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    const area = new CellRange(sheet, row, column, rows, columns);
    const wide = [...this.calculation.owners.in(area)].filter((formula) => !formula.area.isCell);
    for (const formula of [...wide, ...this.blocked.of(area)]) this.mark(formula);
    this.schedule();
  }

  /** Rows are hidden now, or shown: their cells count otherwise in subtotals. */
  hideRows(id: string, rows: Iterable<number>): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    sheet.hiddenRows.clear();
    for (const row of rows) sheet.hiddenRows.add(row);
    for (const formula of this.formulas)
      if (["SUBTOTAL", "AGGREGATE"].some((name) => formula.compiled.functions.has(name))) this.mark(formula);
    this.schedule();
  }

  /** After changes: volatile formulas change with any. */
  edited(): void {
    for (const formula of this.volatile) this.mark(formula);
    this.pass = undefined;
    this.schedule();
  }

  calculateAll(): void {
    for (const formula of this.dirty) this.entered.add(formula);
    this.schedule();
  }

  /** Makes way for another content of a cell. */
  private vacate(sheet: Sheet, row: number, column: number): void {
    const owner = this.calculation.owners.at(sheet, row, column);
    if (!owner) return;
    if (owner.row === row && owner.column === column) return this.remove(owner);
    this.calculation.owners.release(new CellRange(sheet, row, column, 1, 1), owner);
    this.mark(owner);
  }

  private add({ sheet: id, row, column }: SheetPosition, source: BookFormula): Formula | undefined {
    const sheet = this.sheets.get(id);
    if (!sheet) return undefined;
    const compiled = this.calculation.compile(source.text, sheet, source.at ?? { row, column }, true);
    const formula = new Formula(sheet, row, column, source, compiled);
    if ([...compiled.functions].some((name) => FUNCTIONS.get(name)?.flags.has("volatile"))) this.volatile.add(formula);
    this.formulas.add(formula);
    this.calculation.owners.set(formula.area, formula);
    sheet.write(row, column, null);
    this.readers.set(formula, formula.reads());
    return formula;
  }

  private remove(formula: Formula): void {
    this.calculation.remove(formula);
    this.forget(formula);
    // What it filled is shown no longer.
    this.changed.add(formula);
    this.cellChanged(formula.area);
  }

  private forget(formula: Formula): void {
    this.readers.delete(formula);
    this.blocked.delete(formula);
    for (const set of [this.formulas, this.volatile, this.dirty, this.entered]) set.delete(formula);
  }

  // Rules

  /** Adds the rule of some cells, or replaces it. */
  setRule(former: Rule | undefined, text: string, areas: readonly CellRange[]): Rule | undefined {
    if (former) this.removeRule(former);
    const rule = compileRule(this.calculation, text, areas);
    if (!rule) return undefined;
    this.readers.set(rule, rule.reads());
    this.mark(rule);
    this.schedule();
    return rule;
  }

  /** Calculates a rule and shows its results, also the same. */
  renewRule(rule: Rule): void {
    rule.results = [];
    this.mark(rule);
    this.schedule();
  }

  removeRule(rule: Rule): void {
    this.readers.delete(rule);
    this.dirtyRules.delete(rule);
  }

  // Marks

  /** Marks a formula dirty, and all that depends on it. */
  mark(first: Formula | Rule): void {
    const open = [first];
    for (let reader = open.pop(); reader; reader = open.pop()) {
      if (reader instanceof Rule) this.dirtyRules.add(reader);
      else if (reader.state !== "dirty") {
        reader.sheet.forgetIndexes();
        this.calculation.markDirty(reader);
        this.dirty.add(reader);
        for (const next of this.readers.of(reader.area)) open.push(next);
      }
    }
  }

  private markReaders(area: CellRange): void {
    for (const reader of this.readers.of(area)) this.mark(reader);
  }

  private calculateSoon(formula: Formula): void {
    this.mark(formula);
    this.entered.add(formula);
    this.schedule();
  }

  // Passes

  schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.host.later(() => this.run());
  }

  /** Calculates for a slice, and goes on in a later task if it is not enough. */
  private run(): void {
    this.host.prepare();
    const end = this.host.now() + SLICE;
    this.pass ??= this.steps();
    while (!this.pass.next().done) if (this.host.now() >= end) return this.host.later(() => this.run());
    this.pass = undefined;
    this.time = undefined;
    this.sizes.clear();
    this.entered.clear();
    this.isScheduled = false;
    this.calculation.calls.passEnded();
    this.show();
    const resolved = this.waiting;
    this.waiting = [];
    for (const resolve of resolved) resolve();
  }

  private show(): void {
    const { changed, changedRules } = this;
    this.changed = new Set();
    this.changedRules = new Set();
    this.host.show(changed, changedRules);
  }

  private *steps(): Generator<void> {
    for (let formula = this.next(); formula; formula = this.next()) {
      if ((this.sizes.get(formula) ?? 0) > MOST_SIZES) this.giveUp(formula);
      else
        for (const settled of this.calculation.steps(formula)) {
          this.settled(settled);
          yield;
        }
    }
    for (const rule of this.dirtyRules) {
      const former = rule.results;
      if (!calculateRule(this.calculation, rule)) continue;
      this.dirtyRules.delete(rule);
      if (!hasSameResults(former, rule.results)) this.changedRules.add(rule);
      if (rule.compiled.isDynamic) this.readers.set(rule, rule.reads());
      yield;
    }
  }

  private next(): Formula | undefined {
    const [next] = this.host.isManual() ? this.entered : this.dirty;
    return next;
  }

  private giveUp(formula: Formula): void {
    this.calculation.giveUp(formula, CIRCULAR);
    this.settled(formula);
  }

  private settled(formula: Formula): void {
    this.dirty.delete(formula);
    this.entered.delete(formula);
    this.changed.add(formula);
    if (formula.compiled.isDynamic) this.readers.set(formula, formula.reads());
    this.blocked.set(formula, formula.blocked ? [formula.blocked] : []);
    const { resizes } = this;
    this.resizes = [];
    for (const [resized, former] of resizes) {
      this.sizes.set(resized, (this.sizes.get(resized) ?? 0) + 1);
      for (const area of [former, resized.area]) this.cellChanged(area, resized);
    }
  }
}
