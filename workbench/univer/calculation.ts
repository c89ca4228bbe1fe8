/** Calculates the formulas of the grid: Univer draws and edits, and the evaluator calculates. */
import type { IRange } from "@univerjs/core";
import { IActiveDirtyManagerService } from "@univerjs/engine-formula";
import type { Calls } from "../../src/spreadsheet/engine/calls";
import { explained } from "../../src/spreadsheet/engine/errorMessages";
import type { Formula } from "../../src/spreadsheet/engine/formula";
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import { isError, type CellRange } from "../../src/spreadsheet/engine/operand";
import { Recalculation, type RecalculationHost } from "../../src/spreadsheet/engine/recalculation";
import type { Rule } from "../../src/spreadsheet/engine/rule";
import type { Value } from "../../src/spreadsheet/engine/values";
import { contains, overlaps, type SheetArea, type SheetPosition } from "../../src/spreadsheet/cells/area";
import { formulaTextsIn, holdsFormula, valueOfCell, type FormulaTextOf } from "./contents";
import type { GridValue } from "./gridValues";
import { bringFormat } from "./dateFormats";
import { followGrid, type Follower } from "./follow";
import { workbookOf, type Grid } from "./grid";
import { createChangeTest, createFormulaResolver, type FormulaResolver, type NamedTable } from "./formulaNames";
import { areaOfRange } from "./range";
import { clearSpills, keptRows, showResults, shownRows } from "./results";
import { GridRules, type RegisteredFormula } from "./rules";

export interface CalculationOptions {
  /** Called whenever cells may have become pending or settled. */
  readonly onChange: () => void;
  /** True if only entered formulas are calculated. @default false */
  readonly isManual?: (() => boolean) | undefined;
  /** Returns the tables: formulas name their columns, and none spills into them. @default none */
  readonly tables?: (() => readonly NamedTable[]) | undefined;
}

export class GridCalculation implements RecalculationHost, Follower {
  readonly dateSystem = 1900;
  readonly isManual: () => boolean;
  private readonly recalculation: Recalculation;
  private readonly rules: GridRules;
  /** As names and tables are now. */
  private resolver: FormulaResolver | undefined;
  /** As they were when all formulas were resolved. */
  private resolvedBy: FormulaResolver;
  private hasMoved = false;
  private mustResolve = false;

  /** The workbook must be open. Its kept values are shown. */
  constructor(
    private readonly grid: Grid,
    functions: readonly CustomFunction[],
    private readonly options: CalculationOptions,
  ) {
    this.isManual = options.isManual ?? (() => false);
    this.recalculation = new Recalculation(this, functions);
    this.rules = new GridRules(this.recalculation);
    this.resolvedBy = this.resolverNow();
    // Univer would plan a calculation of its own after each change.
    grid.injector.get(IActiveDirtyManagerService).getDirtyConversionMap().clear();
    this.load(true);
    followGrid(grid, this);
    this.recalculation.passes.schedule();
  }

  get calls(): Calls {
    return this.recalculation.calculation.calls;
  }

  /** True if every change is calculated and the results are in the cells. */
  isDone(): boolean {
    return this.recalculation.passes.isDone();
  }

  /** Resolves when the changes made so far are calculated. */
  async done(): Promise<void> {
    await this.recalculation.passes.done();
  }

  /** Calculates what waits in manual mode. */
  calculateAll(): void {
    this.recalculation.calculateAll();
  }

  /** Returns the last result in a cell whose formula is pending; undefined if it has none, or is not pending. */
  valueBefore({ sheet, row, column }: SheetPosition): GridValue | undefined {
    const owner = this.recalculation.ownerOf({ sheet, row, column });
    if (owner?.state !== "pending") return undefined;
    const value = owner.rows?.at(row - owner.row, column - owner.column);
    return isError(value) ? value.code : value;
  }

  /** Returns the message of the error in a cell; undefined if it shows none. */
  messageAt(cell: SheetPosition): string | undefined {
    const owner = this.recalculation.ownerOf(cell);
    const value = owner ? owner.rows?.at(cell.row - owner.row, cell.column - owner.column) : this.valueAt(cell);
    if (owner?.state === "pending" || !isError(value)) return undefined;
    return explained(value).message || undefined;
  }

