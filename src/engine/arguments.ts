/** What stands between the brackets of a call, made into the arguments that Excel would pass. */
import { nameOf } from "./functions";
import type { CustomFunction, Parameter } from "./functions";
import { errorIn, isCellError } from "./values";
import type { CellError, Scalar, Value, Values } from "./values";

/** What one call with ready arguments is answered; undefined while that is not known. */
type Ask = (args: unknown[]) => Values | undefined;

/**
 * The answer of a call, or undefined while it is awaited. An error among the arguments is the answer, unasked.
 * Several values for a parameter that takes one are asked one by one, and answered in rows, as in Excel.
 */
export function answerOf(fn: CustomFunction, given: readonly Values[], ask: Ask): Values | undefined {
  const { parameters } = fn.metadata;
  const wrong = miscounted(fn, given) ?? given.map(errorIn).find(isCellError);
  if (wrong) return withMessage(wrong);

  const lifted = parameters.map((parameter, at) => !isMatrix(parameter) && Array.isArray(given[at]));
  const rows = Math.max(1, ...given.map((values, at) => (lifted[at] ? (values as Value[][]).length : 1)));
  const columns = Math.max(1, ...given.map((values, at) => (lifted[at] ? (values as Value[][])[0]!.length : 1)));
  const answerAt = (row: number, column: number): Values | undefined => {
    const picked = given.map((values, at) => (lifted[at] ? pick(values as Value[][], row, column) : values));
    const args = readyArguments(parameters, picked);
    return isCellError(args) ? args : ask(args);
  };
  if (rows === 1 && columns === 1) return answerAt(0, 0);

  const answers = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => answerAt(row, column)),
  );
  if (answers.flat().includes(undefined)) return undefined;
  return answers.map((row) => row.map((answer) => (Array.isArray(answer) ? NESTED : (answer as Value))));
}

const NESTED: CellError = {
  code: "#VALUE!",
  message:
    "An argument that takes one value was given several, and each of them is answered by a table. Give one value.",
};

function miscounted(fn: CustomFunction, given: readonly Values[]): CellError | undefined {
  const { parameters } = fn.metadata;
  if (given.length > parameters.length) {
    const most = parameters.length === 0 ? "no arguments" : `at most ${parameters.length} arguments`;
    return { code: "#VALUE!", message: `${nameOf(fn)} takes ${most} (given: ${given.length}).` };
  }
  const missing = parameters.find((parameter, at) => !parameter.optional && at >= given.length);
  return missing && { code: "#VALUE!", message: `${nameOf(fn)} needs the argument '${missing.name}'.` };
}

/** The error of a failed call keeps its message on its way through other calls; others are named. */
function withMessage({ code, message }: CellError): CellError {
  return { code, message: message || `An argument holds the error ${code}.` };
}

/** The value for one cell of a lifted call; a single row or column serves all, as in Excel. */
function pick(values: Value[][], row: number, column: number): Value {
  const cells = values.length === 1 ? values[0]! : (values[row] ?? []);
  const value = cells.length === 1 ? cells[0] : cells[column];
  return value === undefined ? OUTSIDE : value;
}

const OUTSIDE: CellError = { code: "#N/A", message: "The ranges given to the function differ in size." };

/** Arguments for all parameters, or the error in them. */
function readyArguments(parameters: readonly Parameter[], given: readonly Values[]): unknown[] | CellError {
  const args = parameters.map((parameter, at) => {
    const values = given[at] ?? null;
    if (values === null) return null;
    if (!isMatrix(parameter)) return converted(parameter, values as Value);
    return (Array.isArray(values) ? values : [[values]]).map((row) => row.map((value) => converted(parameter, value)));
  });
  return args.flat(2).find(isCellError) ?? args;
}

function isMatrix(parameter: Parameter): boolean {
  return parameter.dimensionality === "matrix";
}

function converted({ name, type }: Parameter, value: Value): Value {
  if (value === null || isCellError(value)) return value;
  if (type === "string") return textOf(value);
  if (type === "number" && typeof value !== "number") return numberOf(name, value);
  if (type === "boolean" && typeof value === "string") return wrongType(name, "TRUE or FALSE", value);
  return type === "boolean" ? Boolean(value) : value;
}

function textOf(value: Scalar): string {
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function numberOf(name: string, value: string | boolean): number | CellError {
  const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  return Number.isFinite(number) ? number : wrongType(name, "a number", value);
}

function wrongType(name: string, wanted: string, value: Scalar): CellError {
  return { code: "#VALUE!", message: `The argument '${name}' has to be ${wanted}, and is "${textOf(value)}".` };
}
