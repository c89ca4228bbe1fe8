/**
 * Calculates the formulas of a plan in passes. A pass calculates each formula whose precedents have their results. A formula
 * with an unanswered call stays pending. When answers arrive, the next pass follows.
 */
import { mapCells, type Area } from "../grid/area";
import type { Contents } from "./contents";
import { explained, TOO_DEEP, TOO_LARGE, UNREADABLE } from "./errors";
import type { CompiledFormula } from "./formulaEngine";
import { IMPLICIT_INTERSECTION } from "./implicitIntersection";
import { PENDING_CODE } from "./objects";
import type { CalculationPlan } from "./plan";
import { fail, type FormulaState, type Rows, type BookState } from "./state";
import type { Watched } from "./verification";
import { isCellError, sizeOf, type CellError, type Value, type Values } from "./values";

const PENDING: CellError = { code: PENDING_CODE, message: "" };
const PENDING_ROWS: Rows = [[PENDING]];

/** Called after each calculated formula. An error that it throws ends the calculation. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Calculates all formulas of the plan as far as possible. `isFinal` is false if a formula fills another area than expected, or
 * has a new problem: other formulas may have read wrong values, so another round is needed.
 */
export async function runPlan(
  state: BookState,
  plan: CalculationPlan,
  onProgress: OnProgress,
): Promise<{ isFinal: boolean }> {
  const { contents, calls } = state;
  for (const { area } of plan.order) contents.clearSpill(area);
  for (const formula of plan.order) {
    formula.isSettled = formula.problem !== undefined;
    if (formula.isSettled) restore(state, formula);
    else contents.write(formula.cell, PENDING_ROWS, formula);
  }
  const attempted = plan.order.filter(({ problem }) => problem === undefined);
  await new Promise<void>((resolve, reject) => {
    state.pass = () => {
      try {
        runPass(state, plan, onProgress);
        if (calls.idle()) resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    state.pass();
  });
  for (const formula of attempted)
    if (!formula.isSettled) giveUp(state, formula, "The formula reads a cell that is calculated after it.");
  return { isFinal: attempted.every((formula) => formula.problem === undefined && !isResized(formula)) };
}

/** Plans the next round with the area that the formula fills now. */
export function replan(formula: FormulaState): void {
  formula.area = { ...formula.area, ...sizeOf(formula.rows) };
}

export function isResized({ area, rows }: FormulaState): boolean {
  const size = sizeOf(rows);
  return size.rows !== area.rows || size.columns !== area.columns;
}

export function compiled({ engine }: BookState, { shared }: FormulaState): CompiledFormula {
  return (shared.calculate ??= engine.compile(shared.reading.text, shared.source.at));
}

function restore({ contents }: BookState, formula: FormulaState): void {
  formula.area = formula.former;
  formula.rows = formerRows(contents, formula);
  contents.write(formula.cell, formula.rows, formula);
}

/** Returns the formula's values before the calculation. They are in the file, so nothing else stores them. */
function formerRows(contents: Contents<unknown>, { former }: FormulaState): Rows {
  return mapCells(former, (row, column) => contents.givenAt({ sheet: former.sheet, row, column }));
}

function runPass(state: BookState, plan: CalculationPlan, onProgress: OnProgress): void {
  const { order, precedents } = plan;
  let done = order.filter(({ isSettled }) => isSettled).length;
  state.engine.clearCaches();
  let hasProgress: boolean;
  do {
    hasProgress = false;
    for (const formula of order) {
      if (formula.isSettled || precedents.get(formula)?.some(({ isSettled }) => !isSettled)) continue;
      settle(state, plan, formula);
      if (!formula.isSettled) continue;
      hasProgress = true;
      onProgress(++done, order.length);
    }
    // A dynamic formula may come before a formula that it turns out to read.
  } while (hasProgress && order.some(({ isSettled, shared }) => !isSettled && shared.reading.isDynamic));
  state.calls.passEnded();
}

/** Writes the result of a formula, unless it is pending. */
function settle(state: BookState, plan: CalculationPlan, formula: FormulaState): void {
  const { result: values, problem: unverified } = calculate(state, plan, formula);
  if ([values].flat(2).some((value) => isCellError(value) && value.code === PENDING_CODE)) return;
  formula.isSettled = true;
  const problem = problemOf(formula, values) ?? unverified?.message;
  if (problem === undefined) writeResult(state, formula, values);
  else giveUp(state, formula, problem);
}

/** Calculates a formula. Its values are pending if it reads a cell without a result. `problem` says why they are not verified. */
function calculate(state: BookState, { precedents }: CalculationPlan, formula: FormulaState): Watched<Values> {
  const { engine, contents, verification } = state;
  const { source, reading } = formula.shared;
  const work = () => verification.watch(source.text, () => compiled(state, formula)(formula.cell));
  if (!reading.isDynamic) return work();
  const { result, owners } = contents.watch(work);
  formula.foundReads = owners;
  if ([...owners].every((owner) => owner.isSettled || !precedents.has(owner))) return result;
  // Some functions ignore errors, so their result is not pending. The cache holds values that were read too early.
  engine.clearCaches();
  return { result: PENDING, problem: undefined };
}

/** Restores the former value of the formula's cell. The next round restores the rest of its former area. */
function giveUp({ contents }: BookState, formula: FormulaState, problem: string): void {
  fail(formula, problem);
  formula.rows = formerRows(contents, formula);
  contents.write(formula.cell, [[formula.rows[0]?.[0] ?? null]], formula);
}

function problemOf({ shared: { source, reading } }: FormulaState, values: Values): string | undefined {
  if (values === UNREADABLE || values === TOO_DEEP || values === TOO_LARGE) return values.message;
  if (isCellError(values) && values.code === "#NAME?") return explained(values).message;
  const isSeveral = Array.isArray(values) && values.flat().length > 1;
  if (isSeveral && source.fill === "one" && reading.hasImplicitIntersection) {
    return IMPLICIT_INTERSECTION;
  }
  return undefined;
}

/** Writes a result into the cells of its formula. */
function writeResult({ contents, calls }: BookState, formula: FormulaState, values: Values): void {
  const { cell, area, shared } = formula;
  const { fill } = shared.source;
  const shown = (value: Value): Value => {
    if (!isCellError(value)) return value ?? 0;
    const { code, message } = value;
    return explained({ code, message: message || calls.message(cell, code) || "" });
  };
  const rows = (Array.isArray(values) ? values : [[values]]).map((row) => row.map(shown));
  if (fill === "one") formula.rows = rows.slice(0, 1).map((row) => row.slice(0, 1));
  else if (fill === "array") formula.rows = fitted(rows, area);
  else if (contents.hasRoom({ ...area, ...sizeOf(rows) })) formula.rows = rows;
  else formula.rows = [[explained({ code: "#SPILL!", message: "" })]];
  contents.write(cell, formula.rows, formula);
}

/** Fits a result into the area of an array formula. A single row or column is repeated; cells beyond the result are #N/A. */
function fitted(rows: Rows, area: Area): Rows {
  const pick = <T>(list: readonly T[], at: number) => list[list.length === 1 ? 0 : at];
  const at = { row: 0, column: 0, rows: area.rows, columns: area.columns };
  return mapCells(at, (down, right) => pick(pick(rows, down) ?? [], right) ?? BEYOND);
}

const BEYOND: CellError = { code: "#N/A", message: "The array formula covers more cells than its result has." };
