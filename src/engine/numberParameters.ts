/** Which parameters take one number, and how Excel makes that number of texts, logical values and parts. */
import { NumberValueObject } from "@univerjs/engine-formula";
import type { ArrayValueObject, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { doubt } from "./doubts";
import { NO_VALUE } from "./errors";
import { errorObject, mapped } from "./objects";
import { numberOfText } from "./numberTexts";
import { wrapCalculation } from "./wrapCalculation";

/**
 * A letter for each parameter; the last one holds for all that follow. `n`: a number. `w`: a whole number, whose parts
 * Excel cuts off. `d`: a date. In capitals, Excel refuses some logical values. `.`: something else.
 */
const KINDS: Readonly<Record<string, string>> = {
  n: [
    "SIGN INT EVEN ODD ABS SQRT EXP LN LOG10 LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS FACT",
    "ROUND ROUNDUP ROUNDDOWN CEILING FLOOR POWER ATAN2 COMBIN PERMUT MOD STANDARDIZE",
    "NORMSDIST NORMSINV NORM.S.INV NORMINV NORM.INV CONFIDENCE CONFIDENCE.NORM SLN RRI ISPMT",
    "PMT FV PV NPER IPMT PPMT RATE PLUS MINUS MULTIPLY DIVIDED",
  ].join(" "),
  d: "YEAR MONTH DAY",
  "n.": "RANK RANK.EQ FORECAST FORECAST.LINEAR NPV",
  "nn.": "FIXED",
  ".n": "LARGE SMALL PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC IRR",
  ".nn": "LEFT RIGHT REPT MID",
  ".nn.": "REPLACE",
  "..n": "FIND SEARCH",
  "..w.": "HLOOKUP VLOOKUP",
  "...n": "SUBSTITUTE",
  N: "MROUND EFFECT NOMINAL DEC2BIN DEC2HEX ISEVEN ISODD",
  "N.": "XNPV",
  "..N": "XIRR",
  w: "DATE WEEKDAY CHAR",
  "w.": "CHOOSE",
  W: "WEEKNUM EDATE EOMONTH",
  "WW.": "WORKDAY NETWORKDAYS",
};

/** Functions for which Univer reads the dates in the formula's own text, such as "3/15/2026". */
const READING_DATES = new Set(KINDS.d?.split(" "));

/** Makes numbers of the arguments of these functions as Excel does, before they are calculated. */
export function takeNumbers(service: IFunctionService): void {
  for (const [kinds, names] of Object.entries(KINDS))
    for (const name of names.split(" ")) {
      const executor = service.getExecutor(name);
      if (!executor) continue;
      const report = (what: string) => doubt(service, name, what);
      wrapCalculation(executor, (args, calculate) =>
        calculate(...args.map((arg, at) => converted(arg, kinds.charAt(Math.min(at, kinds.length - 1)), report))),
      );
      // "2026-03" and "50%" in the formula's own text come as the texts that they are.
      if (!READING_DATES.has(name)) executor.isArgumentsIgnoreNumberPattern = () => true;
    }
}

function converted(object: BaseValueObject, kind: string, report: (what: string) => void): BaseValueObject {
  if (kind === "." || object.isReferenceObject()) return object;
  if (!object.isArray()) return convertedValue(object, kind, report);
  const rows = (object as ArrayValueObject).getArrayValue();
  const isPlain = rows.every((row) => row.every((value) => !value || !isConverted(value, kind)));
  return isPlain ? object : mapped(object, (value) => convertedValue(value, kind, report));
}

function isConverted(value: BaseValueObject, kind: string): boolean {
  return value.isString() || value.isBoolean() || (/w/i.test(kind) && value.isNumber());
}

function convertedValue(value: BaseValueObject, kind: string, report: (what: string) => void): BaseValueObject {
  const given = value.getValue();
  if (value.isNumber()) return withoutParts(value, kind);
  if (value.isBoolean() && /[A-Z]/.test(kind)) report("logical values");
  if (value.isBoolean()) return NumberValueObject.create(given ? 1 : 0);
  if (!value.isString()) return value;
  const number = numberOfText(String(given));
  if (number === undefined) return errorObject(NO_VALUE);
  if (number !== "unsure") return withoutParts(NumberValueObject.create(number), kind);
  report("texts that may be dates, times or amounts");
  return value;
}

function withoutParts(value: BaseValueObject, kind: string): BaseValueObject {
  const number = Number(value.getValue());
  return /w/i.test(kind) && !Number.isInteger(number) ? NumberValueObject.create(Math.trunc(number)) : value;
}
