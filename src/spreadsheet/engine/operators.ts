/** Excel's operators for two values. `lift.ts` applies them to arrays. */
import type { DateSystem } from "../cells/dateSerial";
import { MAX_TEXT_LENGTH } from "../cells/limits";
import { toNumber, toText } from "./coercion";
import { compare } from "./valueOrder";
import { DIV0, NUM, VALUE_ERROR } from "./errorValues";
import { isError } from "./operand";
import type { CellError, Value } from "./values";

/** @param dateSystem Of the workbook, for texts of dates. */
export type Operator = (left: Value, right: Value, dateSystem: DateSystem) => Value;

function arithmetic(calculate: (left: number, right: number) => number | CellError): Operator {
  return (one, other, dateSystem) => {
    if (typeof one === "number" && typeof other === "number") return finite(calculate(one, other));
    const left = toNumber(one, dateSystem);
    if (typeof left !== "number") return left;
    const right = toNumber(other, dateSystem);
    return typeof right === "number" ? finite(calculate(left, right)) : right;
  };
}

/** Smaller numbers are 0. */
const SMALLEST = 2 ** -1022;

/** Excel has neither infinite numbers, nor a negative zero, nor numbers of fewer binary digits near it. */
export function finite(value: number | CellError): number | CellError {
  if (typeof value !== "number") return value;
  if (Math.abs(value) < SMALLEST) return 0;
  return Number.isFinite(value) ? value : NUM;
}

const plus = (left: number, right: number): number => left + right;
const minus = (left: number, right: number): number => left - right;

function cancelled(calculate: (left: number, right: number) => number): Operator {
  return arithmetic((left, right) => {
    const result = calculate(left, right);
    return Math.abs(result) < 1e-15 * Math.max(Math.abs(left), Math.abs(right)) ? 0 : result;
  });
}

export function power(base: number, exponent: number): number | CellError {
  if (base === 0 && exponent === 0) return NUM;
  if (base === 0 && exponent < 0) return DIV0;
  return base ** exponent;
}

function joined(one: Value, other: Value): Value {
  const left = toText(one);
  if (typeof left !== "string") return left;
  const right = toText(other);
  if (typeof right !== "string") return right;
  return left.length + right.length > MAX_TEXT_LENGTH ? VALUE_ERROR : left + right;
}

/** Compares whole numbers at once, and all else by the rules of 15 digits, letters and kinds. */
function comparison(operator: string, ofNumbers: (left: number, right: number) => boolean): Operator {
  return (one, other) =>
    typeof one === "number" && typeof other === "number" && Number.isInteger(one) && Number.isInteger(other)
      ? ofNumbers(one, other)
      : compare(one, other, operator);
}

export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ["+", arithmetic(plus)],
  ["-", arithmetic(minus)],
  ["*", arithmetic((left, right) => left * right)],
  ["/", arithmetic((left, right) => (right === 0 ? DIV0 : left / right))],
  ["^", arithmetic(power)],
  ["&", joined],
  ["=", comparison("=", (left, right) => left === right)],
  ["<>", comparison("<>", (left, right) => left !== right)],
  ["<", comparison("<", (left, right) => left < right)],
  ["<=", comparison("<=", (left, right) => left <= right)],
  [">", comparison(">", (left, right) => left > right)],
  [">=", comparison(">=", (left, right) => left >= right)],
]);

/**
 * Operators whose result is that of the whole formula. Excel takes it for 0 if nothing but the last of 15 digits is left of the
 * operands, but not within brackets or a function: IF(TRUE,1.1-1-0.1) is 8E-17.
 */
export const LAST_OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ["+", cancelled(plus)],
  ["-", cancelled(minus)],
]);

type Prefix = (value: Value, dateSystem: DateSystem) => Value;

export const PREFIXES: ReadonlyMap<string, Prefix> = new Map<string, Prefix>([
  ["+", (value) => value],
  ["-", ofNumber((number) => 0 - number)],
  ["%", ofNumber((number) => number / 100)],
]);

function ofNumber(calculate: (number: number) => number): Prefix {
  return (value, dateSystem) => {
    const number = toNumber(value, dateSystem);
    return isError(number) ? number : calculate(number);
  };
}
