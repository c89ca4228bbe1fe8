/** Refuses calls that would take minutes or the whole memory, and texts that are longer than a cell's. */
import type { ArrayValueObject, BaseFunction, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { MAX_ROWS } from "../grid/limits";
import { doubt } from "./doubts";
import { NO_VALUE } from "./errors";
import { errorObject, mapped, valueOfObject, valuesOfObject } from "./objects";
import { correct, wrapCalculation } from "./wrapCalculation";

/** Excel's longest text. */
const LONGEST_TEXT = 32_767;

/** Functions that make texts, whose arrays are looked through for texts that are too long. */
const OF_TEXTS = [
  "CONCATENATE",
  "CONCAT",
  "TEXTJOIN",
  "REPT",
  "SUBSTITUTE",
  "REPLACE",
  "TEXT",
  "FIXED",
  "UPPER",
  "LOWER",
];

/** Functions that compare each day with each holiday. */
const OF_WORKDAYS = ["NETWORKDAYS", "WORKDAY"];
const CENTURY = 36_525;
const MOST_COMPARED = 1e8;

/** Functions that make as many rows and columns as these arguments tell. The default of a size is 1. */
const MAKING: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  SEQUENCE: [0, 1],
  RANDARRAY: [0, 1],
  MUNIT: [0, 0],
  WRAPROWS: [1, 1],
  WRAPCOLS: [1, 1],
};

const NO_NUMBER = errorObject({ code: "#NUM!", message: "" });
const TOO_LONG = errorObject(NO_VALUE);

/** Bounds the functions of the service. */
export function boundFunctions(service: IFunctionService): void {
  refuse(service, "PERMUT", "such large numbers", NO_NUMBER, (args) => largest(args[1]) > 1e6);
  for (const name of OF_WORKDAYS) refuse(service, name, "so many days", NO_NUMBER, (args) => isLongPeriod(name, args));
  for (const [name, [rows, columns]] of Object.entries(MAKING))
    refuse(service, name, "so many cells", NO_NUMBER, (args) => sizeAt(args, rows) * sizeAt(args, columns) > MAX_ROWS);
  for (const name of ["CONCAT", "TEXTJOIN"])
    refuse(service, name, "texts of more than 32,767 characters", TOO_LONG, isTooLong);
  refuse(service, "SUBSTITUTE", "texts of more than 32,767 characters", TOO_LONG, isTooLongReplaced);
  for (const [name, executor] of service.getExecutors()) boundTexts(executor, OF_TEXTS.includes(String(name)));
}

function refuse(
  service: IFunctionService,
  name: string,
  what: string,
  result: BaseValueObject,
  isRefused: (args: readonly BaseValueObject[]) => boolean,
): void {
  correct(service, name, (args, calculate) => {
    if (!isRefused(args)) return calculate(...args);
    doubt(service, name, what);
    return result;
  });
}

/** A text that Excel would not hold is #VALUE!, also within an array. */
function boundTexts(executor: BaseFunction, hasArrays: boolean): void {
  wrapCalculation(executor, (args, calculate) => {
    const object = calculate(...args);
    if (object.isReferenceObject()) return object;
    if (object.isArray()) return hasArrays ? mapped(object, shortened) : object;
    return shortened(object);
  });
}

function shortened(object: BaseValueObject): BaseValueObject {
  return object.isString() && String(object.getValue()).length > LONGEST_TEXT ? TOO_LONG : object;
}

function largest(object: BaseValueObject | undefined): number {
  return numbersOf(object).reduce((most, number) => Math.max(most, Math.abs(number)), 0);
}

function sizeAt(args: readonly BaseValueObject[], position: number): number {
  const object = args[position];
  return object && !object.isNull() ? largest(object) : 1;
}

function isLongPeriod(name: string, args: readonly BaseValueObject[]): boolean {
  const [start, other] = [largest(args[0]), largest(args[1])];
  const days = name === "NETWORKDAYS" ? Math.abs(other - start) : other;
  return days > CENTURY || days * numbersOf(args.at(-1)).length > MOST_COMPARED;
}

function numbersOf(object: BaseValueObject | undefined): number[] {
  const values = object ? [valuesOfObject(object)].flat(2) : [];
  return values.map(Number).filter((number) => !Number.isNaN(number));
}

/** Of CONCAT and TEXTJOIN: the texts alone, without what is between them. */
function isTooLong(args: readonly BaseValueObject[]): boolean {
  let left = LONGEST_TEXT;
  return args.some((arg) => cellsOf(arg).some((cell) => (left -= textLength(cell)) < 0));
}

function cellsOf(object: BaseValueObject): readonly BaseValueObject[] {
  const cells = object.isArray() ? (object as ArrayValueObject).getArrayValue().flat() : [object];
  return cells.flatMap((cell) => cell || []);
}

function textLength(object: BaseValueObject): number {
  return object.isString() ? String(object.getValue()).length : 0;
}

/** Of SUBSTITUTE: at the most as many pieces as there are. */
function isTooLongReplaced([text, old, now]: readonly BaseValueObject[]): boolean {
  const [within, wanted, other] = [text, old, now].map((object) =>
    object && !object.isArray() ? stringIn(object) : "",
  ) as [string, string, string];
  if (within.length * other.length <= LONGEST_TEXT || wanted === "") return false;
  const count = within.split(wanted).length - 1;
  return within.length + count * (other.length - wanted.length) > LONGEST_TEXT && count > 1;
}

function stringIn(object: BaseValueObject): string {
  const value = valueOfObject(object);
  return typeof value === "string" ? value : "";
}
