/** The functions of texts: what Excel does that is not obvious. */
import { calculate } from "../calculate";

const CELLS = { A1: "x", A2: null, A3: 5, A4: true };

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ['LEFT("abc",1.9)', "a"],
  ['LEFT("abc",-1)', "#VALUE!"],
  ['MID("abc",0,1)', "#VALUE!"],
  ['RIGHT("abc",0)', ""],
  ['LEN("😀")', 2],
  ['FIND("b","a😀b")', 4],
  ['FIND("",  "abc", 4)', 4],
  ['FIND("a", "abc", 5)', "#VALUE!"],
  ['SEARCH("~d","My dear")', 4],
  ['SEARCH("~","Hello")', 1],
  ['SEARCH("b?d","Abcd")', 2],
  ['SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"],
  ['SUBSTITUTE("a-b","-","+",0)', "#VALUE!"],
  ['REPT("ab",40000)', "#VALUE!"],
  ['PROPER("it\'s 2nd-hand")', "It'S 2Nd-Hand"],
  ['UPPER("straße")', "STRAßE"],
  ['LOWER("ΟΔΟΣ")', "οδοσ"],
  ['TRIM("  a   b ")', "a b"],
  ["CONCAT(A1:A4)", "x5TRUE"],
  ['TEXTJOIN(",",FALSE,A1:A4,C8:C9)', "x,,5,TRUE,,"],
  ['TEXTJOIN({"-","+"},TRUE,A1:A4)', "x-5+TRUE"],
  ['TEXTBEFORE("a-b-c","-",-1)', "a-b"],
  ['TEXTBEFORE("abc","-")', "#N/A"],
  ['TEXTBEFORE("abc","----",1)', "#VALUE!"],
  ['TEXTAFTER("aXbxc","x",2,1)', "c"],
  ['TEXTAFTER("abc","-",1,0,1)', ""],
  ['TEXTAFTER("abc","-",1,0,2)', "#VALUE!"],
  [
    'TEXTSPLIT("a,b;c",",",";")',
    [
      ["a", "b"],
      ["c", "#N/A"],
    ],
  ],
  ['TEXTSPLIT("a,,b",",",,TRUE)', [["a", "b"]]],
  ['TEXTSPLIT("a","")', "#VALUE!"],
  ["VALUE(TRUE)", "#VALUE!"],
  ["VALUE(A2)", 0],
  ['VALUE("")', "#VALUE!"],
  ['NUMBERVALUE("1.234,5",",",".")', 1234.5],
  ['NUMBERVALUE("50%%")', 0.005],
  ['NUMBERVALUE("(1 234)")', -1234],
  ['NUMBERVALUE("1.5","")', "#VALUE!"],
  ['NUMBERVALUE("")', 0],
  ["CHAR(160)", "\u00a0"],
  ["CHAR(200)", expect.stringMatching("doubt")],
  ["UNICHAR(55296)", "#N/A"],
  ['HYPERLINK("x",42)', 42],
  ["T(A1:A3)", "x"],
  ['VALUETOTEXT("a""b",1)', '"a""b"'],
  ["LEN(VALUETOTEXT(1/0))", 7],
  ['ARRAYTOTEXT({1,"a";TRUE,2},1)', '{1,"a";TRUE,2}'],
  ['ARRAYTOTEXT({1,"a"})', "1, a"],
  ["FIXED(1.005)", "1.01"],
  ["FIXED(-1234.5,-2)", "-1,200"],
  ["FIXED(-0.001)", "0.00"],
  ["DOLLAR(1)", expect.stringMatching("doubt")],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});

const FORMATS: readonly (readonly [value: string, format: string, text: unknown])[] = [
  ["1.005", "0.00", "1.01"],
  ["-0.4", "#,##0;(#,##0)", "(0)"],
  ["-0.4", "0", "0"],
  ["1234567.8", '0.0,,""m""', "1.2m"],
  ["12345678901234567", "0", "12345678901234600"],
  ["1E-7", "0.0000000", expect.stringMatching("doubt")],
  ["1E15", "0.0", "1000000000000000.0"],
  ["1E21", "0", expect.stringMatching("doubt")],
  ["1/3", "General", "0.333333333"],
  ["1234.5", "[$€-407] #,##0", "€ 1,235"],
  ["46023", "[$-809]mmmm", "January"],
  ["46023", "[$-407]mmmm", expect.stringMatching("doubt")],
  ["46023", "TT.MM.JJJJ", expect.stringMatching("doubt")],
  ["1234.5", "#.##0,00", expect.stringMatching("doubt")],
  ["60", "yyyy-mm-dd", "1900-02-29"],
  ["-1", "yyyy", "#VALUE!"],
  ["2958466", "yyyy", "#VALUE!"],
  ["0.25", "# ?/?", " 1/4"],
  ["0.3333", "# ?/?", expect.stringMatching("doubt")],
  ["46023.999999", "yyyy-mm-dd", expect.stringMatching("doubt")],
  ["TRUE", "0", "TRUE"],
  ['"5%"', "0.00", "0.05"],
  ['"1/2"', "0.00", expect.stringMatching("doubt")],
  ['"abc"', '0;0;0;""<""@"">""', "<abc>"],
  ["5", "mm##", "#VALUE!"],
  ["1234567", "#,##0,.0", "1,234.6"],
  ["1234567", "0,.0,", "1.2"],
  ["1234567", '""a,.""0,.00""k""', "a,.1234.57k"],
  ["123456.789", "0.0e+0", expect.stringMatching("doubt")],
  ["123456.789", "0.0E+0", "1.2E+5"],
  ["0", "#.#E+0", expect.stringMatching("doubt")],
  ["1.75", '# ""and"" ?/?', expect.stringMatching("doubt")],
  ["1.75", "#_#/#", expect.stringMatching("doubt")],
  ["1.75", "|# ?/?|", "|1 3/4|"],
  ["1.75", "0/4", "7/4"],
  ["3.5", "[h] h:mm", expect.stringMatching("doubt")],
  ["3.5", '[h]""h""', "84h"],
  ["TRUE", "", "TRUE"],
  ["TRUE", '0;0;0;""yes""', "yes"],
  ["TRUE", "-@-", "-TRUE-"],
  ["0", "# #.0.0 e", expect.stringMatching("doubt")],
];

it.each(FORMATS)("TEXT(%s) by %s is as in Excel", async (value, format, text) => {
  expect(await calculate(`TEXT(${value},"${format}")`)).toEqual(text);
});

it.each([
  ["yyyy", "1904"],
  ["mmmm", "January"],
  ["d", "2"],
])("TEXT(1) by %s counts from 1904 in such a workbook", async (format, text) => {
  expect(await calculate(`TEXT(1,"${format}")`, {}, { dateSystem: 1904 })).toBe(text);
});
