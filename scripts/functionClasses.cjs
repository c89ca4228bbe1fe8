// The calls of each verified function with each kind of argument: what `npm run vectors` has LibreOffice calculate for
// test/golden/classes. What LibreOffice does with texts and logical values is a setting; Excel's rules for them are here.

/** What single arguments are. The cells stand in column A, one below the other. */
const SINGLES = {
  negative: -100,
  negativeCents: -642.88,
  half: 2.5,
  negativeHalf: -2.5,
  halfCent: 2151.845,
  zero: 0,
  one: 1,
  huge: 1e15,
  tiny: 1e-10,
  manyDigits: 0.30000000000000004,
  dateWithTime: 46347.75,
  minusTwo: -2,
  minusOne: -1,
  two: 2,
  three: 3,
  almostThree: 2.9,
  minusOneAndHalf: -1.5,
  endOfJanuary: 46053,
  endOfFebruary: 46081,
  leapDay: 45351,
  leapNoon: 45351.5,
  endOfYear: 46022,
  lastDate: 2958465,
  afterLastDate: 3000000,
  rate: 0.05,
  negativeRate: -0.05,
  fraction: 0.5,
  twelve: 12,
  oneThousand: 1234,
  nine: 9,
  minusThree: -3,
  thousand: 1000,
  words: "apple pie",
  accents: "MÜLler são",
  apostrophe: "O'NEIL 2nd-best",
  sharpS: "straße",
  beyondBmp: "x😀y",
  yes: "TRUE",
  no: "FALSE",
  letters: "abc",
  percent: "50%",
  thousands: "1,234",
  dollars: "$9",
  spaces: " 12 ",
  minus: "-3",
  exponent: "1E3",
  isoDate: "2026-01-31",
  brackets: "(3)",
  emptyText: { formula: '""' },
  blank: undefined,
  true: true,
  false: false,
  notAvailable: { formula: "NA()" },
  divided: { formula: "1/0" },
};

const OF_NUMBERS = [3, 1, 4, 1.5, -9, 2];
const withThird = (/** @type {unknown} */ third) => OF_NUMBERS.map((each, at) => (at === 2 ? third : each));

/** What ranges of six cells hold: one a column, from C on. */
const RANGES = {
  numbers: OF_NUMBERS,
  withText: withThird("abc"),
  withBlank: withThird(undefined),
  withEmptyText: withThird({ formula: '""' }),
  withNumericText: withThird("5"),
  withPercent: withThird("50%"),
  withLogical: withThird(true),
  withError: withThird({ formula: "NA()" }),
  ofBlanks: Array(6).fill(undefined),
  ofTexts: ["a", "b", "c", "d", "e", "f"],
  ofZeros: Array(6).fill(0),
  positive: [1, 2.5, 3, 3, 1e6, 7],
  huge: [1e15, -1e15, 3, 1e-10, 2e15, 1],
};

/** Lists to look something up in, and what is looked up in them. */
const LISTS = {
  textsInOrder: ["ant", "bee", "cat", "dog", "eel"],
  texts: ["dog", "ant", "Cat", "cow", "ant"],
  textsDown: ["eel", "dog", "cat", "bee", "ant"],
  numbersInOrder: [1, 2, 3, 5, 8],
  numbersDown: [8, 5, 3, 2, 1],
  numberList: [5, 1, 8, 1, 3],
  mixed: [1, "ant", 5, "dog", true],
};
const WANTED = {
  ant: "ant",
  capitals: "CAT",
  between: "cow",
  before: "aa",
  after: "zzz",
  pattern: "c*",
  question: "?og",
  tilde: "a~nt",
  digit: "5",
  moreThan: ">1.5",
  atMost: "<=2",
  not: "<>3",
  notLetters: "<>abc",
  equal: "=abc",
};

/** Excel makes numbers of these where it takes one number. @type {Record<string, string>} */
const AS_NUMBERS = {
  blank: "zero",
  percent: "fraction",
  thousands: "oneThousand",
  dollars: "nine",
  spaces: "twelve",
  minus: "minusThree",
  exponent: "thousand",
  brackets: "minusThree",
  isoDate: "endOfJanuary",
  true: "one",
  false: "zero",
};

const NO_NUMBERS = ["emptyText", "letters"];
const ERRORS = ["notAvailable", "divided"];
const CONVERTED = [...Object.keys(AS_NUMBERS), ...NO_NUMBERS, ...ERRORS];

