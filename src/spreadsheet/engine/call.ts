/** Calls a function of the table: takes the arguments as its parameters want them. */
import type { DateSystem } from "../cells/dateSerial";
import { fromDate1904, toDate1904 } from "./date1904";
import { toLogical, toNumber, toText } from "./coercion";
import { doubt } from "./doubt";
import { ErrorResult, NA, NUM, PENDING, VALUE_ERROR } from "./errorValues";
import type { Book, Evaluation } from "./evaluation";
import { sizeOfAll } from "./lift";
import { CellRange, isError, isReference, Lambda, Matrix, ReferenceList, AreaUnion, type Operand } from "./operand";
import { finite } from "./operators";
import { isLifted, parameterAt, wantsNoRange, type FunctionRow, type Kind, type RowParameter } from "./parameters";
import type { CellError, Value } from "./values";

/** Calculates a part of a formula. */
export type Run = (at: Evaluation) => Operand;

/** An argument of a call; undefined if the formula leaves a gap. */
export type CallArgument = Run | undefined;

/** An argument as a function's parameter takes it: its kind says of which type. */
type Given = unknown;

interface Call {
  readonly row: FunctionRow;
  readonly kinds: readonly Kind[];
  readonly convert: (given: Given[], at: Evaluation) => Given[] | CellError;
}

/** @param isArray True if ranges are arrays where one value is wanted. */
export function compileRow(name: string, row: FunctionRow, args: readonly CallArgument[], isArray: boolean): Run {
  const { signature, flags } = row;
  if (args.length < signature.least || args.length > signature.most) return () => NA;
  const parameters = args.map((_, at) => parameterAt(signature, at));
  const takes = args.map((arg, at) => {
    const parameter = parameters[at] as RowParameter;
    return arg ? takeOf(arg, parameter, isArray) : takeGap(name, parameter, flags);
  });
  const kinds = parameters.map(({ kind }) => kind);
  const lifts = kinds.map(isLifted);
  const call: Call = { row, kinds, convert: converterOf(kinds) };
  return (at) => {
    const given: Given[] = new Array<Given>(takes.length);
    let isSeveral = false;
    for (const [index, take] of takes.entries()) {
      const value = take(at);
      if (value === PENDING) return PENDING;
      if ((lifts[index] && value instanceof Matrix) || value instanceof ReferenceList) isSeveral = true;
      given[index] = value;
    }
    return isSeveral ? runLifted(call, given, at) : runOnce(call, given, at);
  };
}

function runOnce({ row, convert }: Call, given: Given[], at: Evaluation): Operand {
  try {
    const ready = convert(given, at);
    if (isError(ready)) return ready;
    const result = (row.run as (this: Evaluation, ...args: unknown[]) => Operand).apply(at, ready);
    if (result instanceof Matrix) {
      at.spend(result.values.length);
      return result.values.every(isWritable) ? result : result.map((value) => (isWritable(value) ? value : NUM));
    }
    if (typeof result !== "number") return result;
    return finite(row.flags.has("date") ? toDate1904(result, at.book.dateSystem) : result);
  } catch (thrown) {
    if (thrown instanceof ErrorResult) return thrown.error;
    throw thrown;
  }
}

/** True for a value that a cell can hold: no number beyond the largest. */
function isWritable(value: Value): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

/** Takes an argument that the formula leaves out. */
function takeGap(
  name: string,
  { kind, isOmittedByGap, isOptional }: RowParameter,
  flags: FunctionRow["flags"],
): (at: Evaluation) => Given {
  if ((kind === "strict" || kind === "strictDate") && !isOptional) return () => NA;
  if (kind === "matrix" && !isOmittedByGap)
    return flags.has("complete")
      ? () => VALUE_ERROR
      : () => doubt(`An array of ${name} is left out, and Excel's result is not known here. Write the array.`);
  const gap = isOmittedByGap ? undefined : kind === "lazy" ? () => null : null;
  return () => gap;
}

function takeOf(run: Run, { kind }: RowParameter, isArray: boolean): (at: Evaluation) => Given {
  if (kind === "lazy") return (at) => () => run(at);
  if (kind === "matrix")
    return (at) => {
      const values = at.values(run(at));
      if (values instanceof Matrix) at.spend(values.values.length);
      return values instanceof Matrix || isError(values) ? values : new Matrix(1, 1, [values]);
    };
  if (!isLifted(kind)) return run;
  if (!isArray) return (at) => at.single(run(at));
  return wantsNoRange(kind) ? (at) => at.values(oneCellOf(run(at))) : (at) => at.values(run(at));
}

/** Returns #VALUE! for a range of several cells, as the former Analysis ToolPak does; an array may have several values. */
function oneCellOf(given: Operand): Operand {
  const isRange = given instanceof AreaUnion || (given instanceof CellRange && !given.isCell);
  return isRange ? VALUE_ERROR : given;
}

