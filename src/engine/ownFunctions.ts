/** Functions that are calculated here instead of by Univer, which differs from Excel in ways that no argument shows. */
import { NullValueObject, NumberValueObject } from "@univerjs/engine-formula";
import type { BaseFunction, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { compare } from "./comparison";
import { doubt } from "./doubts";
import { lifted, withErrors, type LiftedCalculation } from "./lifted";
import { errorObject, valuesOfObject } from "./objects";
import { textSplit } from "./textSplit";
import { isCellError, type CellError, type Value } from "./values";
import { indexOfMatch, LONGEST_PATTERN } from "../grid/wildcards";

const NO_VALUE: CellError = { code: "#VALUE!", message: "" };
const NO_NUMBER: CellError = { code: "#NUM!", message: "" };
const NO_DIVISOR: CellError = { code: "#DIV/0!", message: "" };
const NOT_AVAILABLE: CellError = { code: "#N/A", message: "" };

type Calculate = (...args: BaseValueObject[]) => BaseValueObject;

/** Functions of single values, with how many arguments they take at least and at most. */
const SINGLES: Readonly<Record<string, readonly [least: number, most: number, calculate: LiftedCalculation]>> = {
  PROPER: [1, 1, proper],
  TIME: [3, 3, time],
  DOLLARDE: [2, 2, (price, parts) => dollars(price, parts, (rest, by, power) => (rest * power) / by)],
  DOLLARFR: [2, 2, (price, parts) => dollars(price, parts, (rest, by, power) => (rest * by) / power)],
  SEARCH: [2, 3, search],
};

/** Replaces functions of the service. Call this before their arguments are made numbers. */
export function installOwnFunctions(service: IFunctionService): void {
  for (const [name, [least, most, calculate]] of Object.entries(SINGLES))
    replace(service, name, (...args) =>
      args.length < least || args.length > most ? errorObject(NOT_AVAILABLE) : lifted(args, withErrors(calculate)),
    );
  const [round, roundDown] = ["ROUND", "ROUNDDOWN"].map((name) => calculationOf(service, name)) as [
    Calculate,
    Calculate,
  ];
  replace(service, "TRUNC", (number, digits = NumberValueObject.create(0)) =>
    number ? roundDown(number, digits) : errorObject(NOT_AVAILABLE),
  );
  replace(service, "FIXED", (number, digits = NumberValueObject.create(2), isPlain = NullValueObject.create()) =>
    number ? lifted([round(number, digits), digits, isPlain], withErrors(fixed)) : errorObject(NOT_AVAILABLE),
  );
  replace(service, "TEXTSPLIT", (...args) => textSplit(args, (what) => doubt(service, "TEXTSPLIT", what)));
  replace(service, "IFS", (...args) => chosen(args, (at) => at % 2 === 0, ifs));
  replace(service, "SWITCH", (...args) =>
    chosen(args, (at) => at === 0 || (at % 2 === 1 && at < args.length - 1), switched),
  );
}

function calculationOf(service: IFunctionService, name: string): Calculate {
  const executor = service.getExecutor(name) as BaseFunction;
  return executor.calculate.bind(executor) as Calculate;
}

function replace(service: IFunctionService, name: string, calculate: Calculate): void {
  const executor = service.getExecutor(name);
  if (executor) executor.calculate = calculate;
}

/** A capital after everything that is no letter. */
function proper(value: Value): Value {
  return textOf(value)
    .toLowerCase()
    .replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) =>
      letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter,
    );
}

