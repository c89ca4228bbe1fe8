/**
 * The functions that are verified against Excel by the vectors in test/golden/functions, and their limits. A formula with any
 * other function keeps its former values.
 */
import {
  blanks,
  blanksOfWholeColumns,
  calls,
  criteria,
  differentCases,
  earlyDates,
  endsOfFebruary,
  errors,
  firstColumn,
  firstRow,
  formats,
  logicals,
  longerSide,
  lookups,
  moreThan,
  numericTexts,
  partsOfSeconds,
  productsOfOthers,
  several,
  textsLike,
  textsOrLogicals,
  where,
  withoutOrder,
  yearsUntil1900,
  type Limit,
  type FunctionEvaluation,
} from "./verifiedDomains";
import { parseAddress } from "../grid/address";
import { isCellError } from "./values";

type Entry = readonly [name: string, limits: readonly Limit[]];

function all(names: string, ...limits: Limit[]): Entry[] {
  return names.split(" ").map((name) => [name, limits]);
}

/** 1, 3, 5, …: the positions of the criteria ranges of SUMIFS. */
const AFTER_FIRST = Array.from({ length: 127 }, (_, at) => 2 * at + 1);
const FROM_FIRST = AFTER_FIRST.map((at) => at - 1);

const MATHEMATICS: Entry[] = [
  ...all("SUM PRODUCT SUMX2MY2 SUMX2PY2 SUMXMY2 PI COMBIN PERMUT GCD LCM ATAN2 RAND RANDBETWEEN"),
  ...all("SIGN INT TRUNC ROUND ROUNDUP ROUNDDOWN CEILING FLOOR CEILING.MATH FLOOR.MATH EVEN ODD ABS", numericTexts),
  ...all("POWER SQRT EXP LN LOG10 LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS FACT", numericTexts),
  ...all("SUMSQ", numericTexts),
  ...all("MOD", numericTexts, where("divisors that are not whole numbers", 1, isBroken)),
  ...all("MROUND", several(), numericTexts, logicals, where("multiples that are not whole numbers", 1, isBroken)),
  ...all("QUOTIENT", several(), numericTexts, logicals),
  ...all("BASE ARABIC ROMAN DEC2BIN BIN2DEC DEC2HEX HEX2DEC MMULT MDETERM MINVERSE MUNIT SERIESSUM MULTINOMIAL"),
  ...all("SUBTOTAL AGGREGATE"),
  ["SUMPRODUCT", productsOfOthers],
];

const STATISTICS: Entry[] = [
  ...all("COUNT COUNTA MAX MIN MAXA MINA STDEV STDEV.S STDEVP STDEV.P VAR VAR.S VARP VAR.P FREQUENCY"),
  ...all("AVERAGE", errors),
  ...all("AVERAGEA STDEVA STDEVPA VARA VARPA", textsOrLogicals),
  ...all("MODE MODE.SNGL", numericTexts, moreThan(1, "several arguments")),
  ...all("MEDIAN DEVSQ AVEDEV GEOMEAN HARMEAN TRIMMEAN SKEW KURT", numericTexts),
  ...all("PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC LARGE SMALL"),
  ...all("PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC RANK RANK.EQ RANK.AVG", numericTexts),
  ...all("CORREL PEARSON RSQ COVAR COVARIANCE.P COVARIANCE.S SLOPE INTERCEPT STEYX FORECAST FORECAST.LINEAR", numericTexts), // prettier-ignore
  ...all("TREND GROWTH LINEST LOGEST", numericTexts),
  ...all("STANDARDIZE NORMDIST NORM.DIST NORMINV NORM.INV NORMSDIST NORM.S.DIST NORMSINV NORM.S.INV", numericTexts),
  ...all("CONFIDENCE CONFIDENCE.NORM BINOM.DIST POISSON.DIST EXPON.DIST PROB", numericTexts),
  ["COUNTBLANK", []],
  ["COUNTIF", [...criteria(0), blanksOfWholeColumns(0)]],
  ["COUNTIFS", [...criteria(...FROM_FIRST), blanksOfWholeColumns(...FROM_FIRST)]],
  ["SUMIF", criteria(0)],
  ["AVERAGEIF", criteria(0)],
  ["SUMIFS", criteria(...AFTER_FIRST)],
  ["AVERAGEIFS", criteria(...AFTER_FIRST)],
  ...["MAXIFS", "MINIFS"].map((name): Entry => [name, [...criteria(...AFTER_FIRST), calls("no match", isEmptyResult)]]),
];

const TEXTS: Entry[] = [
  ...all("LEFT RIGHT MID LEN LOWER UPPER PROPER CLEAN TEXTJOIN CONCAT REPT SUBSTITUTE REPLACE FIND SEARCH"),
  ...all("NUMBERVALUE N T CHAR CODE UNICHAR UNICODE FIXED TEXTBEFORE TEXTAFTER"),
  ...all("CONCATENATE", where("numbers that are nearly 0", 0, isTiny), where("numbers that are nearly 0", 1, isTiny)),
  ...all("TRIM", textsLike("spaces of other kinds", 0, /[^\S ]|\u00a0/)),
  ...all("EXACT", blanks),
  ...all("VALUE", textsLike("brackets", 0, /[()]/), logicals),
  ["TEXTSPLIT", [textsLike("texts with digits", 0, /\d/)]],
  ["TEXT", formats],
];

