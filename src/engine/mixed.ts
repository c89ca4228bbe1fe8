/** Finds formulas whose new values are made of old ones: those that read a formula which could not be calculated. */
import type { CalculationPlan } from "./plan";
import type { FormulaState } from "./state";

/** For each such formula, the formula with a problem that it reads, directly or through others. */
export function findMixed({ order, precedents }: CalculationPlan): ReadonlyMap<FormulaState, FormulaState> {
  if (order.every(({ problem }) => problem === undefined)) return new Map();
  const origins = new Map<FormulaState, FormulaState>();
  let size: number;
  do {
    size = origins.size;
    for (const formula of order) {
      if (origins.has(formula)) continue;
      const read = [...(precedents.get(formula) ?? []), ...(formula.foundReads ?? [])];
      const origin = formula.problem === undefined ? read.map((each) => origins.get(each)).find(Boolean) : formula;
      if (origin) origins.set(formula, origin);
    }
    // Dynamic formulas stand in no order of what they read.
  } while (origins.size > size);
  return new Map([...origins].filter(([formula]) => formula.problem === undefined));
}
