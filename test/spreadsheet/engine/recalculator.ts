/** A workbook that is edited and calculated as in a grid, but with no grid: cells by address, tasks run by hand. */
import type { CustomFunction } from "../../../src/spreadsheet/engine/customFunction";
import type { Formula } from "../../../src/spreadsheet/engine/formula";
import { isError, type CellRange } from "../../../src/spreadsheet/engine/operand";
import { Recalculation, type RecalculationHost } from "../../../src/spreadsheet/engine/recalculation";
import type { Rule } from "../../../src/spreadsheet/engine/rule";
import type { Value } from "../../../src/spreadsheet/engine/values";
import type { SheetPosition } from "../../../src/spreadsheet/cells/area";
import { areaOf } from "./workbook";

/** A text that begins with "=" is a formula. */
export type Content = Value;

export class Recalculator implements RecalculationHost {
  readonly dateSystem = 1900;
  readonly recalculation: Recalculation;
  readonly blocked: CellRange[] = [];
  readonly shownRules = new Set<Rule>();
  isManualMode = false;
  /** Each look at the clock takes so many milliseconds. */
  step = 0;
  /** How many tasks ran so far. */
  tasks = 0;
  private time = 0;
  private waiting: (() => void)[] = [];

  constructor(functions: readonly CustomFunction[] = []) {
    this.recalculation = new Recalculation(this, functions);
    for (const name of ["Plan", "Other"]) this.recalculation.addSheet(name, name);
  }

  now(): number {
    return (this.time += this.step);
  }

  later(task: () => void): void {
    this.waiting.push(task);
  }

  isManual(): boolean {
    return this.isManualMode;
  }

  isBlocked(area: CellRange): boolean {
    return this.blocked.some((each) => each.overlaps(area));
  }

  prepare(): void {
    // Names are resolved before.
  }

  show(_formulas: ReadonlySet<Formula>, rules: ReadonlySet<Rule>): void {
    for (const rule of rules) this.shownRules.add(rule);
  }

  set(address: string, content: Content): void {
    const cell = positionOf(address);
    if (typeof content === "string" && content.startsWith("=")) {
      this.recalculation.calculation.calls.forget([cell]);
      this.recalculation.enter(cell, { text: content.slice(1), fill: "spill", rows: 1, columns: 1 });
    } else this.recalculation.write(cell, content);
    this.recalculation.edited();
  }

  /** Runs tasks until none is left. */
  run(): void {
    while (this.runTask());
  }

  /** Runs one task. Returns false if there is none. */
  runTask(): boolean {
    const task = this.waiting.shift();
    task?.();
    if (task) this.tasks++;
    return task !== undefined;
  }

  /** Errors are their codes. */
  value(address: string): unknown {
    const { sheet, row, column } = positionOf(address);
    const value = this.recalculation.sheetOf(sheet)?.peek(row, column) ?? null;
    return isError(value) ? value.code : value;
  }

  values(...addresses: string[]): unknown[] {
    return addresses.map((address) => this.value(address));
  }

  formula(address: string): Formula | undefined {
    return this.recalculation.formulaIn(positionOf(address));
  }
}

function positionOf(address: string): SheetPosition {
  const { sheet, row, column } = areaOf(address);
  return { sheet, row, column };
}
