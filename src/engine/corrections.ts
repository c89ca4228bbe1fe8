/** Corrects functions of Univer whose common uses differ from Excel. The vectors in test/golden verify them. */
import { NullValueObject, NumberValueObject, StringValueObject } from "@univerjs/engine-formula";
import type { BaseFunction, BaseReferenceObject, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { boundFunctions } from "./bounds";
import { forgetRanges, leaveIndexUnused, leaveTextCachesUnused } from "./caches";
import { returnChosenReferences } from "./chosenReferences";
import { compare } from "./comparison";
import { combinedArrays, quickenArithmetic } from "./fastArithmetic";
import { fifteenDigitsOf, roundFifteenDigits } from "./fifteenDigits";
import { quickenCriteria } from "./fastCriteria";
import { refuseLargeRanges } from "./largeRanges";
import { lifted, withErrors } from "./lifted";
import { matchWildcardsLinearly } from "./linearWildcards";
import { refuseMissingReferences } from "./missingReferences";
import { takeNumbers } from "./numberParameters";
import { installOwnFunctions } from "./ownFunctions";
import { installOwnLookups } from "./ownLookups";
import { plainArrayOf } from "./plainArrays";
import { errorObject, mapped, objectOfValues, valuesOfObject } from "./objects";
import { isCellError, unwrapSingle, type Scalar, type Value, type Values } from "./values";
import { LAST_DATE } from "./verifiedDomains";
import { correct, wrapCalculation, type Correction } from "./wrapCalculation";

/** Functions that convert their first argument, or all of them, to text. */
const OF_FIRST_TEXT = [
  "LEFT",
  "RIGHT",
  "MID",
  "REPT",
  "SUBSTITUTE",
  "REPLACE",
  "LEN",
  "LOWER",
  "UPPER",
  "TRIM",
  "CLEAN",
];
const OF_TEXTS = ["CONCATENATE", "CONCAT", "TEXTJOIN"];

/** Univer sorts the cached rows of a range, which later formulas read. */
const SORTING = ["SORT", "SORTBY"];

/**
 * Functions of operators. Where only the first operand is an array, Univer returns the error of the second one, and a single
 * error for `{1,2}/0`.
 */
const OPERATORS = ["PLUS", "MINUS", "MULTIPLY", "DIVIDED", "POWER"];

/** Functions that extend their third argument to the size of the first. */
const OF_ANOTHER_RANGE = ["SUMIF", "AVERAGEIF"];

/** Corrects the functions in place. Call it once for each service, before `waitForArguments`. */
export function correctFunctions(service: IFunctionService): void {
  leaveIndexUnused();
  leaveTextCachesUnused();
  matchWildcardsLinearly();
  refuseMissingReferences();
  refuseLargeRanges();
  roundFifteenDigits(service);
  installOwnFunctions(service);
  installOwnLookups(service);
  for (const name of OF_FIRST_TEXT)
    correct(service, name, ([first, ...rest], calculate) =>
      first ? calculate(withTexts(first), ...rest) : calculate(),
    );
  for (const name of OF_TEXTS)
    correct(service, name, (args, calculate) =>
      calculate(...args.map((each, at) => (name === "TEXTJOIN" && at === 1 ? each : withTexts(each)))),
    );
  for (const name of SORTING) correct(service, name, (args, calculate) => calculate(...args.map(copied)));
  for (const name of OPERATORS) correct(service, name, firstErrors);
  correct(service, "EDATE", monthsLater(service));
  // Univer returns the second argument if that is an error, also for a first one that is none.
  correct(service, "IFNA", ([value, other], calculate) =>
    value && other?.isError()
      ? mapped(value, (each) => (isNotAvailable(each) ? other : each))
      : calculate(...[value, other].filter((each) => each !== undefined)),
  );
  correct(service, "TEXT", ([number, ...rest], calculate) =>
    number ? calculate(roundable(number), ...rest) : calculate(),
  );
  returnChosenReferences(service);
  for (const name of OF_ANOTHER_RANGE) correct(service, name, withOwnRange);
  quickenCriteria(service);
  correctComparison(service.getExecutor("COMPARE") ?? null);
  takeNumbers(service);
  quickenArithmetic(service);
  boundFunctions(service);
  for (const executor of service.getExecutors().values()) keepFinite(executor);
}

/** Calculates errors value by value: the first error is the result. */
const firstErrors: Correction = (args, calculate) => {
  const hasError = args.some((arg) => plainArrayOf(arg)?.values.some(isCellError) ?? arg.isError());
  const result = hasError ? undefined : calculate(...args);
  if (result && !(result.isError() && args.some((arg) => arg.isArray()))) return result;
  const objectOf = (value: Value) => (value === null ? NullValueObject.create() : objectOfValues(value));
  return lifted(
    args,
    withErrors((...values) => unwrapSingle(valuesOfObject(calculate(...values.map(objectOf)))) as Value),
  );
};

function isNotAvailable(object: BaseValueObject): boolean {
  return object.isError() && object.getValue() === "#N/A";
}

/** A file cannot hold a number that is not finite. */
function keepFinite(executor: BaseFunction): void {
  wrapCalculation(executor, (args, calculate) => {
    const result = calculate(...args);
    const isNumber = !result.isReferenceObject() && result.isNumber();
    return isNumber && !Number.isFinite(result.getValue()) ? errorObject({ code: "#NUM!", message: "" }) : result;
  });
}

/** Univer's comparison loses errors, and FALSE within arrays. */
function correctComparison(executor: BaseFunction | null): void {
  if (!executor || !isComparison(executor)) return;
  let operator = "=";
  executor.setCompareType = (token: string) => void (operator = token);
  executor.calculate = (...args) => {
    const compared = (one: Value = null, other: Value = null) => compare(one, other, operator);
    const [left, right] = args;
    if (!left || !right) return errorObject({ code: "#N/A", message: "" });
    return combinedArrays(left, right, compared) ?? lifted([left, right], compared);
  };
}

function isComparison(executor: BaseFunction): executor is BaseFunction & { setCompareType(token: string): void } {
  return "setCompareType" in executor;
}

/** Univer caches the extended range under the address of the shorter one, which later formulas would read. */
const withOwnRange: Correction = (args, calculate) => {
  const sizes = [args[0], args[2]].map((object) => object && referenceSize(object));
  if (sizes[1] === undefined || sizes[0] === sizes[1]) return calculate(...args);
  forgetRanges();
  const result = calculate(...args);
  forgetRanges();
  return result;
};

function referenceSize(object: BaseValueObject): string {
  if (!object.isReferenceObject()) return "";
  const reference = object as unknown as BaseReferenceObject;
  return `${reference.getRowCount()} ${reference.getColumnCount()}`;
}

function copied(object: BaseValueObject): BaseValueObject {
  return object.isArray() ? mapped(object, (value) => value) : object;
}

/** Converts numbers to text with 15 digits, as Excel does. */
function withTexts(object: BaseValueObject): BaseValueObject {
  return mapped(object, (value) =>
    value.isNumber() || value.isBoolean() ? StringValueObject.create(textOfScalar(value.getValue())) : value,
  );
}

function textOfScalar(value: Scalar): string {
  return typeof value === "number" ? textOfNumber(value) : String(value).toUpperCase();
}

function textOfNumber(number: number): string {
  const rounded = Number(number.toPrecision(15));
  if (Math.abs(rounded) >= 1e21) return String(rounded).replace(/e\+(\d+)$/, (_, power: string) => `E+${power}`);
  if (Math.abs(rounded) < 1e15) return String(rounded);
  const [digits = "", power = ""] = rounded.toExponential(14).split("e+");
  return digits.replace(".", "") + "0".repeat(Number(power) - 14);
}

/** Excel rounds the 15 decimal digits of a number: 1.005 is exactly half, while the binary number is less. */
function roundable(object: BaseValueObject): BaseValueObject {
  return mapped(object, (value) => {
    const number = Number(value.getValue());
    if (!value.isNumber() || Number.isInteger(number)) return value;
    return NumberValueObject.create(fifteenDigitsOf(number) * (1 + Number.EPSILON));
  });
}

type Calculation = (...args: BaseValueObject[]) => Values;

/** EDATE: the same day of another month, at most its last day. Univer continues into the next month. */
function monthsLater(service: IFunctionService): Correction {
  const [monthsEnd, dayOf, minus] = ["EOMONTH", "DAY", "MINUS"].map((name) => {
    const executor = service.getExecutor(name);
    const calculate = executor?.calculate.bind(executor);
    return (...args: BaseValueObject[]) => unwrapSingle(valuesOfObject(calculate?.(...args) as BaseValueObject));
  }) as [Calculation, Calculation, Calculation];
  return ([date, months], calculate) => {
    if (!date || !months) return calculate();
    const end = monthsEnd(date, months);
    const before = monthsEnd(date, objectOfValues(minus(months, NumberValueObject.create(1))));
    const day = dayOf(date);
    const error = [end, before, day].find(isCellError);
    if (error) return errorObject(error);
    const serial = Math.min(Number(end), Number(before) + Number(day));
    const isDate = serial >= 0 && serial <= LAST_DATE;
    return isDate ? NumberValueObject.create(serial) : errorObject({ code: "#NUM!", message: "" });
  };
}
