/**
 * Calculates what is marked, in slices of later tasks, so that a page can respond meanwhile. A pass ends when nothing is marked:
 * then results are shown, and calls start.
 */
import type { Calculation } from "./calculation";
import { CIRCULAR } from "./calculation";
import type { Formula } from "./formula";
import type { Marks } from "./marks";
import type { CellRange } from "./operand";
import type { Rule } from "./rule";
import { calculateRule, hasSameResults } from "./ruleCalculation";

/** Decides when a workbook is calculated, and shows the results. */
export interface PassHost {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs a task in a macrotask of its own. */
  later(task: () => void): void;
  /** True if only entered formulas are calculated, until all are asked for. */
  isManual(): boolean;
  /** Called before formulas are calculated: their texts may have to be resolved again. */
  prepare(): void;
  /** Called after each pass with what may have changed. A formula may be gone. */
  show(formulas: ReadonlySet<Formula>, rules: ReadonlySet<Rule>): void;
}

/** Milliseconds of one slice. */
const SLICE = 12;

/** How often a formula may fill another area in one pass. A spill that changes more often depends on itself. */
const MOST_SIZES = 20;

export class Passes {
  /** What may show something else at the end of the pass. */
  private changed = new Set<Formula>();
  private changedRules = new Set<Rule>();
  /** The dirty formulas that are calculated even in manual mode. */
  private readonly entered = new Set<Formula>();
  private resizes: (readonly [Formula, CellRange])[] = [];
  private readonly sizes = new Map<Formula, number>();
  private pass: Iterator<void> | undefined;
  private time: number | undefined;
  private isScheduled = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly host: PassHost,
    private readonly calculation: Calculation,
    private readonly marks: Marks,
  ) {}

  /** The time at which the pass began: all formulas of a pass see one. */
  now(): number {
    return (this.time ??= this.host.now());
  }

  /** True if all changes are calculated, as far as the mode says, and shown. */
  isDone(): boolean {
    return !this.isScheduled;
  }

  async done(): Promise<void> {
    while (!this.isDone()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.host.later(() => this.run());
  }

  /** Calculates a dirty formula in manual mode, too. */
  enter(formula: Formula): void {
    this.entered.add(formula);
    this.schedule();
  }

  /** Shows that a formula is gone. */
  remove(formula: Formula): void {
    this.entered.delete(formula);
    this.changed.add(formula);
  }

  /** Begins the pass again: an edit may have changed what formulas wait for. */
  restart(): void {
    this.pass = undefined;
    this.schedule();
  }

  /** Forgets all formulas, as the workbook is read again. */
  clear(): void {
    this.entered.clear();
    this.changed.clear();
    this.resizes = [];
    this.pass = undefined;
  }

  resized(formula: Formula, former: CellRange): void {
    this.resizes.push([formula, former]);
  }

  /** Areas that formulas fill from the beginning are no change. */
  forgetResizes(): void {
    this.resizes = [];
  }

  /** Calculates for a slice, and goes on in a later task if it is not enough. */
  private run(): void {
    this.host.prepare();
    const end = this.host.now() + SLICE;
    this.pass ??= this.steps();
    while (!this.pass.next().done) if (this.host.now() >= end) return this.host.later(() => this.run());
    this.end();
  }

  private end(): void {
    this.pass = undefined;
    this.time = undefined;
    this.sizes.clear();
    this.entered.clear();
    this.isScheduled = false;
    this.calculation.calls.passEnded();
    const { changed, changedRules, waiting } = this;
    this.changed = new Set();
    this.changedRules = new Set();
    this.waiting = [];
    this.host.show(changed, changedRules);
    for (const resolve of waiting) resolve();
  }

  /** Between two rules, answers and edits may mark formulas again: they are calculated in the same pass. */
  private *steps(): Generator<void> {
    do {
      yield* this.formulaSteps();
      yield* this.ruleSteps();
    } while (this.next());
  }

  private *formulaSteps(): Generator<void> {
    for (let formula = this.next(); formula; formula = this.next()) {
      if ((this.sizes.get(formula) ?? 0) > MOST_SIZES) this.giveUp(formula);
      else
        for (const settled of this.calculation.steps(formula)) {
          this.settle(settled);
          yield;
        }
    }
  }

  private *ruleSteps(): Generator<void> {
    for (const rule of this.marks.dirtyRules) {
      const former = rule.results;
      if (!calculateRule(this.calculation, rule)) continue;
      this.marks.settleRule(rule);
      if (!hasSameResults(former, rule.results)) this.changedRules.add(rule);
      yield;
    }
  }

  private next(): Formula | undefined {
    const [next] = this.host.isManual() ? this.entered : this.marks.dirty;
    return next;
  }

  private giveUp(formula: Formula): void {
    this.calculation.giveUp(formula, CIRCULAR);
    this.settle(formula);
  }

  private settle(formula: Formula): void {
    this.marks.settle(formula);
    this.entered.delete(formula);
    this.changed.add(formula);
    const { resizes } = this;
    this.resizes = [];
    for (const [resized, former] of resizes) {
      this.sizes.set(resized, (this.sizes.get(resized) ?? 0) + 1);
      for (const area of [former, resized.area]) this.marks.markReaders(area, resized);
    }
  }
}
