/**
 * Calculates the formulas of a workbook that call the given functions, and their dependents. All other formulas keep their
 * values, so that nothing changes where this engine and the program that saved the workbook calculate differently.
 *
 * A calculation takes several rounds. A round plans which formulas are calculated in which order, from the areas that they
 * are expected to fill, and calculates them. If a spill then fills another area than expected, the order may have been
 * wrong, and the next round plans with the new area.
 */
import type { SheetArea, SheetPosition } from "../grid/area";
import type { BookFormula, BookSheet } from "./bookSheet";
import { qualifiedName, type CustomFunction } from "./functions";
import { findMixed } from "./mixed";
import { compiled, isResized, replan, runPlan, type OnProgress } from "./passes";
import { createGraph, planCalculation, withPrecedents, type CalculationPlan, type FormulaGraph } from "./plan";
import { createState, fail, readFormulas, type FormulaState, type BookState } from "./state";
import type { Value } from "./values";

/** A formula after the calculation. */
export interface FormulaOutcome {
  readonly cell: SheetPosition;
  readonly formula: BookFormula;
  /** The new values; the former values if there is a problem. */
  readonly rows: readonly (readonly Value[])[];
  /** Why the formula could not be calculated, for people. */
  readonly problem: string | undefined;
  /** The cell that keeps its old value and from which these values are calculated, directly or through others. */
  readonly mixedFrom: SheetPosition | undefined;
}

/** Functions whose value changes with time. */
const VOLATILE = ["NOW", "TODAY"];

/** A chain of dependent spills takes one round for each spill. A spill that changes after this many depends on itself. */
const MAX_ROUNDS = 20;

/**
 * Calculates a workbook. Resolves to the outcomes of all formulas that had to be calculated. Independent calls start in one
 * macrotask.
 * @param blocked Areas into which no formula may spill: merged cells and tables.
 * @param onProgress Called for each round with the formulas of that round.
 */
export async function calculateBook(
  sheets: readonly BookSheet[],
  blocked: readonly SheetArea[],
  functions: readonly CustomFunction[],
  onProgress: OnProgress = () => undefined,
): Promise<FormulaOutcome[]> {
  const state = createState(sheets, blocked, functions);
  try {
    let graph = createGraph(state.formulas);
    const roots = findRoots(state, graph, new Set(functions.map(qualifiedName)));
    for (let round = 1; ; round++) {
      const plan = planCalculation(graph, (formula) => roots.has(formula));
      for (const formula of plan.circular) fail(formula, CIRCULAR);
      const { isFinal } = await runPlan(state, plan, onProgress);
      const found = findDynamic(state, plan);
      if (isFinal && found.length === 0) return outcomesOf(plan);
      // Calculate these formulas in the next round too, even if they no longer depend on others: one may have read a cell
      // that a spill has left since.
      for (const formula of [...plan.order, ...found]) roots.add(formula);
      for (const formula of plan.order.filter(isResized)) {
        if (round > MAX_ROUNDS) fail(formula, CIRCULAR);
        replan(formula);
      }
      readFormulas(state, ({ dependsOnLayout }) => dependsOnLayout);
      graph = createGraph(state.formulas);
    }
  } finally {
    state.calls.forget();
    state.engine.dispose();
  }
}

const CIRCULAR = "The formula depends on its own result.";

/** Finds formulas that call the functions or may read any cell, and their precedents that are volatile or were never calculated. */
function findRoots(
  { formulas, contents }: BookState,
  graph: FormulaGraph,
  names: ReadonlySet<string>,
): Set<FormulaState> {
  const callers = formulas.filter(
    ({ shared }) => shared.source.mayReadOthers === true || shared.reading.functions.some((name) => names.has(name)),
  );
  const stale = withPrecedents(graph, callers).filter(
    ({ cell, shared }) =>
      contents.givenAt(cell) === null || shared.reading.functions.some((name) => VOLATILE.includes(name)),
  );
  return new Set([...callers, ...stale]);
}

/** Finds dynamic formulas outside of the plan that read calculated cells, or whose references are unknown. */
function findDynamic(state: BookState, { order }: CalculationPlan): FormulaState[] {
  const { engine, formulas, contents, verification } = state;
  const planned = new Set(order);
  return formulas.filter((formula) => {
    if (!formula.shared.reading.isDynamic || planned.has(formula)) return false;
    // The engine does not read a cached range again, so `watch` would miss it.
    engine.clearCaches();
    const calculate = () => compiled(state, formula)(formula.cell);
    const { result, owners } = contents.watch(() => verification.watch(formula.shared.source.text, calculate));
    return result.problem?.kind === "unknownReferences" || [...owners].some((owner) => planned.has(owner));
  });
}

function outcomesOf(plan: CalculationPlan): FormulaOutcome[] {
  const mixed = findMixed(plan);
  return plan.order.map((formula) => {
    const { cell, shared, rows, problem } = formula;
    return { cell, formula: shared.source, rows, problem, mixedFrom: mixed.get(formula)?.cell };
  });
}