function textOf(value: Value): string {
  if (value === null || isCellError(value)) return "";
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

const SECONDS_OF_DAY = 86_400;
const MOST_OF_TIME = 32_767;

/** Hours, minutes and seconds may be negative, but not all of them together. */
function time(...values: Value[]): Value {
  const [hours = 0, minutes = 0, seconds = 0] = values.map(Number);
  const all = hours * 3600 + minutes * 60 + seconds;
  const isBeyond = [hours, minutes, seconds].some((each) => each > MOST_OF_TIME);
  return isBeyond || !(all >= 0) ? NO_NUMBER : (all % SECONDS_OF_DAY) / SECONDS_OF_DAY;
}

/** A price whose digits after the point are parts, such as sixteenths, or the other way round. */
function dollars(price: Value, parts: Value, convert: (rest: number, by: number, power: number) => number): Value {
  const [number, by] = [Number(price), Math.trunc(Number(parts))];
  if (by < 1) return by < 0 ? NO_NUMBER : NO_DIVISOR;
  const whole = Math.trunc(number);
  return whole + convert(number - whole, by, 10 ** Math.ceil(Math.log10(by)));
}

function search(wanted: Value, text: Value, from: Value = 1): Value {
  const [pattern, within] = [textOf(wanted), textOf(text)];
  const start = Math.trunc(Number(from)) - 1;
  const isOutside = !(start >= 0 && start <= within.length) || pattern.length > LONGEST_PATTERN;
  const at = isOutside ? -1 : indexOfMatch(within, pattern, start);
  return at < 0 ? NO_VALUE : at + 1;
}

/** @param number Rounded already. */
function fixed(number: Value, digits: Value, isPlain: Value): Value {
  const places = Math.max(Math.trunc(Number(digits)), 0);
  const text = Number(number).toFixed(Math.min(places, 100));
  return isPlain ? text : text.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));
}

/**
 * Returns the argument that `choose` picks by the values at the positions that `isCondition` names; value by value if these
 * hold several.
 */
function chosen(
  args: readonly BaseValueObject[],
  isCondition: (at: number) => boolean,
  choose: (conditions: readonly Value[]) => number | CellError,
): BaseValueObject {
  const isSeveral = args.some((arg, at) => isCondition(at) && isArrayOfSeveral(arg));
  const pick = (values: readonly Value[]): Value => {
    const at = choose(values);
    return isCellError(at) ? at : (values[at] ?? null);
  };
  if (isSeveral) return lifted(args, (...values) => pick(values));
  const at = choose(args.map((arg, position) => (isCondition(position) ? singleOf(arg) : null)));
  return isCellError(at) ? errorObject(at) : (args[at] ?? errorObject(NOT_AVAILABLE));
}

function isArrayOfSeveral(object: BaseValueObject): boolean {
  const values = object.isArray() ? valuesOfObject(object) : null;
  return Array.isArray(values) && values.flat().length > 1;
}

function singleOf(object: BaseValueObject): Value {
  const values = valuesOfObject(object);
  return Array.isArray(values) ? (values[0]?.[0] ?? null) : values;
}

/** The position of the value after the first condition that is true. */
function ifs(values: readonly Value[]): number | CellError {
  if (values.length < 2 || values.length % 2 === 1) return NOT_AVAILABLE;
  for (let at = 0; at < values.length; at += 2) {
    const condition = truthOf(values[at] ?? null);
    if (isCellError(condition)) return condition;
    if (condition) return at + 1;
  }
  return NOT_AVAILABLE;
}

function truthOf(value: Value): boolean | CellError {
  if (isCellError(value)) return value;
  if (typeof value !== "string") return Boolean(value);
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
  return NO_VALUE;
}

/** The position of the value after the first case that equals the first argument; otherwise of the last argument. */
function switched(values: readonly Value[]): number | CellError {
  const [wanted = null] = values;
  if (isCellError(wanted)) return wanted;
  const hasDefault = values.length % 2 === 0;
  for (let at = 1; at + 1 < values.length; at += 2) {
    const isEqual = compare(wanted, values[at] ?? null, "=");
    if (isCellError(isEqual)) return isEqual;
    if (isEqual) return at + 1;
  }
  return hasDefault ? values.length - 1 : NOT_AVAILABLE;
}