/** The classes of an argument, by its role. @type {Record<string, string[]>} */
// prettier-ignore
const ROLES = {
  // A number, a whole number, a rate, a date.
  n: ["negative", "negativeCents", "half", "negativeHalf", "halfCent", "zero", "one", "huge", "tiny", "manyDigits", "dateWithTime", ...CONVERTED],
  i: ["minusTwo", "minusOne", "zero", "one", "two", "almostThree", "minusOneAndHalf", "half", ...CONVERTED],
  p: ["zero", "rate", "negativeRate", "one", "minusOne", "fraction", ...CONVERTED],
  d: ["endOfJanuary", "endOfFebruary", "leapDay", "dateWithTime", "leapNoon", "endOfYear", "zero", "minusOne", "afterLastDate", ...CONVERTED],
  // A logical value, and a text.
  b: ["true", "false", "zero", "one", "minusOne", "fraction", "blank", "yes", "no", "letters", "emptyText", ...ERRORS],
  t: ["words", "accents", "apostrophe", "sharpS", "beyondBmp", "letters", "percent", "spaces", "emptyText", "blank", "negative", "half", "halfCent", "huge", "tiny", "true", ...ERRORS],
  // A number by reference, of which texts and logical values do not count; and a value of any kind.
  a: ["negative", "half", "zero", "huge", "dateWithTime", "blank", "emptyText", "letters", "percent", "true", ...ERRORS],
  v: ["negative", "half", "zero", "words", "percent", "blank", "emptyText", "true", "false", ...ERRORS],
  // A criterion.
  c: ["half", "three", "zero", "huge", "letters", "capitals", "pattern", "question", "moreThan", "atMost", "not", "notLetters", "equal", "digit", "percent", "true", "emptyText", "blank"],
  // What is looked up.
  k: [...Object.keys(WANTED), "emptyText", "blank", "half", "three", "minusOne", "huge", "true", ...ERRORS],
  r: Object.keys(RANGES),
  // A text by reference, and a range of which the order of numbers is known.
  w: ["words", "letters", "percent", "thousands", "dollars", "spaces", "minus", "exponent", "isoDate", "brackets", "emptyText", "blank", ...ERRORS],
  q: ["numbers", "withText", "withBlank", "withEmptyText", "withNumericText", "withPercent", "withLogical", "positive", "huge"],
};

/**
 * Each argument as `role:value`, or as it is. After `=`, a formula with its operand's role. The formula after `=>` has the same
 * value by the functions' description, and LibreOffice calculates it: it has no TAKE, FILTER or LAMBDA.
 */
