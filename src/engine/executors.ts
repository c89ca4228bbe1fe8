/** Installs asynchronous functions in Univer's formula engine, which calculates synchronously. */
import { BaseFunction } from "@univerjs/engine-formula";
import type { BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import type { SheetPosition } from "../grid/area";
import { answerOf } from "./arguments";
import type { Calls } from "./calls";
import { correctFunctions } from "./corrections";
import { qualifiedName, type CustomFunction } from "./functions";
import { errorObject, objectOfValues, PENDING_CODE, valuesOfObject } from "./objects";
import { notVerified, VERIFIED_FUNCTIONS } from "./verifiedFunctions";
import { wrapCalculation } from "./wrapCalculation";

/**
 * Univer converts a text constant that looks like a number: "2026-03" becomes March 1. Functions that expect a number need
 * this. The functions below, like ours, return, look up or join a text, so they need it unchanged.
 */
const AS_WRITTEN = [
  "IF",
  "IFS",
  "IFERROR",
  "IFNA",
  "SWITCH",
  "CHOOSE",
  "VSTACK",
  "HSTACK",
  "N",
  "T",
  "ISTEXT",
  "ISNUMBER",
  "XLOOKUP",
  "VLOOKUP",
  "HLOOKUP",
  "LOOKUP",
  "MATCH",
  "XMATCH",
  "INDIRECT",
  "CONCAT",
  "CONCATENATE",
  "TEXTJOIN",
  "LEFT",
  "RIGHT",
  "MID",
  "LEN",
  "REPT",
  "SUBSTITUTE",
  "REPLACE",
  "LOWER",
  "UPPER",
  "TRIM",
];

/** Functions of operators, which no formula calls by name. */
const OPERATORS = new Set(["PLUS", "MINUS", "MULTIPLY", "DIVIDED", "COMPARE"]);

/** Univer's volatile functions: their values change at each calculation. */
const VOLATILE = ["NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"];

/**
 * Registers the functions, and lets Univer's own functions wait for their answers. Call it once for each service. After each
 * calculation the engine must call `calls.passEnded`, and later calculate the cells that `recalculate` names.
 */
export function installFunctions(service: IFunctionService, functions: readonly CustomFunction[], calls: Calls): void {
  correctFunctions(service);
  for (const [name, executor] of service.getExecutors()) refuseUnverified(executor, String(name));
  for (const name of VOLATILE) keepSteady(service, name, calls);
  for (const name of AS_WRITTEN) keepTexts(service.getExecutor(name) ?? null);
  service.registerExecutors(...functions.map((fn) => executorOf(fn, calls)));
  for (const executor of service.getExecutors().values()) waitForArguments(executor);
}

/** Univer's own result may differ from Excel's, or take hours. */
function refuseUnverified(executor: BaseFunction, name: string): void {
  if (VERIFIED_FUNCTIONS.has(name) || OPERATORS.has(name)) return;
  executor.calculate = () => errorObject({ code: "#NAME?", message: notVerified(name) });
}

function executorOf(fn: CustomFunction, calls: Calls): BaseFunction {
  const executor = new BaseFunction(qualifiedName(fn));
  keepTexts(executor);
  executor.calculate = (...args: BaseValueObject[]) => {
    const answer = answerOf(fn, args.map(valuesOfObject), (ready) => calls.ask(fn, cellOf(executor), ready));
    return answer === undefined ? pending() : objectOfValues(answer);
  };
  return executor;
}

function keepTexts(executor: BaseFunction | null): void {
  if (executor) executor.isArgumentsIgnoreNumberPattern = () => true;
}

function keepSteady(service: IFunctionService, name: string, calls: Calls): void {
  const executor = service.getExecutor(name);
  if (!executor) return;
  wrapCalculation(executor, (args, calculate) => calls.steady(cellOf(executor), name, () => calculate(...args)));
}

/**
 * A function with a pending argument is pending too. Otherwise IFERROR or COUNT would turn the pending error into a value,
 * and a call around them would send that value to the service.
 */
function waitForArguments(executor: BaseFunction): void {
  wrapCalculation(executor, (args, calculate) => (args.some(isPending) ? pending() : calculate(...args)));
}

function pending(): BaseValueObject {
  return errorObject({ code: PENDING_CODE, message: "" });
}

function isPending(object: BaseValueObject): boolean {
  return object.isError() && object.getValue() === PENDING_CODE;
}

/** Univer sets the position on the executor before each calculation. */
function cellOf(executor: BaseFunction): SheetPosition {
  return { sheet: executor.subUnitId ?? "", row: executor.row, column: executor.column };
}
