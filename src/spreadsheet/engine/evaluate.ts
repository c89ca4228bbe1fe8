/** Calculates single formulas, without a workbook. */
import type { BookSheet } from "./bookSheet";
import { calculateBook, type BookOptions, type FormulaOutcome } from "./calculateBook";
import { isError } from "./operand";
import type { CustomFunction } from "./customFunction";
import type { CellError, Scalar, Value } from "./values";

/** One value, or rows if the result spills. An error inside rows is its code as text. */
export type Result = FoundValue | { error: CellError };

interface FoundValue {
  value: Scalar | Scalar[][];
  /** The errors of its calls, which the formula hides, such as by IFERROR. @default none */
  callErrors?: readonly CellError[];
}

export interface Calculator {
  /**
   * Evaluates formulas together and resolves to their results in order. A leading "=" is optional. Independent calls start in
   * one macrotask. Formulas read no cells and spill without limits. Each evaluation calls its functions again, after the
   * previous evaluation. Rejects only if the calculator is disposed; errors of formulas are results.
   */
  evaluate(formulas: readonly string[]): Promise<Result[]>;
  /** Ends the evaluation in progress and aborts its calls. */
  dispose(): void;
}

export function createCalculator(functions: readonly CustomFunction[]): Calculator {
  const disposal = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const evaluate = async (formulas: readonly string[]): Promise<Result[]> => {
    disposal.signal.throwIfAborted();
    return evaluateOnce(formulas, functions, { signal: disposal.signal });
  };
  return {
    evaluate(formulas) {
      const results = last.then(() => evaluate(formulas));
      last = results.catch(() => undefined);
      return results;
    },
    dispose: () => disposal.abort(new Error("The calculator has been disposed of. Create another one.")),
  };
}

/** Evaluates formulas together, once. Rejects only with the signal's reason. */
export async function evaluateOnce(
  formulas: readonly string[],
  functions: readonly CustomFunction[],
  options: Pick<BookOptions, "signal" | "onProgress" | "now"> = {},
): Promise<Result[]> {
  const outcomes = await calculateBook(formulas.map(sheetOf), functions, { ...options, problemOfCells: NO_CELLS });
  return outcomes.map(resultOf);
}

const NO_CELLS = "The formula reads cells, and there is no workbook here. Write their values in place of the cells.";

/** Each formula has a blank sheet to itself, so that it spills without limits. Its row is its index, which its calls see. */
function sheetOf(formula: string, at: number): BookSheet {
  const source = {
    text: formula.trim().replace(/^=/, ""),
    fill: "spill",
    rows: 1,
    columns: 1,
    mayReadOthers: true,
  } as const;
  return {
    name: "Sheet1",
    rows: at + 1,
    columns: 1,
    valueAt: () => null,
    formulas: [{ row: at, column: 0, formula: source }],
  };
}

function resultOf({ rows, problem, code, callErrors }: FormulaOutcome): Result {
  if (problem !== undefined) return { error: { code, message: problem } };
  const [first = null] = rows[0] ?? [];
  const hidden = callErrors.length > 0 ? { callErrors } : {};
  const isOne = rows.length === 1 && rows[0]?.length === 1;
  if (isOne) return isError(first) ? { error: first } : { value: first ?? 0, ...hidden };
  return { value: rows.map((line) => line.map(shown)), ...hidden };
}

function shown(value: Value): Scalar {
  return isError(value) ? value.code : (value ?? 0);
}
