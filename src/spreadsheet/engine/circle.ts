/** Formulas that depend on each other, in workbooks that say so: calculated again and again until they settle, as in Excel. */
import type { Formula } from "./formula";
import { isError, type Matrix } from "./operand";
import type { Value } from "./values";

/** The settings of a workbook for such formulas. */
export interface Iteration {
  /** At most so many rounds. */
  readonly count: number;
  /** They have settled once no value changes by as much. */
  readonly change: number;
}

/** Ends the rounds: a formula of the circle waits for an answer. */
export class PendingCircle extends Error {
  constructor(
    readonly formula: Formula,
    readonly waitsFor: Formula | undefined,
  ) {
    super("");
  }
}

export function unsettled({ count, change }: Iteration): string {
  return `The formula depends on its own result, and does not settle: after ${count} rounds it still changes by ${change} or more.`;
}

/** Returns false if the formulas have not settled. @param renew Calculates a formula once. */
export function repeatCircle(
  circle: readonly Formula[],
  { count, change }: Iteration,
  renew: (formula: Formula) => void,
): boolean {
  for (let round = 0; round < count; round++) {
    let largest = 0;
    for (const { sheet } of circle) sheet.forgetIndexes();
    for (const formula of circle) {
      const before = formula.rows;
      if (formula.problem === undefined) renew(formula);
      largest = Math.max(largest, changeOf(before, formula.rows));
    }
    if (largest < change) return true;
  }
  return false;
}

function changeOf(before: Matrix | undefined, now: Matrix | undefined): number {
  if (before?.rows !== now?.rows || before?.columns !== now?.columns) return Infinity;
  return (now?.values ?? []).reduce<number>(
    (largest, value, at) => Math.max(largest, difference(before?.values[at] ?? null, value)),
    0,
  );
}

function difference(before: Value, now: Value): number {
  if (isError(before) && isError(now)) return before.code === now.code ? 0 : Infinity;
  if ((typeof before === "number" || before === null) && typeof now === "number") return Math.abs(now - (before ?? 0));
  return before === now ? 0 : Infinity;
}

/** A formula on the way of the search for circles. */
interface Visit {
  readonly formula: Formula;
  readonly precedents: Iterator<Formula, undefined>;
}

/**
 * Finds the formulas that depend on themselves, directly or through others: by Tarjan's search for strongly connected parts,
 * without recursion, since chains are long. In each circle, a formula comes after those that it reads, as far as a circle has an
 * order.
 */
export function circlesAmong(
  formulas: Iterable<Formula>,
  precedentsOf: (formula: Formula) => Iterator<Formula, undefined>,
): Formula[][] {
  const found: Formula[][] = [];
  const order = new Map<Formula, number>();
  const lowest = new Map<Formula, number>();
  const finished = new Map<Formula, number>();
  const stack: Formula[] = [];
  const onStack = new Set<Formula>();
  const readsItself = new Set<Formula>();
  const open: Visit[] = [];
  const enter = (formula: Formula) => {
    order.set(formula, order.size);
    lowest.set(formula, order.size - 1);
    stack.push(formula);
    onStack.add(formula);
    open.push({ formula, precedents: precedentsOf(formula) });
  };
  const lower = (formula: Formula, to: number | undefined) => {
    lowest.set(formula, Math.min(lowest.get(formula) ?? Infinity, to ?? Infinity));
  };
  const leave = (formula: Formula) => {
    open.pop();
    finished.set(formula, finished.size);
    const reader = open.at(-1)?.formula;
    if (reader) lower(reader, lowest.get(formula));
    if (lowest.get(formula) !== order.get(formula)) return;
    const part = stack.splice(stack.lastIndexOf(formula));
    for (const each of part) onStack.delete(each);
    if (part.length > 1 || readsItself.has(formula))
      found.push(part.sort((one, other) => (finished.get(one) ?? 0) - (finished.get(other) ?? 0)));
  };
  for (const start of formulas) {
    if (!order.has(start)) enter(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const next = top.precedents.next().value;
      if (next === undefined) leave(top.formula);
      else if (next === top.formula) readsItself.add(next);
      else if (!order.has(next)) enter(next);
      else if (onStack.has(next)) lower(top.formula, order.get(next));
    }
  }
  return found;
}