  private valueAt({ sheet, row, column }: SheetPosition): Value {
    return valueOfCell(workbookOf(this.grid).getWorkbook().getSheetBySheetId(sheet)?.getCellRaw(row, column));
  }

  // The host of the calculation

  now(): number {
    return Date.now();
  }

  later(task: () => void): void {
    setTimeout(() => {
      // The grid may be gone by then.
      if (this.grid.api.getActiveWorkbook()) task();
    });
  }

  isBlocked(area: CellRange): boolean {
    const sheet = workbookOf(this.grid).getWorkbook().getSheetBySheetId(area.sheet.id);
    const tables = this.tables().filter((table) => table.sheet === area.sheet.id);
    return [...(sheet?.getMergeData() ?? []).map(areaOfRange), ...tables].some((each) => overlaps(each, area));
  }

  prepare(): void {
    if (this.hasMoved) this.reload();
    else if (this.mustResolve) this.resolveChanged();
    this.mustResolve = false;
    this.hasMoved = false;
  }

  show(formulas: ReadonlySet<Formula>, rules: ReadonlySet<Rule>): void {
    const { recalculation } = this;
    const shown = [...formulas].map((formula) => {
      const { sheet, row, column } = formula.cell;
      return { sheet, row, column, rows: recalculation.formulas.has(formula) ? shownRows(formula) : undefined };
    });
    const unit = workbookOf(this.grid).getId();
    showResults(this.grid, shown, this.rules.resultsOf(rules, unit));
    this.options.onChange();
  }

  // Reading the grid

  private resolverNow(): FormulaResolver {
    return (this.resolver ??= createFormulaResolver(this.grid, this.options.tables?.() ?? []));
  }

  private tables(): SheetArea[] {
    return (this.options.tables?.() ?? []).map(({ area }) => area);
  }

  private resolve(text: string, cell: SheetPosition) {
    return this.resolverNow().resolve(text, cell);
  }

  /** @param keepsValues False to calculate all formulas. */
  private load(keepsValues: boolean): void {
    const sheets = workbookOf(this.grid).getWorkbook().getSheets();
    for (const sheet of sheets) this.recalculation.addSheet(sheet.getSheetId(), sheet.getName());
    for (const sheet of sheets) this.loadSheet(sheet.getSheetId(), keepsValues);
  }

  private loadSheet(id: string, keepsValues: boolean): void {
    const { recalculation, grid } = this;
    const worksheet = workbookOf(grid).getWorkbook().getSheetBySheetId(id);
    if (!worksheet) return;
    const formulas: SheetPosition[] = [];
    worksheet.getCellMatrix().forValue((row, column, cell) => {
      const at = { sheet: id, row, column };
      if (holdsFormula(cell)) formulas.push(at);
      else recalculation.load(at, valueOfCell(cell));
    });
    const textAt = formulaTextsIn(grid, worksheet);
    for (const at of formulas) {
      const text = textAt(at);
      if (text === undefined) continue;
      const rows = keptRows(grid, worksheet, at.row, at.column);
      recalculation.loadFormula(at, this.resolve(text, at), rows, keepsValues);
    }
    this.rowsHidden(id);
  }

  /** Cells are at other places: reads all of them again. Like Excel, calls the functions again. */
  private reload(): void {
    this.calls.forget();
    this.resolver = undefined;
    this.resolvedBy = this.resolverNow();
    this.recalculation.clear();
    clearSpills(this.grid);
    this.load(false);
    this.rules.compileChanged(
      () => true,
      (...given) => this.resolve(...given),
    );
  }

