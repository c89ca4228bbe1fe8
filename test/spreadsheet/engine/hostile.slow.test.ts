/** Formulas that are made to hang or to crash a calculation: each ends in a moment, with a clear result. */
import { createCalculator, type Calculator } from "../../../src/spreadsheet/engine/evaluate";
import { tokenizeFormula } from "../../../src/spreadsheet/formulas/tokenize";
import { declare } from "./declare";
import { calculate } from "./workbook";

let calculator: Calculator;
beforeAll(() => void (calculator = createCalculator([])));
afterAll(() => calculator.dispose());

/** The code of an error, or the value; and the seconds of processor time. */
async function evaluated(formula: string): Promise<{ result: unknown; message: string; seconds: number }> {
  const start = process.cpuUsage().user;
  const [result] = await calculator.evaluate([formula]);
  const seconds = (process.cpuUsage().user - start) / 1e6;
  const isValue = result && "value" in result;
  return {
    result: isValue ? result.value : result?.error.code,
    message: isValue ? "" : (result?.error.message ?? ""),
    seconds,
  };
}

describe("Numbers 2: wildcards that would go back and forth end in a moment", () => {
  const long = 'REPT("a",32000)';

  test.each([
    [`SEARCH("*a*a*a*a*b",${long})`, "#VALUE!"],
    [`MATCH("*a*a*a*a*b",VSTACK(${long},"xaaaab"),0)`, 2],
    [`XLOOKUP("*a*a*a*a*b",VSTACK(${long},"xaaaab"),{1;2},0,2)`, 2],
    [`XMATCH("*a*a*a*a*b",VSTACK(${long},"xaaaab"),2)`, 2],
    [`VLOOKUP("*a*a*a*a*b",VSTACK(${long},"xaaaab"),1,FALSE)`, "xaaaab"],
  ])("%s", async (formula, value) => {
    const { result, seconds } = await evaluated(formula);
    expect(result).toBe(value);
    expect(seconds).toBeLessThan(5);
  });

  test("COUNTIF, SUMIF and COUNTIFS over cells with long texts", async () => {
    const echo = declare("ECHO", "value", ([value]) => value);
    const pattern = '"*a*a*a*a*a*a*b"';
    const start = process.cpuUsage().user;
    const cells = { A1: "a".repeat(32_000), A2: "aaaaaab", B1: 1, B2: 2 };
    const outcome = await calculate(
      {
        ...cells,
        C1: { f: `COUNTIF(A1:A2,${pattern})+INSIGHTS.ECHO(0)` },
        C2: { f: `SUMIF(A1:A2,${pattern},B1:B2)+INSIGHTS.ECHO(0)` },
        C3: { f: `COUNTIFS(A1:A2,${pattern},B1:B2,">0")+INSIGHTS.ECHO(0)` },
      },
      [echo],
    );
    expect(outcome).toEqual({ C1: 1, C2: 2, C3: 1 });
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(5);
  });
});

describe("Numbers 2: an invalid formula of 32,000 characters is tokenized in a moment", () => {
  test.each(["'", "['", "'[", "1.", ".1", "''a", "a", "[", "'a'!"])("%s again and again", (part) => {
    const formula = part.repeat(32_000 / part.length);
    const start = process.cpuUsage().user;
    expect(
      tokenizeFormula(formula)
        .map(({ value }) => value)
        .join(""),
    ).toBe(formula);
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(5);
  });

  test("Apostrophes around the names of sheets are read as before", () => {
    const formula = Array.from({ length: 100 }, (_, at) => `'It''s ${at}'!A1`).join("+");
    expect(tokenizeFormula(formula).filter(({ type }) => type === "range")).toHaveLength(100);
  });
});

describe("B6: a formula that is nested too deeply says so", () => {
  test.each([
    ["8,000 minus signs", `${"-".repeat(8000)}1`],
    ["20,000 brackets", `${"(".repeat(20_000)}1${")".repeat(20_000)}`],
    ["2,000 functions", `${"ABS(".repeat(2000)}1${")".repeat(2000)}`],
    ["16,000 sums", Array(16_000).fill("1").join("+")],
  ])("%s", async (_what, formula) => {
    const { result, message } = await evaluated(formula);
    expect([result, message]).toEqual(["#VALUE!", "The formula is nested too deeply. Split it into several cells."]);
  });

  test("64 functions in each other, and sums as long as Excel allows, are calculated", async () => {
    expect((await evaluated(`${"ABS(".repeat(64)}1${")".repeat(64)}`)).result).toBe(1);
    expect((await evaluated(Array(2000).fill("1").join("+"))).result).toBe(2000);
  });

  test("in a workbook it is named and keeps its value", async () => {
    const echo = declare("ECHO", "value", ([value]) => value);
    const outcome = await calculate({ A1: { f: `${"-".repeat(8000)}INSIGHTS.ECHO(1)`, v: 5 } }, [echo]);
    expect(outcome).toEqual({ A1: "? The formula is nested too deeply. Split it into several cells." });
  });
});

