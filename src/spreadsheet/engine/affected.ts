/** Finds the formulas of a workbook that must be calculated. */
import type { Formula } from "./formula";
import type { Owners } from "./owners";

export class Affected {
  /**
   * @param formulas All formulas of the workbook.
   * @param unfit Formulas whose kept values are unfit: affected if an affected formula reads them.
   */
  constructor(
    private readonly formulas: readonly Formula[],
    private readonly owners: Owners,
    private readonly unfit: ReadonlySet<Formula>,
  ) {}

  /** Adds to `affected` what depends on its formulas, and what is unfit of all that these read. */
  spread(affected: Set<Formula>): void {
    let size: number;
    do {
      size = affected.size;
      this.addDependents(affected);
      this.addUnfit(affected);
    } while (affected.size > size);
  }

  /** Returns the formulas that read an unfit value, directly or through others. */
  readersOfUnfit(): Formula[] {
    if (this.unfit.size === 0) return [];
    const doubtful = new Set(this.unfit);
    this.addDependents(doubtful);
    return [...doubtful].filter((formula) => [...this.precedentsOf(formula)].some((each) => doubtful.has(each)));
  }

  *precedentsOf(formula: Formula): Generator<Formula, undefined> {
    for (const area of formula.reads()) yield* this.owners.in(area);
    return undefined;
  }

  /** True if a formula reads one that makes references, directly or through others. */
  readsDynamic(formula: Formula): boolean {
    const read = new Set([formula]);
    for (const each of read) {
      if (each.compiled.isDynamic) return true;
      for (const precedent of this.precedentsOf(each)) read.add(precedent);
    }
    return false;
  }

  private addUnfit(affected: Set<Formula>): void {
    if (this.unfit.size === 0) return;
    const read = new Set(affected);
    for (const formula of read)
      for (const precedent of this.precedentsOf(formula)) {
        read.add(precedent);
        if (this.unfit.has(precedent)) affected.add(precedent);
      }
  }

  /**
   * Adds what reads the formulas, directly or through others. A circle of formulas may need several searches: the first leaves it
   * before it finds what the circle reads.
   */
  addDependents(affected: Set<Formula>): void {
    let size: number;
    let hasCircle: boolean;
    do {
      size = affected.size;
      hasCircle = this.searchDependents(affected);
    } while (hasCircle && affected.size > size);
  }

  /** Searches depth first, without recursion: chains are long. Returns true if there are circles. */
  private searchDependents(affected: Set<Formula>): boolean {
    const isDone = new Map<Formula, boolean>();
    const open: { formula: Formula; precedents: Iterator<Formula, undefined> }[] = [];
    let hasCircle = false;
    const enter = (formula: Formula) => {
      isDone.set(formula, false);
      open.push({ formula, precedents: this.precedentsOf(formula) as Iterator<Formula, undefined> });
    };
    for (const start of this.formulas) {
      if (!isDone.has(start)) enter(start);
      for (let top = open.at(-1); top; top = open.at(-1)) {
        const next = affected.has(top.formula) ? undefined : top.precedents.next().value;
        if (next === undefined) {
          isDone.set(top.formula, true);
          open.pop();
          const reader = open.at(-1)?.formula;
          if (reader && affected.has(top.formula)) affected.add(reader);
        } else if (affected.has(next)) affected.add(top.formula);
        else if (!isDone.has(next)) enter(next);
        else if (isDone.get(next) === false) hasCircle = true;
      }
    }
    return hasCircle;
  }

  /** Returns, for each formula that reads one with a problem, directly or through others, that formula. */
  mixed(affected: ReadonlySet<Formula>): ReadonlyMap<Formula, Formula> {
    const failed = [...affected].filter(({ problem }) => problem !== undefined);
    const origins = new Map<Formula, Formula>();
    if (failed.length === 0) return origins;
    const readers = this.readersIn(affected);
    const open = failed.map((formula) => ({ formula, origin: formula }));
    for (const { formula, origin } of open)
      for (const reader of readers.get(formula) ?? []) {
        if (reader.problem !== undefined || origins.has(reader)) continue;
        origins.set(reader, origin);
        open.push({ formula: reader, origin });
      }
    return origins;
  }

  private readersIn(affected: ReadonlySet<Formula>): ReadonlyMap<Formula, Formula[]> {
    const readers = new Map<Formula, Formula[]>();
    for (const formula of affected)
      for (const precedent of new Set(this.precedentsOf(formula))) {
        const known = readers.get(precedent);
        if (known) known.push(formula);
        else readers.set(precedent, [formula]);
      }
    return readers;
  }
}
