/**
 * Keeps the formulas of a workbook up to date while people change it, as a grid does. A change marks the readers of its cells
 * dirty at once, and their readers; `passes.ts` calculates them.
 */
import type { Area, SheetPosition } from "../cells/area";
import type { DateSystem } from "../cells/dateSerial";
import type { BookFormula } from "./bookSheet";
import { Calculation, type CalculationHost } from "./calculation";
import { explained } from "./errorMessages";
import { Formula } from "./formula";
import type { CustomFunction } from "./customFunction";
import { Marks } from "./marks";
import { CellRange, Matrix } from "./operand";
import { Passes, type PassHost } from "./passes";
import type { Rule } from "./rule";
import { compileRule } from "./ruleCalculation";
import { Sheet } from "./sheet";
import type { Value } from "./values";

/** The program whose workbook is calculated. */
export interface RecalculationHost extends PassHost {
  readonly dateSystem: DateSystem;
  /** True if no formula may spill into the area. */
  isBlocked(area: CellRange): boolean;
}

export class Recalculation implements CalculationHost {
  readonly calculation: Calculation;
  readonly passes: Passes;
  readonly formulas = new Set<Formula>();
  private readonly sheets = new Map<string, Sheet>();
  private readonly marks: Marks;

  constructor(
    private readonly host: RecalculationHost,
    functions: readonly CustomFunction[],
  ) {
    this.calculation = new Calculation(this, functions);
    this.marks = new Marks(this.calculation);
    this.passes = new Passes(host, this.calculation, this.marks);
  }

  // The host of the calculation

  get dateSystem(): DateSystem {
    return this.host.dateSystem;
  }

  sheet(name: string): Sheet | undefined {
    return [...this.sheets.values()].find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  }

  nameOf(id: string): string {
    return this.sheets.get(id)?.name ?? "";
  }

  now(): number {
    return this.passes.now();
  }

  later(task: () => void): void {
    this.host.later(task);
  }

  isBlocked(area: CellRange): boolean {
    return this.host.isBlocked(area);
  }

  resized(formula: Formula, former: CellRange): void {
    this.passes.resized(formula, former);
  }

  refused({ code, problem = "" }: Formula): Matrix {
    return new Matrix(1, 1, [explained({ code, message: problem })]);
  }

  resume(cells: readonly SheetPosition[]): void {
    for (const cell of cells) {
      const formula = this.formulaIn(cell);
      if (formula) this.calculateSoon(formula);
    }
    this.passes.schedule();
  }

  // Looking up

  sheetOf(id: string): Sheet | undefined {
    return this.sheets.get(id);
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

  // Sheets

  /** Adds a blank sheet. */
  addSheet(id: string, name: string): void {
    const blank = { name, rows: 0, columns: 0, valueAt: () => null, formulas: [], isUnfiltered: true };
    this.sheets.set(id, new Sheet(blank, this.calculation.reading, id));
    this.sheetsChanged();
  }

  renameSheet(id: string, name: string): void {
    const sheet = this.sheets.get(id);
    if (sheet) sheet.name = name;
    this.sheetsChanged();
  }

  removeSheet(id: string): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    const readers = this.marks.readersOnSheet(sheet);
    for (const formula of this.formulas) if (formula.sheet === sheet) this.remove(formula);
    this.sheets.delete(id);
    for (const reader of readers)
      if (reader instanceof Formula && this.formulas.has(reader))
        this.recompile(reader, { ...reader.source, text: "#REF!" });
    this.sheetsChanged();
  }

  /** INDIRECT may mean other sheets now. The host resolves references in texts again. */
  private sheetsChanged(): void {
    for (const formula of this.formulas) if (formula.compiled.isDynamic) this.marks.mark(formula);
    this.passes.schedule();
  }

  /** Removes all sheets and their formulas. */
  clear(): void {
    for (const formula of this.formulas) this.marks.forget(formula);
    this.formulas.clear();
    this.marks.dirtyRules.clear();
    this.sheets.clear();
    this.passes.clear();
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
    this.passes.forgetResizes();
  }

