/** Converts the values of a call into the arguments that Excel would pass to the function. */
import { mapCells } from "../cells/area";
import { qualifiedName, type CustomFunction, type Parameter } from "./customFunction";
import { errorIn, isCellError, sizeOf, type CellError, type Scalar, type Value, type Values } from "./values";

/** Calls the function with converted arguments. Returns undefined while the answer is pending. */
type Ask = (args: unknown[]) => Values | undefined;

/**
 * Returns the answer of a call, or undefined while it is pending. An error among the arguments is the answer, without a call.
 * If a parameter for one value gets several, the function is called for each value, and the answer is rows, as in Excel.
 */
export function answerOf(fn: CustomFunction, given: readonly Values[], ask: Ask): Values | undefined {
  const { parameters } = fn.metadata;
  const wrong = miscounted(fn, given) ?? given.map(errorIn).find(isCellError);
  if (wrong) return withMessage(wrong);

  const lifted = given.map((values, at) => (isSingle(parameters[at]) && Array.isArray(values) ? values : undefined));
  const sizes = lifted.flatMap((values) => (values ? [sizeOf(values)] : []));
  const rows = Math.max(1, ...sizes.map((size) => size.rows));
  const columns = Math.max(1, ...sizes.map((size) => size.columns));
  const answerAt = (row: number, column: number): Values | undefined => {
    const picked = given.map((values, at) => {
      const several = lifted[at];
      return several ? pick(several, row, column) : values;
    });
    const args = readyArguments(parameters, picked);
    return isCellError(args) ? args : ask(args);
  };
  if (rows === 1 && columns === 1) return answerAt(0, 0);

  return joined(mapCells({ row: 0, column: 0, rows, columns }, answerAt));
}

/** Returns undefined until all answers are there. */
function joined(answers: readonly (readonly (Values | undefined)[])[]): Value[][] | undefined {
  const rows: Value[][] = [];
  for (const answersOfRow of answers) {
    const row: Value[] = [];
    for (const answer of answersOfRow) {
      if (answer === undefined) return undefined;
      row.push(Array.isArray(answer) ? NESTED : answer);
    }
    rows.push(row);
  }
  return rows;
}

const NESTED: CellError = {
  code: "#VALUE!",
  message: "An argument for one value has several values, and the function returns a table for each. Pass one value.",
};

function miscounted(fn: CustomFunction, given: readonly Values[]): CellError | undefined {
  const { parameters } = fn.metadata;
  if (given.length > parameters.length) {
    const most = parameters.length === 0 ? "no arguments" : `at most ${parameters.length} arguments`;
    return { code: "#VALUE!", message: `${qualifiedName(fn)} takes ${most} (given: ${given.length}).` };
  }
  const missing = parameters.find((parameter, at) => !parameter.optional && at >= given.length);
  return missing && { code: "#VALUE!", message: `${qualifiedName(fn)} needs the argument '${missing.name}'.` };
}

/** Adds a message to an error of the engine itself. */
function withMessage({ code, message }: CellError): CellError {
  return { code, message: message || `An argument holds the error ${code}.` };
}

/** Returns the value for one cell of the answer. A single row or column serves all rows or columns, as in Excel. */
function pick(values: Value[][], row: number, column: number): Value {
  const cells = values[values.length === 1 ? 0 : row] ?? [];
  const value = cells[cells.length === 1 ? 0 : column];
  return value === undefined ? OUTSIDE : value;
}

const OUTSIDE: CellError = { code: "#N/A", message: "The function's ranges differ in size." };

/** Returns an argument for each parameter, or the first error among them. */
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

function isSingle(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && !isMatrix(parameter);
}

function converted({ name, type }: Parameter, value: Value): Value {
  if (value === null || isCellError(value)) return value;
  if (type === "string") return scalarText(value);
  if (type === "number" && typeof value !== "number") return numberArgument(name, value);
  if (type === "boolean" && typeof value === "string") return wrongType(name, "TRUE or FALSE", value);
  return type === "boolean" ? Boolean(value) : value;
}

function scalarText(value: Scalar): string {
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function numberArgument(name: string, value: string | boolean): number | CellError {
  const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  return Number.isFinite(number) ? number : wrongType(name, "a number", value);
}

function wrongType(name: string, wanted: string, value: Scalar): CellError {
  return { code: "#VALUE!", message: `The argument '${name}' must be ${wanted}, not "${scalarText(value)}".` };
}
