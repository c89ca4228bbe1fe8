/**
 * The functions that are verified against Excel by the vectors in test/golden/functions, and their limits. A formula with any
 * other function keeps its former values.
 */
import { EDGES } from "./edgeDomains";
import { indirectLimits, offsetLimits } from "./addressDomains";
import {
  earlyDates,
  endsOfFebruary,
  isPartOfYear,
  noDates,
  securities,
  timesOfDay,
  underOnePeriod,
} from "./dateDomains";
import {
  aggregatesWithoutReference,
  blanks,
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
  logicalsAt,
  loneTildes,
  longTexts,
  longerSide,
  lookups,
  moreThan,
  nearlyZero,
  numericTexts,
  ownErrors,
  partsOfSeconds,
  productsOfOthers,
  rates,
  several,
  textsAt,
  textsLike,
  textsOrLogicals,
  unusualNumerals,
  values,
  where,
  withoutOrder,
  withoutReference,
  zeroBelow,
  yearsUntil1900,
  type Limit,
  type FunctionEvaluation,
} from "./verifiedDomains";
import { severalDatedRates, severalRates } from "./rateDomains";
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
  ...all("SUM PRODUCT PI COMBIN PERMUT ATAN2 RAND RANDBETWEEN"),
  ...all("GCD LCM", blanks),
  ...all("SUMX2MY2 SUMX2PY2 SUMXMY2", blanks, textsOrLogicals),
  ...all("SIGN INT TRUNC ROUND ROUNDUP ROUNDDOWN CEILING FLOOR CEILING.MATH FLOOR.MATH EVEN ODD ABS"),
  ...all("POWER SQRT EXP LN LOG10 LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS FACT"),
  ...all("SUMSQ", numericTexts),
  ...all("MOD", where("divisors that are not whole numbers", 1, isBroken)),
  ...all("MROUND", several(), where("multiples that are not whole numbers", 1, isBroken)),
  ...all("QUOTIENT", several()),
  ...all("ARABIC", unusualNumerals),
  ...all("BASE ROMAN DEC2BIN DEC2HEX MUNIT SERIESSUM MULTINOMIAL"),
  ...all("BIN2DEC HEX2DEC", textsLike("empty texts", 0, /^$/)),
  ...all("MMULT MDETERM MINVERSE", textsOrLogicals),
  ["SUBTOTAL", [withoutReference(...AFTER_FIRST, ...FROM_FIRST.slice(1))]],
  ["AGGREGATE", [aggregatesWithoutReference]],
  ["SUMPRODUCT", productsOfOthers],
];

const STATISTICS: Entry[] = [
  ...all("COUNT COUNTA MAX MIN MAXA MINA STDEVP STDEV.P VARP VAR.P"),
  ...all("FREQUENCY", numericTexts),
  ...all("STDEV STDEV.S VAR VAR.S", fewNumbers),
  ...all("AVERAGE", errors),
  ...all("AVERAGEA STDEVPA VARPA", textsOrLogicals),
  ...all("STDEVA VARA", textsOrLogicals, fewNumbers),
  ...all("MODE MODE.SNGL", numericTexts, moreThan(1, "several arguments")),
  ...all("MEDIAN DEVSQ AVEDEV GEOMEAN HARMEAN TRIMMEAN SKEW KURT", numericTexts),
  ...all("PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC"),
  ...all("LARGE SMALL", where("parts of positions", 1, isBroken)),
  ...all("PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC", numericTexts),
  ...all("RANK RANK.EQ RANK.AVG", numericTexts, textsAt(0), textsAt(2), withoutReference(1)),
  ...all("CORREL PEARSON RSQ COVAR COVARIANCE.P COVARIANCE.S", numericTexts),
  ...all("SLOPE INTERCEPT STEYX FORECAST FORECAST.LINEAR", numericTexts),
  ...all("TREND GROWTH LINEST LOGEST", numericTexts, logicals, errors),
  ...all("STANDARDIZE NORMINV NORM.INV NORMSDIST NORMSINV NORM.S.INV CONFIDENCE CONFIDENCE.NORM"),
  ...all("NORMDIST NORM.DIST BINOM.DIST", textsAt(3)),
  ...all("NORM.S.DIST", textsAt(1)),
  ...all("EXPON.DIST", textsAt(2)),
  ...all(
    "POISSON.DIST",
    textsAt(2),
    calls("a mean of 0", (call) => Number(call.arg(1)) === 0),
  ),
  ...all("PROB", textsOrLogicals),
  ["COUNTBLANK", []],
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
  ...all(
    "LOWER UPPER PROPER",
    nearlyZero,
    beyondBmp,
    values("letters without a capital or small one", hasLongerCase, [0]),
  ),
  ...all("CLEAN CONCAT CONCATENATE REPT SUBSTITUTE TEXTSPLIT", nearlyZero),
  ...all("SEARCH", longTexts),
  ...all("FIND SEARCH", nearlyZero, beyondBmp, loneTildes(0)),
  ...all("TEXTJOIN", nearlyZero, textsAt(1)),
  ...all("NUMBERVALUE N T"),
  ...all("CODE UNICODE", beyondBmp),
  ["CODE", [textsLike("characters beyond the first 256", 0, /^[^\0-\u00ff]/)]],
  ...all("CHAR UNICHAR", controlCharacters),
  ...all("TEXTBEFORE TEXTAFTER", nearlyZero, textsLike("empty texts", 0, /^$/), blanksAt(0)),
  ...all(
    "FIXED",
    where("numbers of more than 15 digits", 0, isLong),
    where("more than 15 digits", 1, (digits) => digits > 15),
    textsAt(2),
    zeroBelow,
  ),
  ...all("TRIM", nearlyZero, textsLike("spaces of other kinds", 0, /[^\S ]|\u00a0/)),
  ...all("EXACT", blanks, nearlyZero),
  ...all("VALUE", textsLike("brackets", 0, /[()]/), logicals),
  ["TEXT", formats],
];

