/**
 * Calculates the formulas of a workbook that call the given functions, their dependents, and those that either reads and whose
 * kept value is unfit (`keptValues.ts`). All other formulas keep their values, so that nothing changes where this engine and the
 * program that saved the workbook calculate differently.
 *
 * A calculation takes several rounds. A round plans which formulas are calculated in which order, from the areas that they
 * are expected to fill, and calculates them. If a spill then fills another area than expected, the order may have been
 * wrong, and the next round plans with the new area.
 */
import type { SheetArea, SheetPosition } from "../grid/area";
import type { BookFormula, BookSheet } from "./bookSheet";
import { qualifiedName, type CustomFunction } from "./functions";
import { isUnfit, type KeptValues } from "./keptValues";
import { findMixed } from "./mixed";
import { compiled, isResized, replan, runPlan, type OnProgress } from "./passes";
import {
  createGraph,
  planCalculation,
  formulasWithDependents,
  withPrecedents,
  type CalculationPlan,
  type FormulaGraph,
} from "./plan";
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

/** A chain of dependent spills takes one round for each spill. A spill that changes after this many depends on itself. */
const MAX_ROUNDS = 20;

/**
 * Calculates a workbook. Resolves to the outcomes of all formulas that had to be calculated. Independent calls start in one
 * macrotask.
 * @param blocked Areas into which no formula may spill: merged cells and tables.
 * @param onProgress Called for each round with the formulas of that round.
 * @param kept What the file says of its kept values.
 */
export async function calculateBook(
  sheets: readonly BookSheet[],
  blocked: readonly SheetArea[],
  functions: readonly CustomFunction[],
  onProgress: OnProgress = () => undefined,
  kept: KeptValues = {},
): Promise<FormulaOutcome[]> {
  const state = createState(sheets, blocked, functions);
  try {
    let graph = createGraph(state.formulas);
    const unfit = findUnfit(state, kept);
    const roots = new Set([
      ...findCallers(state, new Set(functions.map(qualifiedName))),
      ...(kept.standAlone ? unfit : []),
    ]);
    for (let round = 1; ; round++) {
      addRead(roots, unfit, graph);
      const plan = planCalculation(graph, (formula) => roots.has(formula));
      for (const formula of plan.circular) fail(formula, CIRCULAR);
      const { isFinal } = await runPlan(state, plan, onProgress);
      const found = [...findDynamic(state, plan), ...findRead(unfit, plan)];
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

/** Finds formulas that call the functions, or may read any cell. */
function findCallers({ formulas }: BookState, names: ReadonlySet<string>): FormulaState[] {
  return formulas.filter(
    ({ shared: { source, reading } }) =>
      source.mayReadOthers === true || reading.functions.some((name) => names.has(name)),
  );
}

function findUnfit({ formulas, contents }: BookState, kept: KeptValues): ReadonlySet<FormulaState> {
  const found = formulas.filter(({ cell, shared: { reading } }) =>
    isUnfit({ isMissing: contents.givenAt(cell) === null, functions: reading.functions }, kept),
  );
  return new Set(found);
}

/** Adds the formulas of `unfit` that the roots or their dependents read, until there is none left. */
function addRead(roots: Set<FormulaState>, unfit: ReadonlySet<FormulaState>, graph: FormulaGraph): void {
  if (unfit.size === 0) return;
  let size: number;
  do {
    size = roots.size;
    const dirty = formulasWithDependents(graph, (formula) => roots.has(formula));
    for (const formula of withPrecedents(graph, [...dirty])) if (unfit.has(formula)) roots.add(formula);
  } while (roots.size > size);
}

/** Finds the formulas of `unfit` outside of the plan that a dynamic formula turned out to read. */
function findRead(unfit: ReadonlySet<FormulaState>, { order }: CalculationPlan): FormulaState[] {
  if (unfit.size === 0) return [];
  const planned = new Set(order);
  const read = new Set(order.flatMap(({ foundReads }) => [...(foundReads ?? [])]));
  return [...read].filter((formula) => unfit.has(formula) && !planned.has(formula));
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
