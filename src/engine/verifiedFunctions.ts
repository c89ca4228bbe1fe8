/**
 * The functions that are verified against Excel by the vectors in test/golden/functions, and their limits. A formula with any
 * other function keeps its former values.
 */
import { indirectLimits, offsetLimits } from "./addressDomains";
import { after9999, earlyDates, noDates, yearsUntil1900 } from "./dateDomains";
import {
  blanksOfWholeColumns,
  calls,
  controlCharacters,
  criteria,
  differentCases,
  beyondBmp,
  blanksAt,
  byOrder,
  errors,
  errorsAt,
  fewNumbers,
  firstColumn,
  firstRow,
  formats,
  logicals,
  loneTildes,
  longTexts,
  longerSide,
  lookups,
  nearlyZero,
  numericTexts,
  ownErrors,
  productsOfOthers,
  several,
  textsAt,
  textsLike,
  textsOrLogicals,
  values,
  where,
  withoutOrder,
  withoutReference,
  zeroBelow,
  type Limit,
  type FunctionEvaluation,
  manyDigits,
  nearlyWhole,
  overTable,
} from "./verifiedDomains";
import { lostAmounts, manyPeriods, rates, severalDatedRates, severalRates } from "./rateDomains";
import { MAX_COLUMNS } from "../grid/limits";
import { isCellError, type Value } from "./values";

type Entry = readonly [name: string, limits: readonly Limit[]];

function all(names: string, ...limits: Limit[]): Entry[] {
  return names.split(" ").map((name) => [name, limits]);
}

/** 1, 3, 5, …: the positions of the criteria ranges of SUMIFS. */
const AFTER_FIRST = Array.from({ length: 127 }, (_, at) => 2 * at + 1);
const FROM_FIRST = AFTER_FIRST.map((at) => at - 1);

const MATHEMATICS: Entry[] = [
  ...all("SUM PRODUCT PI COMBIN PERMUT ATAN2 RAND RANDBETWEEN BASE ROMAN DEC2BIN DEC2HEX MUNIT SERIESSUM MULTINOMIAL"),
  ...all("SIGN INT ROUND ROUNDUP ROUNDDOWN CEILING FLOOR EVEN ODD ABS"),
  ...all("POWER SQRT EXP LN LOG10 LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS FACT"),
  ...all("ROUND ROUNDUP ROUNDDOWN", manyDigits),
  ...all("CEILING FLOOR", nearlyWhole),
  ...all("MOD", where("divisors that are not whole numbers", 1, isBroken)),
  ...all("MROUND", several(), where("multiples that are not whole numbers", 1, isBroken)),
  ...all("MMULT", textsOrLogicals),
  ["SUBTOTAL", [withoutReference(...AFTER_FIRST, ...FROM_FIRST.slice(1))]],
  ["SUMPRODUCT", productsOfOthers],
];

const STATISTICS: Entry[] = [
  ...all("COUNT COUNTA COUNTBLANK MAX MIN MAXA MINA STDEVP STDEV.P VARP VAR.P"),
  ...all("STDEV STDEV.S VAR VAR.S", fewNumbers),
  ...all("AVERAGE", errors),
  ...all("AVERAGEA", textsOrLogicals),
  ...all("MEDIAN CORREL SLOPE INTERCEPT FORECAST FORECAST.LINEAR", numericTexts),
  ...all("PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC"),
  ...all("LARGE SMALL", where("parts of positions", 1, isBroken)),
  ...all("RANK RANK.EQ", numericTexts, textsAt(0), textsAt(2), withoutReference(1)),
  ...all("STANDARDIZE NORMINV NORM.INV NORMSDIST NORMSINV NORM.S.INV CONFIDENCE CONFIDENCE.NORM"),
  ["COUNTIF", [...criteria(0), blanksOfWholeColumns(0)]],
  ["COUNTIFS", [...criteria(...FROM_FIRST), blanksOfWholeColumns(...FROM_FIRST)]],
  ["SUMIF", [...criteria(0), withoutReference(2)]],
  ["AVERAGEIF", [...criteria(0), errorsAt(0), errorsAt(2), withoutReference(2)]],
  ["SUMIFS", [...criteria(...AFTER_FIRST), withoutReference(0)]],
  ["AVERAGEIFS", [...criteria(...AFTER_FIRST), errorsAt(0), withoutReference(0)]],
  ...all("MAXIFS MINIFS", ...criteria(...AFTER_FIRST), withoutReference(0), calls("no match", isEmptyResult)),
];

const TEXTS: Entry[] = [
  ...all("LEFT RIGHT MID LEN REPLACE", nearlyZero, beyondBmp),
  ...all("LOWER UPPER", nearlyZero, beyondBmp, values("letters without a capital or small one", hasLongerCase, [0])),
  ...all("CLEAN CONCAT CONCATENATE REPT SUBSTITUTE", nearlyZero),
  ...all("SEARCH", longTexts),
  ...all("FIND SEARCH", nearlyZero, beyondBmp, loneTildes),
  ...all("TEXTJOIN", nearlyZero, textsAt(1)),
  ...all("NUMBERVALUE N T"),
  ...all("CODE", beyondBmp, textsLike("characters beyond the first 256", 0, /^[^\0-\u00ff]/)),
  ...all("CHAR", controlCharacters),
  ...all(
    "FIXED",
    where("numbers of more than 15 digits", 0, isLong),
    where("more than 15 digits", 1, (digits) => digits > 15),
    textsAt(2),
    zeroBelow,
  ),
  ...all("TRIM", nearlyZero, textsLike("spaces of other kinds", 0, /[^\S ]|\u00a0/)),
  ...all("VALUE", textsLike("brackets", 0, /[()]/), logicals),
  ["TEXT", formats],
];

