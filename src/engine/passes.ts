/** Passes over the formulas of a plan until all are calculated: each waits for what it reads, and for its calls. */
import { explained, UNREADABLE } from "./errors";
import type { Formula } from "./formulas";
import { PENDING_CODE } from "./objects";
import type { Plan } from "./plan";
import type { Area } from "./references";
import { fail, type FormulaState, type Rows, type State } from "./state";
import { isCellError, type CellError, type Value, type Values } from "./values";

const PENDING: CellError = { code: PENDING_CODE, message: "" };

/** Calculates the plan. `isFinal` unless a formula came to fill another area than planned, or turned out to have a problem. */
export async function settle(state: State, plan: Plan<FormulaState>): Promise<{ isFinal: boolean }> {
  const { contents, calls } = state;
  for (const { area } of plan.order) contents.clearSpill(area);
  for (const formula of plan.order) {
    formula.isSettled = formula.problem !== undefined;
    if (formula.isSettled) restore(state, formula);
    else contents.write(formula.cell, [[PENDING]], formula);
  }
  const sound = plan.order.filter(({ problem }) => problem === undefined);
  await new Promise<void>((resolve) => {
    state.pass = () => {
      runPass(state, plan);
      if (calls.idle()) resolve();
    };
    state.pass();
  });
  for (const formula of sound)
    if (!formula.isSettled) fail(formula, "The formula reads a cell that is calculated later.");
  return { isFinal: sound.every((formula) => formula.problem === undefined && !hasMoved(formula)) };
}

/** Plans a formula to fill what it fills now. */
export function replan(formula: FormulaState): void {
  const [first = []] = formula.rows;
  formula.area = { ...formula.area, rows: formula.rows.length, columns: first.length };
}

export function hasMoved({ area, rows }: FormulaState): boolean {
  return rows.length !== area.rows || rows[0]?.length !== area.columns;
}

export function calculationOf({ engine }: State, formula: FormulaState): Formula {
  return (formula.calculate ??= engine.read(formula.reading.text));
}

function restore({ contents }: State, formula: FormulaState): void {
  formula.area = formula.before.area;
  formula.rows = formula.before.rows;
  contents.write(formula.cell, formula.rows, formula);
}

function runPass(state: State, { order, precedents }: Plan<FormulaState>): void {
  const { engine, calls } = state;
  let isDynamic = false;
  engine.reread();
  for (const formula of order) {
    if (formula.isSettled || precedents.get(formula)?.some(({ isSettled }) => !isSettled)) continue;
    // From here on, what has been read may have changed since.
    isDynamic ||= formula.reading.isDynamic;
    if (isDynamic) engine.reread();
    const work = () => calculationOf(state, formula)(formula.cell);
    const { result: values, problem: unverified } = state.verification.watch(formula.source.text, work);
    if ([values].flat(2).some((value) => isCellError(value) && value.code === PENDING_CODE)) continue;
    formula.isSettled = true;
    const problem = problemOf(formula, values) ?? unverified;
    if (problem === undefined) place(state, formula, values);
    else giveUp(state, formula, problem);
  }
  calls.passEnded();
}

/** Its other cells come back in the next round, before anything else can spill over them. */
function giveUp({ contents }: State, formula: FormulaState, problem: string): void {
  fail(formula, problem);
  contents.write(formula.cell, [[formula.before.rows[0]?.[0] ?? null]], formula);
}

function problemOf({ source, reading }: FormulaState, values: Values): string | undefined {
  if (values === UNREADABLE) return UNREADABLE.message;
  if (isCellError(values) && values.code === "#NAME?") return explained(values).message;
  const isSeveral = Array.isArray(values) && values.flat().length > 1;
  if (isSeveral && source.fill === "one" && reading.hasLooseRange) {
    return "The formula stands in one cell, and takes several values where Excel takes the one in line with it.";
  }
  return undefined;
}

/** Puts a result into the cells of its formula. */
function place({ contents, calls }: State, formula: FormulaState, values: Values): void {
  const { cell, area, source } = formula;
  const shown = (value: Value): Value => {
    if (!isCellError(value)) return value ?? 0;
    const { code, message } = value;
    return explained({ code, message: message || calls.message(cell, code) || "" });
  };
  const rows = (Array.isArray(values) ? values : [[values]]).map((row) => row.map(shown));
  if (source.fill === "one") formula.rows = [[rows[0]![0]!]];
  else if (source.fill === "array") formula.rows = fitted(rows, area);
  else if (contents.hasRoom({ ...area, rows: rows.length, columns: rows[0]!.length })) formula.rows = rows;
  else formula.rows = [[explained({ code: "#SPILL!", message: "" })]];
  contents.write(cell, formula.rows, formula);
}

/** As an array formula of a fixed size shows a result of another: a single row or column serves all, #N/A is beyond. */
function fitted(rows: Rows, { rows: height, columns: width }: Area): Rows {
  const pick = <T>(list: readonly T[], at: number) => list[list.length === 1 ? 0 : at];
  return Array.from({ length: height }, (_, down) =>
    Array.from({ length: width }, (_, right) => pick(pick(rows, down) ?? [], right) ?? BEYOND),
  );
}

const BEYOND: CellError = { code: "#N/A", message: "The array formula fills more cells than its result has." };
