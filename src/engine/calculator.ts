/** Formulas in, results out, with no workbook: what the command line calculates with. */
import { createCalls } from "./calls";
import type { Calls, Cell } from "./calls";
import { explained } from "./errors";
import { installFunctions } from "./executors";
import { createFormulas } from "./formulas";
import type { Formula, Formulas, Sheet } from "./formulas";
import type { CustomFunction } from "./functions";
import { isCellError } from "./values";
import type { CellError, Scalar, Value, Values } from "./values";

/** A result that spills is rows; an error inside them is its code as text. */
export type Result = { value: Scalar | Scalar[][] } | { error: CellError };

export interface Calculator {
  /**
   * Evaluates the formulas together, and gives their results in order. A leading "=" is optional. All calls to functions
   * that can be made at once are made in one macrotask. Formulas are independent: each sees a blank sheet, and spills
   * without limits. Functions are called anew in each evaluation; evaluations wait for one another.
   * Rejects only when the calculator is disposed of; whatever is wrong with a formula is in its result.
   */
  evaluate(formulas: readonly string[]): Promise<Result[]>;
  dispose(): void;
}

/** The evaluation under way. */
interface Evaluation {
  formulas: Formula[];
  values: Values[];
  finish(): void;
  fail(reason: Error): void;
}

interface State {
  engine: Formulas;
  calls: Calls;
  evaluation?: Evaluation | undefined;
  disposed: boolean;
}

/** Whole columns are read cell by cell, so it is not as long as Excel's. */
const SHEET: Sheet = { name: "Sheet1", rowCount: 1000, columnCount: 702, valueAt: () => null };

export function createCalculator(functions: readonly CustomFunction[]): Calculator {
  const engine = createFormulas([SHEET]);
  const calls = createCalls({
    later: (task) => void setImmediate(task),
    recalculate: (cells) =>
      pass(
        state,
        cells.map(({ row }) => row),
      ),
    addressOf: ({ sheet, row }: Cell) => `${sheet}!A${row + 1}`,
  });
  const state: State = { engine, calls, disposed: false };
  installFunctions(engine.functions, functions, calls);
  let last: Promise<unknown> = Promise.resolve();
  return {
    evaluate(formulas) {
      const results = last.then(() => evaluate(state, formulas));
      last = results.catch(() => undefined);
      return results;
    },
    dispose: () => dispose(state),
  };
}

async function evaluate(state: State, texts: readonly string[]): Promise<Result[]> {
  if (state.disposed) throw disposed();
  const formulas = texts.map((text) => state.engine.read(text));
  const values: Values[] = [];
  state.calls.forget();
  await new Promise<void>((finish, fail) => {
    state.evaluation = { formulas, values, finish, fail };
    pass(state, [...formulas.keys()]);
  });
  return values.map((value, row) => resultOf(value, row, state.calls));
}

/** Calculates the formulas of these rows; the evaluation is finished when nothing is awaited after that. */
function pass({ evaluation, calls }: State, rows: readonly number[]): void {
  if (!evaluation) return;
  for (const row of rows) evaluation.values[row] = evaluation.formulas[row]!(cellOf(row));
  calls.passEnded();
  if (calls.idle()) evaluation.finish();
}

function resultOf(values: Values, row: number, calls: Calls): Result {
  const value = Array.isArray(values) && values.length === 1 && values[0]!.length === 1 ? values[0]![0]! : values;
  if (Array.isArray(value)) return { value: value.map((cells) => cells.map(shown)) };
  if (!isCellError(value)) return { value: shown(value) };
  const message = value.message || calls.message(cellOf(row), value.code) || "";
  return { error: explained({ code: value.code, message }) };
}

function cellOf(row: number): Cell {
  return { sheet: SHEET.name, row, column: 0 };
}

/** A blank counts as 0 in a result, as in Excel. */
function shown(value: Value): Scalar {
  return isCellError(value) ? value.code : (value ?? 0);
}

function dispose(state: State): void {
  if (state.disposed) return;
  state.disposed = true;
  state.calls.forget();
  state.evaluation?.fail(disposed());
  state.evaluation = undefined;
  state.engine.dispose();
}

function disposed(): Error {
  return new Error("The calculator has been disposed of. Create another one.");
}
