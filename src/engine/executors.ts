/** Puts asynchronous functions into Univer's formula engine, which calculates synchronously. */
import { BaseFunction } from "@univerjs/engine-formula";
import type { BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { answerOf } from "./arguments";
import type { Calls, Cell } from "./calls";
import { correctFunctions } from "./corrections";
import { nameOf } from "./functions";
import type { CustomFunction } from "./functions";
import { errorObject, objectOfValues, PENDING_CODE, valuesOfObject } from "./objects";

/**
 * Univer makes a number of a text in a formula that looks like one: "2026-03" becomes the first of March. What asks for a
 * number needs that; what passes a text on, looks it up or joins it needs the text, and so do our own functions.
 */
const AS_WRITTEN = [
  ...["IF", "IFS", "IFERROR", "IFNA", "SWITCH", "CHOOSE", "VSTACK", "HSTACK", "EXPAND", "N", "T", "TYPE", "ISTEXT"],
  ...[
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
  ],
  ...["LEFT", "RIGHT", "MID", "LEN", "REPT", "SUBSTITUTE", "REPLACE", "LOWER", "UPPER", "TRIM", "PROPER", "EXACT"],
];

/** Their values change with each calculation. */
const VOLATILE = ["NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"];

/**
 * Registers the functions, and has Univer's own functions wait for them. The caller tells the calls when a pass of
 * Univer's has ended, and calculates the cells that the calls then name. Call this once for each function service.
 */
export function installFunctions(service: IFunctionService, functions: readonly CustomFunction[], calls: Calls): void {
  correctFunctions(service);
  for (const name of VOLATILE) keepSteady(service, name, calls);
  for (const name of AS_WRITTEN) keepTexts(service.getExecutor(name) ?? null);
  service.registerExecutors(...functions.map((fn) => executorOf(fn, calls)));
  for (const executor of service.getExecutors().values()) waitForArguments(executor);
}

function executorOf(fn: CustomFunction, calls: Calls): BaseFunction {
  const executor = new BaseFunction(nameOf(fn));
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
  const calculate = executor.calculate.bind(executor);
  executor.calculate = (...args) => calls.steady(cellOf(executor), name, () => calculate(...args));
}

/**
 * What is worked out from a pending call is pending itself. Left alone, IFERROR or COUNT would make a value of the
 * mark, and the calls around them would ask for something that nobody wrote.
 */
function waitForArguments(executor: BaseFunction): void {
  const calculate = executor.calculate.bind(executor);
  executor.calculate = (...args) => (args.some(isPending) ? pending() : calculate(...args));
}

function pending(): BaseValueObject {
  return errorObject({ code: PENDING_CODE, message: "" });
}

function isPending(object: BaseValueObject): boolean {
  return object.isError() && object.getValue() === PENDING_CODE;
}

/** Univer tells a function where it is before each calculation. */
function cellOf(executor: BaseFunction): Cell {
  return { sheet: executor.subUnitId ?? "", row: executor.row, column: executor.column };
}