  /** A cell has got a value in place of what it held. */
  write({ sheet: id, row, column }: SheetPosition, value: Value): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    const owner = this.calculation.owners.at(sheet, row, column);
    const isFormula = owner?.row === row && owner.column === column;
    // A spill fills a cell that is emptied once more.
    if (owner && !isFormula && value === null) return this.marks.mark(owner);
    this.vacate(sheet, row, column);
    sheet.write(row, column, value);
    this.marks.markReaders(new CellRange(sheet, row, column, 1, 1));
  }

  /** A cell has got a formula in place of what it held, perhaps the same. */
  enter(cell: SheetPosition, source: BookFormula): void {
    const sheet = this.sheets.get(cell.sheet);
    if (!sheet) return;
    this.vacate(sheet, cell.row, cell.column);
    const formula = this.add(cell, source);
    if (!formula) return;
    this.marks.markReaders(formula.area);
    this.calculateSoon(formula);
  }

  /** The meaning of a formula's text has changed, or its text with what it means. */
  recompile(former: Formula, source: BookFormula): void {
    const { cell, rows } = former;
    this.remove(former);
    const formula = this.add(cell, source);
    if (!formula) return;
    formula.rows = rows;
    this.marks.mark(formula);
  }

  /** Call this after edits. */
  edited(): void {
    this.marks.markVolatile();
    this.passes.restart();
  }

  /** Cells are merged now, or no longer. */
  mergesChanged(id: string, { row, column, rows, columns }: Area): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    const area = new CellRange(sheet, row, column, rows, columns);
    for (const formula of this.calculation.owners.in(area)) if (!formula.area.isCell) this.marks.mark(formula);
    this.marks.markBlocked(area);
    this.passes.schedule();
  }

  /** Rows are hidden now, or shown: their cells count otherwise in subtotals. */
  hideRows(id: string, rows: Iterable<number>): void {
    const sheet = this.sheets.get(id);
    if (!sheet) return;
    sheet.hiddenRows.clear();
    for (const row of rows) sheet.hiddenRows.add(row);
    for (const formula of this.formulas)
      if (["SUBTOTAL", "AGGREGATE"].some((name) => formula.compiled.functions.has(name))) this.marks.mark(formula);
    this.passes.schedule();
  }

  /** Calculates what is dirty in manual mode. */
  calculateAll(): void {
    for (const formula of this.marks.dirty) this.passes.enter(formula);
    this.passes.schedule();
  }

  private calculateSoon(formula: Formula): void {
    this.marks.mark(formula);
    this.passes.enter(formula);
  }

  /** Makes way for another content of a cell. */
  private vacate(sheet: Sheet, row: number, column: number): void {
    const owner = this.calculation.owners.at(sheet, row, column);
    if (!owner) return;
    if (owner.row === row && owner.column === column) return this.remove(owner);
    this.calculation.owners.release(new CellRange(sheet, row, column, 1, 1), owner);
    this.marks.mark(owner);
  }

  private add({ sheet: id, row, column }: SheetPosition, source: BookFormula): Formula | undefined {
    const sheet = this.sheets.get(id);
    if (!sheet) return undefined;
    const compiled = this.calculation.compile(source.text, sheet, source.at ?? { row, column }, true);
    const formula = new Formula(sheet, row, column, source, compiled);
    this.formulas.add(formula);
    this.calculation.owners.set(formula.area, formula);
    sheet.write(row, column, null);
    this.marks.add(formula);
    return formula;
  }

  private remove(formula: Formula): void {
    this.calculation.remove(formula);
    this.formulas.delete(formula);
    this.marks.forget(formula);
    this.passes.remove(formula);
    this.marks.markReaders(formula.area);
  }

  // Rules

  /** Adds a rule, or replaces it. @param text Without "=". */
  setRule(former: Rule | undefined, text: string, areas: readonly CellRange[]): Rule | undefined {
    if (former) this.removeRule(former);
    const rule = compileRule(this.calculation, text, areas);
    if (!rule) return undefined;
    this.marks.addRule(rule);
    this.renewRule(rule);
    return rule;
  }

  /** Calculates a rule and shows its results, also the same. */
  renewRule(rule: Rule): void {
    rule.results = [];
    this.marks.mark(rule);
    this.passes.schedule();
  }

  removeRule(rule: Rule): void {
    this.marks.forgetRule(rule);
  }
}