describe("B7: a text of more than 32,767 characters is #VALUE!", () => {
  test.each([
    'LET(a,REPT("a",32767),b,a&a,c,b&b,LEN(c))',
    'LEN(REPT("ab",16384))',
    'LEN(SUBSTITUTE(REPT("a",32767),"a",REPT("b",32767)))',
    'LEN(REPLACE(REPT("a",32767),1,0,"b"))',
    'LEN(CONCAT(REPT("a",30000),REPT("b",30000)))',
    'LEN(TEXTJOIN(REPT(",",10000),FALSE,"a","b","c","d","e"))',
    'SUM(LEN(VSTACK(REPT("a",32767),"b")&"x"))',
  ])("%s", async (formula) => expect((await evaluated(formula)).result).toBe("#VALUE!"));

  test("one of 32,767 characters is not", async () => {
    expect((await evaluated('LEN(REPT("a",32766)&"b")')).result).toBe(32_767);
  });
});

test.each([
  ["MUNIT(100000)", "an array of more than 4,194,304 cells"],
  ["SEQUENCE(1000000,1000)", "an array of more than 4,194,304 cells"],
  ["PERMUT(1E9,5E8)", "too many steps"],
  ["WORKDAY(46000,1E9)", "#NUM!"],
  ["LCM(SEQUENCE(1000))", "#NUM!"],
  ["SUM(WORKDAY(SEQUENCE(1000),1,SEQUENCE(1000000)))", "too many steps"],
  ["SUM(LARGE(SEQUENCE(100000),SEQUENCE(100000)))", "too many steps"],
  ["BINOM.DIST(5E8,1E9,0.5,TRUE)", "too many steps"],
])("What would count or fill for minutes is refused: %s", async (formula, reason) => {
  const { result, message, seconds } = await evaluated(formula);
  expect(reason.startsWith("#") ? result : message).toEqual(expect.stringContaining(reason));
  expect(seconds).toBeLessThan(5);
});

test.each([
  ["SUM(XMATCH(SEQUENCE(50000),SEQUENCE(50000)))", 1_250_025_000],
  ["SUM(MATCH(SEQUENCE(50000),SEQUENCE(50000),0))", 1_250_025_000],
  ["SUM(XLOOKUP(SEQUENCE(1,50000),SEQUENCE(1,50000),SEQUENCE(1,50000),0,0,-1))", 1_250_025_000],
])("Many look-ups in one array end in a moment: %s", async (formula, value) => {
  const { result, seconds } = await evaluated(formula);
  expect(result).toBe(value);
  expect(seconds).toBeLessThan(5);
});

test("Days of many years are counted in a moment", async () => {
  const { result, seconds } = await evaluated("NETWORKDAYS(1,2958465)+WORKDAY(46000,36000,SEQUENCE(1000,100))");
  expect(result).toEqual(expect.any(Number));
  expect(seconds).toBeLessThan(5);
});

describe("A range of all cells of a sheet", () => {
  const echo = declare("ECHO", "value", ([value]) => value);

  test.each([
    ["SUM(OFFSET(C1,0,0,1048576,0*INSIGHTS.ECHO(1)+16000))", 3],
    ['SUM(INDIRECT("C"&INSIGHTS.ECHO(1)&":XFD1048576"))', 3],
    ["SUM(C1:OFFSET(C1,1048575,15999*INSIGHTS.ECHO(1)))", 3],
    ["ROWS(OFFSET(C1,0,0,1048576,INSIGHTS.ECHO(16000)))", 1_048_576],
    ["COUNTIF(OFFSET(C1,0,0,1048576,INSIGHTS.ECHO(16000)),3)", 1],
    ["SUBTOTAL(9,OFFSET(C1,0,0,1048576,INSIGHTS.ECHO(16000)))", 3],
    ["SUM(C1:XFD99999)+INSIGHTS.ECHO(1)", 4],
    ["INDEX(OFFSET(C1,0,0,1048576,INSIGHTS.ECHO(16000)),1,1)", 3],
    ["OFFSET(C1,0,0,1048576,INSIGHTS.ECHO(16000))", "#VALUE!"],
    [
      'SUMPRODUCT(INDIRECT("C"&INSIGHTS.ECHO(1)&":XFD1048576")*2)',
      "? The formula makes an array of more than 4,194,304 cells.",
    ],
  ])("is read in a moment, or named: %s", async (f, value) => {
    const start = process.cpuUsage().user;
    expect(await calculate({ A1: { f, v: 5 }, C1: 3 }, [echo])).toEqual({ A1: value });
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(5);
  });
});

test("What-if tables that would be calculated for hours end with a clear result", async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`B${at + 1}`, { f: at === 0 ? "A1" : `B${at}+A$2` }]),
  );
  const echo = declare("ECHO", "value", ([value]) => value);
  const start = process.cpuUsage().user;
  const table = { D3: { f: "B200" }, D4: { table: "60000x1", column: "A1" } };
  const { D4 } = await calculate({ A1: 1, A2: { f: "INSIGHTS.ECHO(1)" }, ...chain, ...table }, [echo]);
  expect(D4).toMatch(/too many steps/);
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(90);
});

test("A circle of thousands of formulas that each read all others ends in a moment", async () => {
  const all = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`A${at + 1}`, { f: "SUM(A$1:A$2000)+B$1" }]));
  const echo = declare("ECHO", "value", ([value]) => value);
  const start = process.cpuUsage().user;
  const iteration = { count: 100, change: 0.001 };
  const { A1 } = await calculate({ B1: { f: "INSIGHTS.ECHO(1)" }, ...all }, [echo], [], { iteration });
  expect(A1).toBe("#NUM!");
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(60);
});