const DATES: Entry[] = [
  ["DATE", [yearsUntil1900]],
  ...all("YEAR MONTH DAY", earlyDates(0)),
  ...all("DAYS DAYS360 DATEDIF", several(), earlyDates(0, 1)),
  ...all("WEEKDAY WEEKNUM EDATE EOMONTH", several(), earlyDates(0)),
  ...all("HOUR MINUTE SECOND", partsOfSeconds),
  ...all("TIME TIMEVALUE DATEVALUE TODAY NOW"),
  ...all("NETWORKDAYS", several(0, 1), earlyDates(0, 1)),
  ...all("NETWORKDAYS.INTL", several(0, 1, 2), earlyDates(0, 1)),
  ...all("WORKDAY", several(0, 1), earlyDates(0)),
  ...all("WORKDAY.INTL", several(), earlyDates(0), moreThan(3, "holidays"), textsLike("texts", 0, /./), textsLike("texts", 1, /./)), // prettier-ignore
  ...all("YEARFRAC", several(), earlyDates(0, 1), where("basis 1", 2, (basis) => Math.trunc(basis) === 1), endsOfFebruary), // prettier-ignore
];

const LOOK_UPS: Entry[] = [
  ["VLOOKUP", [withoutOrder(3, firstColumn)]],
  ["HLOOKUP", [withoutOrder(3, firstRow), where("rows before the first", 2, (row) => row < 1)]],
  ["MATCH", [withoutOrder(2, longerSide)]],
  ["LOOKUP", [withoutOrder(3, longerSide)]],
  ["INDEX", [calls("positions beyond what whole columns or rows hold", (call) => call.isEndless && isCellError(call.result()))]], // prettier-ignore
  ...all("CHOOSE", several(0)),
  ...all("ROW COLUMN ROWS COLUMNS HYPERLINK TRANSPOSE"),
  ...all("ADDRESS", where("rows before the first", 0, (row) => row < 1), where("columns before the first", 1, (column) => column < 1)), // prettier-ignore
  [
    "INDIRECT",
    [
      textsLike("whole columns and rows", 0, /(?:^|!)\$?(?:\d+:\$?\d+|[A-Z]+:\$?[A-Z]+)$/i),
      calls("sheets that are not there", isUnknownSheet),
      { ...calls("texts that are not addresses", isNoAddress), kind: "unknownReferences" },
    ],
  ],
  [
    "OFFSET",
    [
      several(1, 2, 3, 4),
      ...[1, 2, 3, 4].map((at) => textsLike("texts", at, /[^]?/)),
      ...[1, 2, 3, 4].map((at) => where("parts of rows and columns", at, isBroken)),
    ],
  ],
  ["XLOOKUP", lookups(4)],
  ["XMATCH", lookups(2)],
];

const LOGIC: Entry[] = [
  ["IF", [textsLike("conditions that are texts", 0, /[^]?/)]],
  ...all("IFS", errors),
  ...all("IFERROR IFNA AND OR XOR NOT TRUE FALSE SWITCH LET LAMBDA MAP REDUCE SCAN BYROW BYCOL"),
  ...all("ISBLANK ISNUMBER ISTEXT ISNONTEXT ISLOGICAL ISERROR ISERR ISNA ISEVEN ISODD ISREF NA ERROR.TYPE TYPE"),
];

const FINANCE: Entry[] = [
  ...all("PMT IPMT PPMT CUMIPMT CUMPRINC FV FVSCHEDULE PV NPER RATE MIRR SLN SYD DDB VDB EFFECT NOMINAL RRI PDURATION", numericTexts), // prettier-ignore
  ...all("ISPMT DOLLARDE DOLLARFR", numericTexts),
  ...all("NPV", textsOrLogicals),
  ...all("IRR XNPV XIRR", errors, numericTexts),
  ...all(
    "DB",
    numericTexts,
    calls("the year after the last", (call) => Number(call.arg(3)) > Number(call.arg(2))),
  ),
  ...all("DISC INTRATE RECEIVED PRICEDISC YIELDDISC ACCRINTM PRICE YIELD DURATION MDURATION", several(), earlyDates(0, 1)), // prettier-ignore
  ...all("TBILLEQ TBILLPRICE TBILLYIELD COUPDAYS COUPDAYBS COUPNUM COUPNCD COUPPCD", several(), earlyDates(0, 1)),
];

const ARRAYS: Entry[] = [
  ...all("FILTER SORT SORTBY SEQUENCE RANDARRAY TAKE DROP HSTACK VSTACK TOCOL TOROW WRAPROWS WRAPCOLS"),
  ...all("CHOOSECOLS CHOOSEROWS EXPAND"),
  ...all("UNIQUE", differentCases),
];

/** By name in capitals. */
export const VERIFIED_FUNCTIONS: ReadonlyMap<string, readonly Limit[]> = new Map([
  ...MATHEMATICS,
  ...STATISTICS,
  ...TEXTS,
  ...DATES,
  ...LOOK_UPS,
  ...LOGIC,
  ...FINANCE,
  ...ARRAYS,
]);

function isBroken(number: number): boolean {
  return !Number.isInteger(number);
}

function isTiny(number: number): boolean {
  return number !== 0 && Math.abs(number) < 1e-5;
}

function isEmptyResult(call: { result(): unknown }): boolean {
  return call.result() === "";
}

/** True if INDIRECT's text is not an address, such as a name or a table. */
function isNoAddress(call: FunctionEvaluation): boolean {
  const isR1C1 = call.count > 1 && !isCellError(call.arg(1)) && !call.arg(1);
  const text = call.arg(0);
  return typeof text === "string" && !isR1C1 && parseAddress(text.trim()) === undefined;
}

function isUnknownSheet(call: FunctionEvaluation): boolean {
  const address = call.arg(0);
  const [, quoted, plain] = /^(?:'((?:[^']|'')+)'|([^'!]+))!/.exec(typeof address === "string" ? address : "") ?? [];
  const name = quoted?.replaceAll("''", "'") ?? plain;
  return name !== undefined && !call.isSheet(name);
}
