/** ISNUMBER and its like: of which kind a value is. */
import { doubt } from "../doubt";
import { NA } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, isReference, Lambda, Matrix, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { Value } from "../values";

/** The numbers of errors, by ERROR.TYPE. */
const ERROR_TYPES: ReadonlyMap<string, number> = new Map([
  ["#NULL!", 1],
  ["#DIV/0!", 2],
  ["#VALUE!", 3],
  ["#REF!", 4],
  ["#NAME?", 5],
  ["#NUM!", 6],
  ["#N/A", 7],
  ["#GETTING_DATA", 8],
  ["#SPILL!", 9],
  ["#CONNECT!", 10],
  ["#BLOCKED!", 11],
  ["#UNKNOWN!", 12],
  ["#FIELD!", 13],
  ["#CALC!", 14],
]);

function errorType(value: Value): Operand {
  if (!isError(value)) return NA;
  return ERROR_TYPES.get(value.code) ?? doubt(`The number of the error ${value.code} is not known here.`);
}

const is =
  (test: (value: Value) => boolean) =>
  (value: Value): boolean =>
    test(value);

const parity = (wanted: number) => (number: number) => Math.abs(Math.trunc(number)) % 2 === wanted;

function typeOf(this: Evaluation, operand: Operand): Operand {
  if (operand instanceof Lambda) return 128;
  if (operand instanceof CellRange && !operand.isCell) return 64;
  const value = this.values(operand);
  if (value instanceof Matrix) return 64;
  if (isError(value)) return 16;
  return typeof value === "string" ? 2 : typeof value === "boolean" ? 4 : 1;
}

function numberOrZero(value: Value): Value {
  return typeof value === "number" || isError(value) ? value : value === true ? 1 : 0;
}

function textOrNone(value: Value): Value {
  return typeof value === "string" || isError(value) ? value : "";
}

/** N and T: of a range, its first cell; of an array, all values. */
function converted(convert: (value: Value) => Value) {
  return function (this: Evaluation, operand: Operand): Operand {
    return operand instanceof Matrix ? operand.map(convert) : convert(this.first(operand));
  };
}

export const INFORMATION: Table = {
  ISBLANK: row(
    "raw",
    is((value) => value === null),
  ),
  ISNUMBER: row(
    "raw",
    is((value) => typeof value === "number"),
  ),
  ISTEXT: row(
    "raw",
    is((value) => typeof value === "string"),
  ),
  ISNONTEXT: row(
    "raw",
    is((value) => typeof value !== "string"),
  ),
  ISLOGICAL: row(
    "raw",
    is((value) => typeof value === "boolean"),
  ),
  ISERROR: row("raw", is(isError)),
  ISERR: row(
    "raw",
    is((value) => isError(value) && value.code !== "#N/A"),
  ),
  ISNA: row(
    "raw",
    is((value) => isError(value) && value.code === "#N/A"),
  ),
  ISEVEN: row("strict", parity(0)),
  ISODD: row("strict", parity(1)),
  ISREF: row("operand", isReference),
  NA: row("", () => NA),
  N: row("operand", converted(numberOrZero)),
  T: row("operand", converted(textOrNone)),
  TYPE: row("operand", typeOf),
  "ERROR.TYPE": row("raw", errorType),
};