const DATES: Entry[] = [
  ["DATE", [yearsUntil1900, after9999]],
  ...all("YEAR MONTH DAY", earlyDates(0)),
  ...all("WEEKDAY", several(), earlyDates(0)),
  ...all("WEEKNUM EDATE EOMONTH", several(), earlyDates(0), noDates(0)),
  ...all("TIMEVALUE DATEVALUE TODAY NOW"),
  ...all("NETWORKDAYS", several(0, 1), earlyDates(0, 1), noDates(0, 1)),
  ...all("WORKDAY", several(0, 1), earlyDates(0), noDates(0)),
];

const LOOK_UPS: Entry[] = [
  ["VLOOKUP", [withoutOrder(3, firstColumn), ...byOrder(3), loneTildes]],
  ["HLOOKUP", [withoutOrder(3, firstRow), ...byOrder(3), loneTildes]],
  ["MATCH", [withoutOrder(2, longerSide), ...byOrder(2), loneTildes]],
  ["LOOKUP", [withoutOrder(3, longerSide), ...byOrder(3), overTable]],
  [
    "INDEX",
    [calls("positions beyond what whole columns or rows hold", (call) => call.isEndless && isCellError(call.result()))],
  ],
  ...all("CHOOSE", several(0)),
  ...all("ROW COLUMN ROWS COLUMNS TRANSPOSE"),
  ["HYPERLINK", [values("shown values that are no texts", (value) => typeof value !== "string", [1])]],
  ["INDIRECT", indirectLimits],
  ["OFFSET", [withoutReference(0), ...offsetLimits]],
  ["XLOOKUP", lookups(4)],
  ["XMATCH", lookups(2)],
  ...all("MATCH VLOOKUP HLOOKUP XLOOKUP XMATCH", longTexts),
];

const LOGIC: Entry[] = [
  ["IF", [textsLike("conditions that are texts", 0, /[^]?/)]],
  ...all("NOT", textsAt(0)),
  ...all("SWITCH", blanksAt(0)),
  ...all("IFS IFERROR IFNA AND OR XOR TRUE FALSE LET LAMBDA MAP BYROW BYCOL"),
  ...all("ISBLANK ISNUMBER ISTEXT ISNONTEXT ISLOGICAL ISERROR ISERR ISNA ISEVEN ISODD NA ERROR.TYPE"),
];

const FINANCE: Entry[] = [
  ...all("PMT FV PV NPER", rates, textsAt(4)),
  ...all("IPMT PPMT", rates, textsAt(5)),
  ...all("RATE", textsAt(4), ownErrors, manyPeriods),
  ...all("SLN NOMINAL EFFECT RRI ISPMT"),
  ...all("NPV", textsOrLogicals),
  ...all("IRR XNPV XIRR", errors, numericTexts, ownErrors),
  ["IRR", [severalRates, lostAmounts]],
  ["XIRR", [severalDatedRates]],
];

const ARRAYS: Entry[] = [
  ...all(
    "SEQUENCE",
    where("more columns than a sheet has", 1, (columns) => columns > MAX_COLUMNS),
    textsAt(1),
  ),
  ["SORT", [textsLike("empty texts", 0, /^$/)]],
  ["SORTBY", [values("empty texts", (value) => value === "", AFTER_FIRST)]],
  ...all("FILTER RANDARRAY TAKE DROP HSTACK VSTACK TOCOL TOROW WRAPROWS WRAPCOLS CHOOSECOLS CHOOSEROWS"),
  ...all("UNIQUE SORT SORTBY", differentCases),
];

const ENTRIES = [MATHEMATICS, STATISTICS, TEXTS, DATES, LOOK_UPS, LOGIC, FINANCE, ARRAYS].flat();

/** By name in capitals. A function that stands several times has the limits of all its entries. */
export const VERIFIED_FUNCTIONS: ReadonlyMap<string, readonly Limit[]> = new Map(
  ENTRIES.map(([name]) => [name, ENTRIES.flatMap(([other, limits]) => (other === name ? limits : []))]),
);

/** Says for people why a formula with this function is not calculated. */
export function notVerified(name: string): string {
  return `The function ${name} is not among those that are verified here.`;
}

function isBroken(number: number): boolean {
  return !Number.isInteger(number);
}

function isLong(number: number): boolean {
  return Math.abs(number) >= 1e15;
}

/** Excel's capital of ß is ß. */
function hasLongerCase(value: Value): boolean {
  return (
    typeof value === "string" &&
    [...value].some((letter) =>
      [letter.toUpperCase(), letter.toLowerCase()].some((other) => other.length > letter.length),
    )
  );
}

function isEmptyResult(call: FunctionEvaluation): boolean {
  return typeof call.result() !== "number";
}