const DATES: Entry[] = [
  ["DATE", [yearsUntil1900]],
  ...all("YEAR MONTH DAY", earlyDates(0)),
  ...all("DAYS", several(), earlyDates(0, 1), timesOfDay(0, 1)),
  ...all("DAYS360", several(), earlyDates(0, 1), noDates(0, 1), timesOfDay(0, 1), textsAt(2)),
  ...all(
    "DATEDIF",
    several(),
    earlyDates(0, 1),
    noDates(0, 1),
    timesOfDay(0, 1),
    calls("parts of years from the end of a month", isPartOfYear),
  ),
  ...all("WEEKDAY", several(), earlyDates(0)),
  ...all("WEEKNUM EDATE EOMONTH", several(), earlyDates(0), noDates(0)),
  ...all("HOUR MINUTE SECOND", partsOfSeconds),
  ...all("TIME TIMEVALUE DATEVALUE TODAY NOW"),
  ...all("NETWORKDAYS", several(0, 1), earlyDates(0, 1), noDates(0, 1)),
  ...all("NETWORKDAYS.INTL", several(0, 1, 2), earlyDates(0, 1), noDates(0, 1), logicalsAt(2)),
  ...all("WORKDAY", several(0, 1), earlyDates(0), noDates(0)),
  ...all(
    "WORKDAY.INTL",
    several(),
    earlyDates(0),
    noDates(0),
    logicalsAt(2),
    moreThan(3, "holidays"),
    textsLike("texts", 0, /./),
    textsLike("texts", 1, /./),
  ),
  ...all(
    "YEARFRAC",
    several(),
    earlyDates(0, 1),
    noDates(0, 1),
    where("basis 1", 2, (basis) => Math.trunc(basis) === 1),
    endsOfFebruary,
  ),
];

const LOOK_UPS: Entry[] = [
  ["VLOOKUP", [withoutOrder(3, firstColumn), ...byOrder(3), loneTildes(0)]],
  ["HLOOKUP", [withoutOrder(3, firstRow), ...byOrder(3), loneTildes(0)]],
  ["MATCH", [withoutOrder(2, longerSide), ...byOrder(2), loneTildes(0)]],
  ["LOOKUP", [withoutOrder(3, longerSide), ...byOrder(3)]],
  [
    "INDEX",
    [calls("positions beyond what whole columns or rows hold", (call) => call.isEndless && isCellError(call.result()))],
  ],
  ...all("CHOOSE", several(0)),
  ...all("ROW COLUMN ROWS COLUMNS TRANSPOSE"),
  ["HYPERLINK", [values("shown values that are no texts", (value) => typeof value !== "string", [1])]],
  ...all(
    "ADDRESS",
    calls("rows or columns before the first", (call) => !(Number(call.arg(0)) >= 1) || !(Number(call.arg(1)) >= 1)),
  ),
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
  ...all("REDUCE SCAN", errorsAt(1)),
  ["REDUCE", [several(0)]],
  ...all("ISBLANK ISNUMBER ISTEXT ISNONTEXT ISLOGICAL ISERROR ISERR ISNA ISEVEN ISODD NA ERROR.TYPE"),
  ["ISREF", [withoutReference(0)]],
  ...all(
    "TYPE",
    calls("arrays of one value", (call) => call.result() === 64 && !Array.isArray(call.arg(0))),
  ),
];

