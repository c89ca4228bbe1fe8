/** Functions that are calculated here instead of by Univer, which differs from Excel in ways that no argument shows. */
import { NullValueObject, NumberValueObject } from "@univerjs/engine-formula";
import type { BaseFunction, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { compare } from "./comparison";
import { NO_VALUE, NOT_AVAILABLE } from "./errors";
import { lifted, withErrors } from "./lifted";
import { errorObject, valuesOfObject } from "./objects";
import { firstValue, isCellError, type CellError, type Value } from "./values";
import { indexOfMatch, LONGEST_PATTERN } from "../grid/wildcards";

type Calculate = (...args: BaseValueObject[]) => BaseValueObject;

/** Replaces functions of the service. Call this before their arguments are made numbers. */
export function installOwnFunctions(service: IFunctionService): void {
  replace(service, "SEARCH", (...args) =>
    args.length < 2 || args.length > 3 ? errorObject(NOT_AVAILABLE) : lifted(args, withErrors(search)),
  );
  const round = calculationOf(service, "ROUND");
  replace(service, "FIXED", (number, digits = NumberValueObject.create(2), isPlain = NullValueObject.create()) =>
    number ? lifted([round(number, digits), digits, isPlain], withErrors(fixed)) : errorObject(NOT_AVAILABLE),
  );
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

function searchText(value: Value): string {
  if (value === null || isCellError(value)) return "";
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function search(wanted: Value, text: Value, from: Value = 1): Value {
  const [pattern, within] = [searchText(wanted), searchText(text)];
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
  const at = choose(args.map((arg, position) => (isCondition(position) ? firstValue(valuesOfObject(arg)) : null)));
  return isCellError(at) ? errorObject(at) : (args[at] ?? errorObject(NOT_AVAILABLE));
}

function isArrayOfSeveral(object: BaseValueObject): boolean {
  const values = object.isArray() ? valuesOfObject(object) : null;
  return Array.isArray(values) && values.flat().length > 1;
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