/** Calls the function for each value of arrays. A lazy argument is calculated once for all. */
function runLifted(call: Call, given: readonly Given[], at: Evaluation): Operand {
  const arrays = given.map((value, index) => arrayOf(value, call.kinds[index], at));
  const { rows, columns } = sizeOfAll(arrays.filter((array) => array !== undefined));
  at.spend(rows * columns * given.length);
  const results: Operand[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) results.push(runAt(call, given, arrays, { row, column }, at));
  if (call.row.flags.has("refers") && results.some(isReference)) return new ReferenceList(rows, columns, results);
  return new Matrix(
    rows,
    columns,
    results.map((result) => at.first(result)),
  );
}

function arrayOf(value: Given, kind: Kind | undefined, at: Evaluation): Matrix | ReferenceList | undefined {
  if (value instanceof ReferenceList) return value;
  const operand = kind === "lazy" ? at.values((value as () => Operand)()) : value;
  return operand instanceof Matrix && kind && (isLifted(kind) || kind === "lazy") ? operand : undefined;
}

function runAt(
  call: Call,
  given: readonly Given[],
  arrays: readonly (Matrix | ReferenceList | undefined)[],
  { row, column }: { row: number; column: number },
  at: Evaluation,
): Operand {
  const picked: Given[] = [];
  for (const [index, array] of arrays.entries()) {
    const value = array ? pick(array, row, column) : given[index];
    if (array && value === undefined) return NA;
    if (value === PENDING) return PENDING;
    picked.push(array && call.kinds[index] === "lazy" ? () => value : value);
  }
  return runOnce(call, picked, at);
}

function pick(array: Matrix | ReferenceList, row: number, column: number): Operand | undefined {
  if (array instanceof Matrix) return array.spread(row, column);
  if ((row >= array.rows && array.rows > 1) || (column >= array.columns && array.columns > 1)) return undefined;
  return array.operands[(array.rows === 1 ? 0 : row) * array.columns + (array.columns === 1 ? 0 : column)];
}

/** Converts the arguments of one call. Its function returns the first error among them. */
function converterOf(kinds: readonly Kind[]): Call["convert"] {
  const from = kinds.indexOf("numbers");
  const basis = kinds.indexOf("basis");
  const order = [...kinds.keys()].sort((one, other) => Number(other === basis) - Number(one === basis));
  return (given, at) => {
    for (const index of order) {
      const kind = kinds[index];
      if (given[index] === undefined || kind === undefined || kind === "numbers") continue;
      const converted = convert(kind, given[index], at.book);
      if (isError(converted) && kind !== "raw" && kind !== "operand" && kind !== "list") return converted;
      given[index] = converted;
    }
    return from < 0 ? given : withNumbers(given, from, at.book);
  };
}

function convert(kind: Kind, value: Given, book: Book): Given {
  const { dateSystem } = book;
  switch (kind) {
    case "number":
      return typeof value === "number" ? value : toNumber(value as Value, dateSystem);
    case "strict":
      return typeof value === "boolean" ? VALUE_ERROR : toNumber(value as Value, dateSystem);
    case "date":
      return fromDate1904(toNumber(value as Value, dateSystem), dateSystem);
    case "strictDate":
      return typeof value === "boolean" ? VALUE_ERROR : fromDate1904(toNumber(value as Value, dateSystem), dateSystem);
    case "basis":
      return readBasis(convert("strict", value, book));
    case "digits":
      return typeof value === "boolean" ? VALUE_ERROR : toText(value as Value);
    case "text":
      return toText(value as Value);
    case "logical":
      return toLogical(value as Value);
    case "reference":
      return isReference(value) || isError(value) ? value : VALUE_ERROR;
    case "lambda":
      return value instanceof Lambda || isError(value) ? value : VALUE_ERROR;
    default:
      return value;
  }
}

function readBasis(given: Given): Given {
  return typeof given !== "number" || (given >= 0 && given < 5) ? given : NUM;
}

function withNumbers(given: readonly Given[], from: number, { dateSystem }: Book): Given[] | CellError {
  const numbers: number[] = [];
  for (const operand of given.slice(from)) {
    const error = collect((operand ?? null) as Operand, numbers, dateSystem);
    if (error) return error;
  }
  return [...given.slice(0, from), numbers];
}

/** Adds the numbers of an argument. Returns the first error in it. */
export function collect(operand: Operand, numbers: number[], dateSystem?: DateSystem): CellError | undefined {
  if (operand instanceof CellRange) return collectArea(operand, numbers);
  if (operand instanceof AreaUnion) {
    for (const area of operand.areas) {
      const error = collectArea(area, numbers);
      if (error) return error;
    }
    return undefined;
  }
  if (operand instanceof Matrix) {
    for (const value of operand.values) {
      if (typeof value === "number") numbers.push(value);
      else if (isError(value)) return value;
    }
    return undefined;
  }
  if (operand instanceof Lambda || operand instanceof ReferenceList) return VALUE_ERROR;
  const number = toNumber(operand, dateSystem);
  if (typeof number !== "number") return number;
  numbers.push(number);
  return undefined;
}

function collectArea(area: CellRange, numbers: number[]): CellError | undefined {
  let error: CellError | undefined;
  area.sheet.visit(area, (value) => {
    if (typeof value === "number") numbers.push(value);
    else if (isError(value)) error ??= value;
  });
  return error;
}