const FINANCE: Entry[] = [
  ...all("PMT FV PV NPER", rates, textsAt(4)),
  ...all("IPMT PPMT", rates, textsAt(5)),
  ...all(
    "CUMIPMT CUMPRINC",
    textsAt(5),
    calls("periods after the last", (call) => Number(call.arg(4)) > Number(call.arg(1))),
  ),
  ...all("FVSCHEDULE", textsOrLogicals),
  ...all("RATE", textsAt(4), ownErrors),
  ...all("MIRR", numericTexts, ownErrors),
  ...all("SLN DOLLARDE DOLLARFR NOMINAL EFFECT"),
  ...all("SYD", ownErrors),
  ...all(
    "DDB VDB DB",
    ownErrors,
    calls("a salvage value above the cost", (call) => Number(call.arg(1)) > Number(call.arg(0))),
    calls("a factor of 0", (call) => call.count > 5 && Number(call.arg(5)) === 0),
  ),
  ...all("RRI ISPMT"),
  ...all(
    "PDURATION",
    where("negative rates", 0, (rate) => rate <= 0),
  ),
  ...all("NPV", textsOrLogicals),
  ...all("IRR XNPV XIRR", errors, numericTexts, ownErrors),
  ["IRR", [severalRates]],
  ["XIRR", [severalDatedRates]],
  ...all(
    "DB",
    calls("the year after the last", (call) => Number(call.arg(3)) > Number(call.arg(2))),
  ),
  ...all("DISC INTRATE RECEIVED PRICEDISC YIELDDISC ACCRINTM", several(), ...securities(4, 2, 3, 4)),
  ...all("PRICE YIELD", several(), ...securities(6, 1), underOnePeriod(5)),
  ...all(
    "YIELD",
    calls("negative yields", (call) => Number(call.result()) < 0),
  ),
  ...all("DURATION MDURATION", several(), ...securities(5)),
  ...all("TBILLEQ TBILLPRICE TBILLYIELD", several(), earlyDates(0, 1), noDates(0, 1), timesOfDay(0, 1), ownErrors),
  ...all(
    "TBILLEQ",
    calls("more than half a year", (call) => Number(call.arg(1)) - Number(call.arg(0)) > 182),
  ),
  ...all("COUPDAYS COUPDAYBS COUPNUM COUPNCD COUPPCD", several(), ...securities(3, 1, 2, 3, 4)),
];

const ARRAYS: Entry[] = [
  ...all(
    "SEQUENCE",
    where("more columns than a sheet has", 1, (columns) => columns > MAX_COLUMNS),
    textsAt(1),
  ),
  ["SORT", [textsLike("empty texts", 0, /^$/)]],
  ["SORTBY", [values("empty texts", (value) => value === "", AFTER_FIRST)]],
  ...all("FILTER RANDARRAY TAKE DROP HSTACK VSTACK TOCOL TOROW WRAPROWS WRAPCOLS"),
  ...all("CHOOSECOLS CHOOSEROWS EXPAND"),
  ...all("UNIQUE SORT SORTBY", differentCases),
];

const ENTRIES = [MATHEMATICS, STATISTICS, TEXTS, DATES, LOOK_UPS, LOGIC, FINANCE, ARRAYS, EDGES].flat();

/** By name in capitals. A function that stands several times has the limits of all its entries. */
export const VERIFIED_FUNCTIONS: ReadonlyMap<string, readonly Limit[]> = new Map(
  ENTRIES.map(([name]) => [name, ENTRIES.flatMap(([other, limits]) => (other === name ? limits : []))]),
);

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
