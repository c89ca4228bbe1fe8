/** Formulas that once gave another value than Excel, without a word. */
import { declare } from "./declare";
import { calculate, type Spec, type Specs } from "./workbook";

const ECHO = declare("ECHO", "value", ([value]) => value);

const texts: Specs = { A1: "ant", A2: "bee", A3: "cat", A4: "dog", A5: "eel" };
const numbers: Specs = { B1: 1, B2: 2, B3: 3, B4: 4, B5: 5 };
const cells: Specs = { ...texts, ...numbers };

/** What the formula shows over these cells; "named" if it keeps its value and says why. */
async function shown(formula: string): Promise<unknown> {
  const spec: Spec = { f: `IF(INSIGHTS.ECHO(1)=1,${formula})`, v: "old" };
  const { Z1: value } = await calculate({ ...cells, Z1: spec }, [ECHO]);
  return typeof value === "string" && value.startsWith("? ") ? "named" : value;
}

test.each<[item: string, formula: string, value: unknown]>([
  ["A2: MATCH of a text beyond all finds the last", 'MATCH("zzz",A1:A5)', 5],
  ["A2: MATCH of a text between two finds the one before", 'MATCH("cow",A1:A5,1)', 3],
  ["A2: MATCH of a text among numbers finds nothing", 'MATCH("abc",B1:B5,1)', "#N/A"],
  ["A2: XLOOKUP of the next smaller text finds the last", 'XLOOKUP("zz",A1:A5,A1:A5,"-",-1)', "eel"],
  ["A2: XMATCH of the next larger text finds the one after", 'XMATCH("cow",A1:A5,1)', 4],
  ["A4: IFS that chooses a blank cell is 0", "IFS(FALSE,1,TRUE,Y9)", 0],
  ["A4: SWITCH that chooses a blank cell is 0", "SWITCH(2,1,5,2,Y9)", 0],
  ["A4: IFS passes over an error that it does not choose", "IFS(TRUE,1,TRUE,1/0)", 1],
  ["B3: WEEKNUM leaves out the time of day", "WEEKNUM(46347.75,1)", 47],
  ["B4: FIXED rounds the digits that are shown", "FIXED(2151.845,2)", "2,151.85"],
  ["B5: a text with a percent sign is a number", 'ROUND("50%",1)', 0.5],
  ["B5: a text with thousands is a number", 'ABS("1,234")', 1234],
  ["B5: a text of dollars is a number", 'SQRT("$9")', 3],
  ["B5: a text of a month is its first day", 'ABS("2026-03")', 46_082],
  ["B5: an empty text is no truth", 'NOT(A9&"")', "#VALUE!"],
  ["B5: an empty text is no cost", 'SLN(A9&"",1,2)', "#VALUE!"],
  ["B5: an empty text is not odd", 'ISODD(A9&"")', "#VALUE!"],
  ["ToolPak: EDATE takes no range of several cells", "SUMPRODUCT(EDATE(B1:B3,1))", "#VALUE!"],
  ["ToolPak: EDATE takes the values of a range", "SUMPRODUCT(EDATE(+B1:B3,0))", 6],
  ["ToolPak: EDATE takes a range of one cell", "EDATE(B1:B1,0)", 1],
  ["ToolPak: MROUND takes no range of several cells", "SUMPRODUCT(MROUND(B1:B3,2))", "#VALUE!"],
  ["ToolPak: ISEVEN takes no range of several cells", "SUMPRODUCT(--ISEVEN(B1:B3))", "#VALUE!"],
  ["ToolPak: ISODD takes an array", "SUM(--ISODD({1,2,3}))", 2],
  ["ToolPak: YEARFRAC takes no range as its basis", "SUMPRODUCT(YEARFRAC(1,400,B1:B2))", "#VALUE!"],
  ["ToolPak: HEX2DEC takes no range of several cells", "SUMPRODUCT(HEX2DEC(B1:B2))", "#VALUE!"],
  ["ToolPak: FACTDOUBLE of less than -1 fails", "FACTDOUBLE(-1.1)", "#NUM!"],
  ["A letter counts against any larger one behind it", 'ARABIC("IIIIIIV")+ARABIC("IILmIIC")', 1045],
  ["FREQUENCY without limits has the limit zero", "INDEX(FREQUENCY(B1:B5,Y1:Y3),2)", 5],
  ["NUMBERVALUE reads no percent within", 'NUMBERVALUE("(2,500.27%)%")', "named"],
  ["TEXT reads one sign of percent", 'TEXT(1.23,"#%%")', "named"],
  ["Low: XLOOKUP that finds a blank cell is 0", "XLOOKUP(1,B1:B5,Y1:Y5)", 0],
  ["Low: XLOOKUP that finds an error shows it", "XLOOKUP(1,B1:B5,1/(B1:B5-1),7)", "#DIV/0!"],
  ["Low: a LET sets a name for itself alone", "LET(x,1,LET(x,2,x)+x)", 3],
  ["Low: XMATCH searches a list in descending order", "XMATCH(2,{5,3,2,1},0,-2)", 3],
  ["Low: SORT keeps the order of texts that differ in case", 'INDEX(SORT({"cat";"CAT";"bat"}),2)', "cat"],
  ["STDEV of no numbers divides by zero", "STDEV(Y1:Y5)", "#DIV/0!"],
  ["SEARCH in several cells knows wildcards", 'SUMPRODUCT(--ISNUMBER(SEARCH("?e*",A1:A5)))', 2],
  ["SEARCH finds nothing in a longer text", 'SEARCH("x",A1)', "#VALUE!"],
  ["At the edge: RATE of thousands of periods is named", "RATE(3300,-200,8000)", "named"],
  ["At the edge: DATE after the last year is named", "DATE(9999,13,-1)", "named"],
  ["At the edge: IRR of an investment that is lost is negative", "ROUND(IRR({-2,1}),6)", -0.5],
  ["At the edge: IRR of such an investment with a guess is not named", "ROUND(IRR({-2,1},-0.4),6)", -0.5],
  ["At the edge: CEILING of a multiple is that", "CEILING(0.3,0.1)", 0.3],
  ["At the edge: LOOKUP over two columns returns from the last", 'LOOKUP("bee",A1:B5)', 2],
  ["At the edge: LOOKUP over one column is not named", "LOOKUP(2,B1:B5,A1:A5)", "bee"],
  ["YEAR of a month's text in a variable is its year", 'LET(x,"2026-03",YEAR(x))', 2026],
  ["YEAR of a date in the notation of a country is named", 'LET(x,"3/15/2026",YEAR(x))', "named"],
  ["YEAR of a period in a branch that is not taken is not named", 'LET(x,"Q1 2026",IF(ISNUMBER(x),YEAR(x),7))', 7],
  ["YEAR of several months in such a branch is not named", 'LET(x,"2026-01:2026-06",IF(ISNUMBER(x),YEAR(x),7))', 7],
])("%s", async (_item, formula, value) => {
  const result = await shown(formula);
  if (typeof value === "number" && typeof result === "number") expect(result).toBeCloseTo(value, 10);
  else expect(result).toEqual(value);
});
