/** Calculates single formulas, without a workbook. */
import { formatSheetPosition } from "../grid/address";
import type { SheetPosition } from "../grid/area";
import { createCalls, type Calls } from "./calls";
import { explained } from "./errors";
import { installFunctions } from "./executors";
import { createFormulaEngine, type CompiledFormula, type EngineSheet, type FormulaEngine } from "./formulaEngine";
import type { CustomFunction } from "./functions";
import { isCellError, unwrapSingle, type CellError, type Scalar, type Value, type Values } from "./values";

/** One value, or rows if the result spills. An error inside rows is its code as text. */
export type Result = { value: Scalar | Scalar[][] } | { error: CellError };

export interface Calculator {
  /**
   * Evaluates formulas together and resolves to their results in order. A leading "=" is optional. Independent calls start in
   * one macrotask. A formula that reads a cell is an error, since there is none. Tables spill without limits. Each evaluation calls its functions again,
   * after the previous evaluation. Rejects only if the calculator is disposed; errors of formulas are results.
   */
  evaluate(formulas: readonly string[]): Promise<Result[]>;
  dispose(): void;
}

/** The evaluation in progress. Each formula has a row of the sheet. */
interface Evaluation {
  formulas: CompiledFormula[];
  values: Values[];
  /** The rows of formulas that have read a cell. */
  readers: Set<number>;
  resolve(): void;
  reject(reason: Error): void;
}

interface CalculatorState {
  engine: FormulaEngine;
  calls: Calls;
  evaluation?: Evaluation | undefined;
  /** The row of the formula that is calculated. */
  row?: number | undefined;
  disposed: boolean;
}

/** Smaller than a sheet in Excel, because the engine reads whole columns cell by cell. */
const SHEET = { name: "Sheet1", rowCount: 1000, columnCount: 702 };

/** A blank cell in place of a plan would mean the default plan, so no cell is blank. */
const NO_CELLS: CellError = {
  code: "#REF!",
  message: "The formula reads cells, and there is no workbook here. Write their values in place of the cells.",
};

export function createCalculator(functions: readonly CustomFunction[]): Calculator {
  const sheet: EngineSheet = {
    ...SHEET,
    valueAt() {
      if (state.row !== undefined) state.evaluation?.readers.add(state.row);
      return NO_CELLS;
    },
  };
  const engine = createFormulaEngine([sheet]);
  const calls = createCalls({
    later: (task) => void setImmediate(task),
    recalculate: (cells) =>
      pass(
        state,
        cells.map(({ row }) => row),
      ),
    addressOf: formatSheetPosition,
  });
  const state: CalculatorState = { engine, calls, disposed: false };
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

async function evaluate(state: CalculatorState, texts: readonly string[]): Promise<Result[]> {
  if (state.disposed) throw disposed();
  const formulas = texts.map((text) => state.engine.compile(text));
  const values: Values[] = [];
  const readers = new Set<number>();
  state.calls.forget();
  await new Promise<void>((resolve, reject) => {
    state.evaluation = { formulas, values, readers, resolve, reject };
    pass(state, [...formulas.keys()]);
  });
  // A formula may hide the error, such as by IFERROR or COUNT.
  return values.map((value, row) => (readers.has(row) ? { error: NO_CELLS } : resultOf(value, row, state.calls)));
}

/** Calculates the formulas of these rows. The evaluation ends when no call is pending. */
function pass(state: CalculatorState, rows: readonly number[]): void {
  const { evaluation, calls } = state;
  if (!evaluation) return;
  for (const row of rows) {
    const formula = evaluation.formulas[row];
    state.row = row;
    // A range that another formula has read would not be read again.
    state.engine.clearCaches();
    if (formula) evaluation.values[row] = formula(cellOf(row));
  }
  state.row = undefined;
  calls.passEnded();
  if (calls.idle()) evaluation.resolve();
}

function resultOf(values: Values, row: number, calls: Calls): Result {
  const value = unwrapSingle(values);
  if (Array.isArray(value)) return { value: value.map((cells) => cells.map(shown)) };
  if (!isCellError(value)) return { value: shown(value) };
  const message = value.message || calls.message(cellOf(row), value.code) || "";
  return { error: explained({ code: value.code, message }) };
}

function cellOf(row: number): SheetPosition {
  return { sheet: SHEET.name, row, column: 0 };
}

/** A blank is 0 in a result, as in Excel. */
function shown(value: Value): Scalar {
  return isCellError(value) ? value.code : (value ?? 0);
}

function dispose(state: CalculatorState): void {
  if (state.disposed) return;
  state.disposed = true;
  state.calls.forget();
  state.evaluation?.reject(disposed());
  state.evaluation = undefined;
  state.engine.dispose();
}

function disposed(): Error {
  return new Error("The calculator has been disposed of. Create another one.");
}