const CALLS = `
= ?+2 n
= 2-? n
= ?*3 n
= 6/? n
= -? n
= ?% n
= ?^2 n
= 2^? i
= ?&"x" t
= "x"&? t
= ?=2 v
= ?<2 v
= ?>"b" v
= ?="" v
= ?=FALSE v
COUNTIF C1:C6 c|COUNTIF D1:D6 c|COUNTIF L1:L6 c|COUNTIF E1:E6 c|COUNTIFS D1:D6 c|SUMIF D1:D6 c N1:N6|SUMIFS N1:N6 D1:D6 c
SIGN n:2
INT n:2
ROUND n:2 i:1
ROUNDUP n:2 i:1
ROUNDDOWN n:2 i:1
CEILING n:2 n:5
FLOOR n:2 n:5
EVEN n:2
ODD n:2
ABS n:2
POWER n:2 i:2
SQRT n:2
EXP i:2
LN n:2
LOG10 n:2
LOG n:2 i:3
SIN p:2
COS p:2
TAN p:2
ASIN p:1
ACOS p:1
ATAN n:1
ATAN2 n:1 n:2
SINH p:1
COSH p:1
TANH p:1
DEGREES n:1
RADIANS n:1
FACT i:3
COMBIN i:5 i:2
PERMUT i:5 i:2
MOD n:7 n:3
MROUND n:7 n:3
BASE i:7 i:2 i:4
ROMAN i:14
DEC2BIN i:9 i:6
DEC2HEX i:100 i:4
MULTINOMIAL i:2 i:3
SUM a:1 r|SUM r
PRODUCT a:2 r|PRODUCT r
SUMPRODUCT r|SUMPRODUCT r N1:N6
SUBTOTAL 9 r|SUBTOTAL 1 r|SUBTOTAL 3 r|SUBTOTAL 4 r
SERIESSUM n:2 i:1 i:1 C1:C3
COUNT a:1 r|COUNT r
COUNTA a:1 r|COUNTA r
MAX a:1 r|MAX r
MIN a:1 r|MIN r
MAXA r
MINA r
AVERAGE a:1 r|AVERAGE r
AVERAGEA r
STDEV r
STDEV.S r
STDEVP r
STDEV.P r
VAR r
VAR.S r
VARP r
VAR.P r
MEDIAN a:1 r|MEDIAN r
PERCENTILE r p:0.3
PERCENTILE.INC r p:0.3
PERCENTILE.EXC r p:0.3
QUARTILE r i:1
QUARTILE.INC r i:1
QUARTILE.EXC r i:1
LARGE r i:1
SMALL r i:1
RANK n:3 r:C1:C6 b:0
RANK.EQ n:3 r:C1:C6 b:0
CORREL r:C1:C6 r:N1:N6
SLOPE r:C1:C6 r:N1:N6
INTERCEPT r:C1:C6 r:N1:N6
FORECAST n:2 r:C1:C6 r:N1:N6
FORECAST.LINEAR n:2 r:C1:C6 r:N1:N6
STANDARDIZE n:2 n:1 p:2
NORMINV p:0.3 p:1 p:2
NORM.INV p:0.3 p:1 p:2
NORMSDIST p:0.3
NORMSINV p:0.3
NORM.S.INV p:0.3
CONFIDENCE p:0.05 p:2 i:50
CONFIDENCE.NORM p:0.05 p:2 i:50
COUNTBLANK r
COUNTIF r '>1'|COUNTIF r n:1|COUNTIF r 'a*'|COUNTIF r '<>1'
SUMIF r '>1'|SUMIF r n:1|SUMIF N1:N6 '>1' r
AVERAGEIF r '>1'|AVERAGEIF r n:1|AVERAGEIF N1:N6 '>1' r
COUNTIFS r '>1' N1:N6 '>1'
SUMIFS r N1:N6 '>1'|SUMIFS N1:N6 r '>1'
AVERAGEIFS r N1:N6 '>1'|AVERAGEIFS N1:N6 r '>1'
MAXIFS r N1:N6 '>1'|MAXIFS N1:N6 r '>1'
MINIFS r N1:N6 '>1'|MINIFS N1:N6 r '>1'
LEFT t:'apple' i:2
RIGHT t:'apple' i:2
MID t:'apple' i:2 i:3
LEN t:'apple'
LOWER t:'aPple'
UPPER t:'apple'
CLEAN t:'apple'
TRIM t:'apple'
TEXTJOIN t:'-' b:TRUE t:'a' t:'b'
CONCAT t:'a' t:'b'
CONCATENATE t:'a' t:'b'
REPT t:'ab' i:2
SUBSTITUTE t:'apple' t:'p' t:'x'|SUBSTITUTE 'apple' 'p' 'x' i:2
REPLACE t:'apple' i:2 i:3 t:'x'
FIND t:'p' t:'apple' i:1
SEARCH t:'p' t:'apple' i:1
NUMBERVALUE '1.234,5' ',' '.'
CHAR i:65
CODE t:'a'
FIXED n:1234.5 i:1 b:0
TEXT n:1 '0.00'|TEXT n:1 '#,##0'|TEXT n:1 '0%'|TEXT n:1 '0.0E+00'|TEXT d:46053 'yyyy-mm-dd hh:mm'
DATE i:2026 i:1 i:31
YEAR d:46053
MONTH d:46053
DAY d:46053
WEEKDAY d:46053 i:1
WEEKNUM d:46053 i:1
EDATE d:46053 i:1
EOMONTH d:46053 i:1
TIMEVALUE '18:30'
DATEVALUE '2026-01-31'
NETWORKDAYS d:46037 d:46053
WORKDAY d:46037 i:10
IF b:TRUE 1 2|IF TRUE v 2 => ?|IF TRUE 1 v => 1|IF FALSE 1 v => ?
IFERROR 7 v => 7
IFNA 7 v => 7
AND b:TRUE b:TRUE|AND r
OR b:TRUE b:FALSE|OR r
XOR b:TRUE b:FALSE|XOR r
NOT b:TRUE
IFS b:TRUE 1 TRUE 2|IFS TRUE v TRUE 2 => ?|IFS TRUE 1 TRUE v => 1|IFS FALSE 1 TRUE v => ?
SWITCH n:1 1 10 20|SWITCH 1 1 v 20 => ?|SWITCH 1 1 10 v => 10|SWITCH 2 1 10 v => ?
ISEVEN i:1
ISODD i:1
CHOOSE i:1 1 2 3|CHOOSE 1 v 2 3 => ?|CHOOSE 2 v 2 3 => 2
INDEX C1:D6 i:1 i:1|INDEX C1:C6 i:2
VLOOKUP i:3 C1:D6 i:2 FALSE
HLOOKUP i:3 C1:D6 i:2 FALSE
HLOOKUP k textsInOrderAcross 1 TRUE|HLOOKUP k textsInOrderAcross 1|HLOOKUP k textsAcross 1 FALSE|HLOOKUP k numbersInOrderAcross 1 TRUE
HLOOKUP k numberListAcross 1 FALSE|HLOOKUP k mixedAcross 1 FALSE
MATCH k textsInOrder 0|MATCH k textsInOrder 1|MATCH k textsInOrder|MATCH k texts 0|MATCH k textsDown -1
MATCH k numbersInOrder 0|MATCH k numbersInOrder 1|MATCH k numberList 0|MATCH k numbersDown -1|MATCH k mixed 0|MATCH k mixed 1
VLOOKUP k textsInOrder 1 TRUE|VLOOKUP k texts 1 FALSE|VLOOKUP k numbersInOrder 1 TRUE|VLOOKUP k numberList 1 FALSE|VLOOKUP k mixed 1 FALSE
LOOKUP k textsInOrder|LOOKUP k numbersInOrder|LOOKUP k mixed
XMATCH k textsInOrder|XMATCH k texts|XMATCH k texts -1|XMATCH k texts 1|XMATCH k texts 2|XMATCH k texts 0 -1|XMATCH k texts -1 -1
XMATCH k numbersInOrder|XMATCH k numberList -1|XMATCH k numberList 1|XMATCH k numbersDown 0 -2|XMATCH k numbersInOrder -1 2|XMATCH k mixed|XMATCH k mixed -1
XLOOKUP k texts texts 'none'|XLOOKUP k texts texts 'none' -1|XLOOKUP k texts texts 'none' 1|XLOOKUP k texts texts 'none' 2|XLOOKUP k mixed mixed 'none' -1
XLOOKUP k numberList numberList 'none' -1|XLOOKUP k numberList numberList 'none' 1|XLOOKUP k numbersDown numbersDown 'none' 1 -2
PMT p:0.05 i:12 n:1000 n:0 b:0
IPMT p:0.05 i:1 i:12 n:1000 n:0 b:0
PPMT p:0.05 i:1 i:12 n:1000 n:0 b:0
FV p:0.05 i:12 n:-100 n:0 b:0
PV p:0.05 i:12 n:-100 n:0 b:0
NPER p:0.05 n:-100 n:1000 n:0 b:0
RATE i:12 n:-100 n:1000 n:0 b:0
SLN n:1000 n:100 i:5
EFFECT p:0.05 i:4
NOMINAL p:0.05 i:4
RRI i:12 n:100 n:200
ISPMT p:0.05 i:1 i:12 n:1000
NPV p:0.05 a:100 r
IRR amounts p:0.1|IRR r|IRR r 0.2
XNPV p:0.05 X1:X3 Y1:Y3|XNPV 0.05 r dates|XNPV 0.05 amounts r
XIRR amounts Y1:Y6 p:0.1|XIRR r dates|XIRR amounts r
VALUE n:2
= ISBLANK(?) v => ISBLANK(?)
= ISNUMBER(?) v => ISNUMBER(?)
= ISTEXT(?) v => ISTEXT(?)
= ISNONTEXT(?) v => NOT(ISTEXT(?))
= ISLOGICAL(?) v => ISLOGICAL(?)
= ISERROR(?) v => ISERROR(?)
= ISERR(?) v => ISERR(?)
= ISNA(?) v => ISNA(?)
= ERROR.TYPE(?) v => ERROR.TYPE(?)
= N(?) v => N(?)
= T(?) v => T(?)
= LET(x,?,x) v => ?
= LAMBDA(x,x)(?) v => ?
= HYPERLINK("https://example.com",?) v => ?
= SUMPRODUCT(ROW(?)) r => SUMPRODUCT(ROW(?))
= SUMPRODUCT(COLUMN(?)) r => SUMPRODUCT(COLUMN(?))
= ROWS(?) r => ROWS(?)
= COLUMNS(?) r => COLUMNS(?)
= INDEX(TRANSPOSE(?),1,3) r => INDEX(?,3)
= INDEX(OFFSET(?,2,0,2,1),1) r => INDEX(?,3)
= SUM(OFFSET(C1,?,0)) i => SUM(OFFSET(C1,?,0))
= SUM(OFFSET(D3,0,?)) i => SUM(OFFSET(D3,0,?))
= SUM(OFFSET(D3,1,1,?)) i => SUM(OFFSET(D3,1,1,?))
= SUM(OFFSET(D3,1,1,2,?)) i => SUM(OFFSET(D3,1,1,2,?))
= SUM(OFFSET(N1:N6,?,0,2,1)) i => SUM(OFFSET(N1:N6,?,0,2,1))
= COUNT(OFFSET(N1:N6,0,0,?)) i => COUNT(OFFSET(N1:N6,0,0,?))
= ROWS(OFFSET(D3,0,0,?)) i => ROWS(OFFSET(D3,0,0,?))
= COLUMNS(OFFSET(D3,0,0,1,?)) i => COLUMNS(OFFSET(D3,0,0,1,?))
= INDIRECT("C"&?) i => INDIRECT("C"&?)
= INDIRECT(?) w => INDIRECT(?)
= NUMBERVALUE(?) w => NUMBERVALUE(?)
= NUMBERVALUE(?,",",".") w => NUMBERVALUE(?,",",".")
= DATEVALUE(?) w => DATEVALUE(?)
= TIMEVALUE(?) w => TIMEVALUE(?)
= SUM(MUNIT(?)) i => SUM(MUNIT(?))
= SUMPRODUCT(MMULT(?,TRANSPOSE(N1:N6))) r => SUMPRODUCT(MMULT(?,TRANSPOSE(N1:N6)))
= SUM(SEQUENCE(?)) i => SUMPRODUCT(ROW(INDIRECT("1:"&TRUNC(?))))
= SUM(SEQUENCE(2,?)) i => SUMPRODUCT(ROW(INDIRECT("1:"&2*TRUNC(?))))
= INDEX(TAKE(?,3),3) r => INDEX(?,3)
= INDEX(TAKE(?,-4),1) r => INDEX(?,3)
= INDEX(DROP(?,2),1) r => INDEX(?,3)
= INDEX(VSTACK(?,7),3) r => INDEX(?,3)
= INDEX(HSTACK(?,N1:N6),3,1) r => INDEX(?,3)
= INDEX(TOCOL(?),3) r => INDEX(?,3)
= INDEX(TOROW(?),1,3) r => INDEX(?,3)
= INDEX(WRAPROWS(?,2),2,1) r => INDEX(?,3)
= INDEX(WRAPCOLS(?,2),1,2) r => INDEX(?,3)
= INDEX(CHOOSEROWS(?,3,1),1) r => INDEX(?,3)
= INDEX(CHOOSECOLS(?,1),3) r => INDEX(?,3)
= INDEX(FILTER(?,N1:N6>1),2) r => INDEX(?,3)
= INDEX(SORTBY(?,N1:N6),3) r => INDEX(?,3)
= INDEX(SORTBY(?,N1:N6),5) r => INDEX(?,6)
= INDEX(SORT(?),1) q => SMALL(?,1)
= INDEX(UNIQUE(?),2) q => INDEX(?,2)
= INDEX(MAP(?,LAMBDA(x,x)),3) r => INDEX(?,3)
= INDEX(BYROW(?,LAMBDA(x,ISTEXT(x))),3) r => ISTEXT(INDEX(?,3))
= INDEX(BYCOL(?,LAMBDA(x,ROWS(x))),1) r => ROWS(?)
`;

module.exports = { SINGLES, RANGES, LISTS, WANTED, AS_NUMBERS, NO_NUMBERS, ERRORS, ROLES, CALLS };
