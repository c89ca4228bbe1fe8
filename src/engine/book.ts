/**
 * Calculates those formulas of a workbook that call the given functions, and what depends on them. Everything else keeps
 * its values, so that a workbook of any program can be brought up to date without calculating it as that program does.
 */
import type { Cell } from "./calls";
import { nameOf, type CustomFunction } from "./functions";
import { calculationOf, hasMoved, replan, settle } from "./passes";
import { planOf, withPrecedents, type Plan } from "./plan";
import type { Area } from "./references";
import { createState, fail, read, type FormulaState, type State } from "./state";
import type { Value } from "./values";

export interface BookFormula {
  /** In Excel's spelling without a leading "="; references in A1, no names and no tables. */
  readonly text: string;
  /** `one`: fills its own cell. `array`: an area of a fixed size. `spill`: as many cells as its result has. */
  readonly fill: "one" | "array" | "spill";
  /** How many it fills now. */
  readonly rows: number;
  readonly columns: number;
  /** Why it cannot be calculated, where that is known already. */
  readonly problem?: string | undefined;
}

export interface BookCell {
  readonly row: number;
  readonly column: number;
  readonly value: Value;
  readonly formula?: BookFormula | undefined;
}

export interface BookSheet {
  readonly name: string;
  readonly cells: readonly BookCell[];
  /** Rows that nobody sees. @default none */
  readonly hiddenRows?: readonly number[];
}

/** What has become of a formula. */
export interface Outcome {
  readonly cell: Cell;
  /** The rows that it fills from now on; those of before where it could not be calculated. */
  readonly rows: readonly (readonly Value[])[];
  /** Why it could not be calculated. */
  readonly problem: string | undefined;
}

/** These give something else each time. */
const VOLATILE = ["NOW", "TODAY"];

/** Spills may depend on spills, which is settled in as many rounds. What is not by then depends on itself. */
const MOST_ROUNDS = 20;

/**
 * The outcome of each formula that had to be calculated. All calls that can be made at once are made in one macrotask.
 * @param blocked Where no formula may spill: merged cells and tables.
 */
export async function calculateBook(
  sheets: readonly BookSheet[],
  blocked: readonly Area[],
  functions: readonly CustomFunction[],
): Promise<Outcome[]> {
  const state = createState(sheets, blocked, functions);
  try {
    const roots = findRoots(state, new Set(functions.map(nameOf)));
    for (let round = 1; ; round++) {
      const plan = planOf(state.formulas, (formula) => roots.has(formula));
      for (const formula of plan.circular) fail(formula, CIRCULAR);
      const { isFinal } = await settle(state, plan);
      const found = findDynamic(state, plan);
      if (isFinal && found.length === 0) return plan.order.map(outcomeOf);
      // What was planned once stays planned: a formula may have read cells that a spill has left since.
      for (const formula of [...plan.order, ...found]) roots.add(formula);
      for (const formula of plan.order.filter(hasMoved)) {
        if (round > MOST_ROUNDS) fail(formula, CIRCULAR);
        replan(formula);
      }
      for (const formula of state.formulas) if (formula.reading.isFleeting) read(state, formula);
    }
  } finally {
    state.calls.forget();
    state.engine.dispose();
  }
}

const CIRCULAR = "The formula depends on its own result.";

/** Formulas that call the functions, and what changes by itself or has never been calculated among what they read. */
function findRoots({ formulas }: State, names: ReadonlySet<string>): Set<FormulaState> {
  const callers = formulas.filter(({ reading }) => reading.functions.some((name) => names.has(name)));
  const stale = withPrecedents(formulas, callers).filter(
    ({ reading, rows }) => rows[0]?.[0] === null || reading.functions.some((name) => VOLATILE.includes(name)),
  );
  return new Set([...callers, ...stale]);
}

/** Formulas outside of the plan that turn out to read what it has calculated. */
function findDynamic(state: State, { order }: Plan<FormulaState>): FormulaState[] {
  const { formulas, contents } = state;
  const planned = new Set(order);
  return formulas.filter((formula) => {
    if (!formula.reading.isDynamic || planned.has(formula)) return false;
    const read = contents.watch(() => void calculationOf(state, formula)(formula.cell));
    return [...read].some((owner) => planned.has(owner));
  });
}

function outcomeOf({ cell, rows, problem }: FormulaState): Outcome {
  return { cell, rows, problem };
}
