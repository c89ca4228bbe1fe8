/** Which formulas and rules of a workbook are to be calculated, and what a change of its cells adds to them. */
import type { Calculation } from "./calculation";
import type { Formula } from "./formula";
import { FUNCTIONS } from "./functions/functionTable";
import type { CellRange } from "./operand";
import { Readers } from "./readers";
import { Rule } from "./rule";
import type { Sheet } from "./sheet";

export class Marks {
  readonly dirty = new Set<Formula>();
  readonly dirtyRules = new Set<Rule>();
  private readonly readers = new Readers<Formula | Rule>();
  /** Formulas whose results do not fit, by the cells that they want. */
  private readonly blocked = new Readers<Formula>();
  private readonly volatile = new Set<Formula>();

  constructor(private readonly calculation: Calculation) {}

  add(formula: Formula): void {
    this.readers.set(formula, formula.reads());
    const { functions } = formula.compiled;
    if ([...functions].some((name) => FUNCTIONS.get(name)?.flags.has("volatile"))) this.volatile.add(formula);
  }

  addRule(rule: Rule): void {
    this.readers.set(rule, rule.reads());
  }

  forget(formula: Formula): void {
    this.readers.delete(formula);
    this.blocked.delete(formula);
    this.volatile.delete(formula);
    this.dirty.delete(formula);
  }

  forgetRule(rule: Rule): void {
    this.readers.delete(rule);
    this.dirtyRules.delete(rule);
  }

  /** A formula has a result: what it reads and which cells it wants is known. */
  settle(formula: Formula): void {
    this.dirty.delete(formula);
    if (formula.compiled.isDynamic) this.readers.set(formula, formula.reads());
    this.blocked.set(formula, formula.blocked ? [formula.blocked] : []);
  }

  settleRule(rule: Rule): void {
    this.dirtyRules.delete(rule);
    if (rule.compiled.isDynamic) this.addRule(rule);
  }

  /** Marks a formula or a rule dirty, and all that depends on it. */
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

  /** Cells have other contents: marks what reads them, and spills that they have blocked. @param by The formula that fills them. */
  markReaders(area: CellRange, by?: Formula): void {
    (area.sheet as Sheet).forgetIndexes();
    for (const reader of this.readers.of(area)) this.mark(reader);
    this.markBlocked(area, by);
  }

  markBlocked(area: CellRange, by?: Formula): void {
    for (const formula of this.blocked.of(area)) if (formula !== by) this.mark(formula);
  }

  /** Volatile formulas change with any edit. */
  markVolatile(): void {
    for (const formula of this.volatile) this.mark(formula);
  }

  readersOnSheet(sheet: Sheet): ReadonlySet<Formula | Rule> {
    return this.readers.ofSheet(sheet);
  }
}