  /** Resolves the formulas again that name what has changed. */
  private resolveChanged(): void {
    this.resolver = undefined;
    const hasChanged = createChangeTest(this.resolvedBy, this.resolverNow());
    this.resolvedBy = this.resolverNow();
    const texts = new Map<string, FormulaTextOf>();
    for (const formula of [...this.recalculation.formulas]) {
      const { cell, source } = formula;
      const worksheet = workbookOf(this.grid).getWorkbook().getSheetBySheetId(cell.sheet);
      if (!worksheet) continue;
      const textAt = texts.get(cell.sheet) ?? formulaTextsIn(this.grid, worksheet);
      texts.set(cell.sheet, textAt);
      const text = textAt(cell) ?? "";
      if (!hasChanged(text)) continue;
      const now = this.resolve(text, cell);
      if (now.text !== source.text || now.problem !== source.problem) this.recalculation.recompile(formula, now);
    }
    this.rules.compileChanged(hasChanged, (...given) => this.resolve(...given));
  }

  // Following the grid

  edited(cells: readonly SheetPosition[], isEntered: boolean): void {
    if (isEntered) this.calls.forget(cells);
    const workbook = workbookOf(this.grid).getWorkbook();
    const sheet = cells[0] && workbook.getSheetBySheetId(cells[0].sheet);
    if (!sheet) return;
    const textAt = formulaTextsIn(this.grid, sheet);
    for (const cell of cells) {
      const text = textAt(cell);
      if (text === undefined) this.recalculation.write(cell, valueOfCell(sheet.getCellRaw(cell.row, cell.column)));
      else this.enter(cell, text, isEntered);
    }
    if (cells.some((cell) => this.isHeading(cell))) return this.namesChanged();
    this.recalculation.edited();
    this.options.onChange();
  }

  /** True if the cell names a table's column. */
  private isHeading({ sheet, row, column }: SheetPosition): boolean {
    return this.tables().some((area) => area.sheet === sheet && contains({ ...area, rows: 1 }, { row, column }));
  }

  private enter(cell: SheetPosition, text: string, isEntered: boolean): void {
    const source = this.resolve(text, cell);
    if (isEntered) bringFormat(this.grid, cell, text);
    const known = this.recalculation.formulaIn(cell);
    if (isEntered || !known) this.recalculation.enter(cell, source);
    else if (known.source.text !== source.text) this.recalculation.recompile(known, source);
  }

  moved(): void {
    this.hasMoved = true;
    this.recalculation.passes.schedule();
  }

  sheetAdded(sheet: string): void {
    const worksheet = workbookOf(this.grid).getWorkbook().getSheetBySheetId(sheet);
    if (!worksheet) return;
    this.recalculation.addSheet(sheet, worksheet.getName());
    this.resolver = undefined;
    this.loadSheet(sheet, false);
    this.namesChanged();
  }

  sheetRemoved(sheet: string): void {
    this.recalculation.removeSheet(sheet);
    this.namesChanged();
  }

  sheetRenamed(sheet: string, name: string): void {
    this.recalculation.renameSheet(sheet, name);
    this.namesChanged();
  }

  namesChanged(): void {
    this.resolver = undefined;
    this.mustResolve = true;
    this.recalculation.edited();
    this.options.onChange();
  }

  rowsHidden(sheet: string): void {
    const worksheet = workbookOf(this.grid).getWorkbook().getSheetBySheetId(sheet);
    const ranges = worksheet?.getHiddenRows() ?? [];
    const rows = ranges
      .map(areaOfRange)
      .flatMap(({ row, rows: count }) => Array.from({ length: count }, (_, at) => row + at));
    this.recalculation.hideRows(sheet, rows);
  }

  /** A table is there now, or no longer, or has another name. */
  tableChanged({ sheet, ...area }: SheetArea): void {
    this.recalculation.mergesChanged(sheet, area);
    this.namesChanged();
  }

  merged(sheet: string, ranges: readonly IRange[]): void {
    for (const range of ranges) this.recalculation.mergesChanged(sheet, areaOfRange(range));
  }

  ruleSet(rule: RegisteredFormula): void {
    this.rules.set(rule, (...given) => this.resolve(...given));
  }

  ruleRemoved(id: string): void {
    this.rules.remove(id);
  }

  ruleRenewed(id: string): void {
    this.rules.renew(id);
  }
}
