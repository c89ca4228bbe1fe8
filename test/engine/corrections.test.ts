import { createCalculator, type Calculator } from "../../src/engine/evaluate";
import { declare } from "./declare";
import { calculate, type Specs } from "./workbook";

const ECHO = declare("ECHO", "value", ([value]) => value);

let calculator: Calculator;
beforeAll(() => void (calculator = createCalculator([ECHO])));
afterAll(() => calculator.dispose());

async function valueOf(formula: string): Promise<unknown> {
  const [result] = await calculator.evaluate([formula]);
  return result && ("value" in result ? result.value : result.error.code);
}

test.each<[string, unknown]>([
  ["EDATE(1E9,1)", "#NUM!"],
  ["IFERROR(EDATE(46053,1E9),0)", 0],
  ["EDATE(DATE(2026,1,31),1)", 46_081],
  ['1/3&""', "0.333333333333333"],
  ['CONCAT(0.1+0.2,"!")', "0.3!"],
  ['LEN("5%")', 2],
  ['SEARCH("a*c","xxabc")', 3],
  ['TEXT(1.005,"0.00")', "1.01"],
  ["IF(TRUE,1E+2)", 100],
  ['"a\nb"&"c"', "a\nbc"],
  ["LOOKUP(9.99E+307,{3,1,2})", 2],
  ["{1,2}={1,3}", [[true, false]]],
  ["(1/0)=1", "#DIV/0!"],
  ["TRUE<>1", true],
  ["{1}/0+NA()", "#DIV/0!"],
  ["SUM(IFERROR({1,2}/0,3))", 6],
  ['YEAR(IF(TRUE,"46000"))', 2025],
])("%s is what it is in Excel", async (formula, value) => {
  expect(await valueOf(formula)).toEqual(value);
});

test("An error divided by 0 is that error", async () => {
  const cells = { A2: { f: "INSIGHTS.ECHO(0)" }, A3: { f: "NA()/A2" }, A4: { f: "1/A2" } };
  expect(await calculate(cells, [ECHO])).toMatchObject({ A3: "#N/A", A4: "#DIV/0!" });
});

test.each([
  ['SUMIF(A1:A3,"=",B1:B3)', "SUMIF is not verified here for whether cells are blank, where texts are empty"],
  ['COUNTIF(A1:A3,"<>")', "COUNTIF is not verified here for whether cells are blank, where texts are empty"],
  ["SUMPRODUCT(2,B1:B2)", "SUMPRODUCT is not verified here for arrays that differ in size"],
  ["SUMPRODUCT(A2,B1)", "SUMPRODUCT is not verified here for texts that stand alone"],
  ['OFFSET(A1,"1","1")', "OFFSET is not verified here for texts"],
  ['COUNTIF(A1:A2,REPT("*",256))', "COUNTIF is not verified here for criteria of more than 255 characters"],
  ['MATCH(REPT("x",256),A1:A2,0)', "MATCH is not verified here for texts of more than 255 characters"],
  ['LET(x,"3/15/2026",YEAR(x))', "YEAR is not verified here for texts that may be dates, times or amounts"],
  ["SUBTOTAL(9,XLOOKUP(2,B1:B3,B1:B3))", "SUBTOTAL is not verified here for values instead of a reference"],
  ["OFFSET(IFERROR(B1,B2),1,0)", "OFFSET is not verified here for values instead of a reference"],
  ["RANK(2,DROP(B1:B3,1))", "RANK is not verified here for values instead of a reference"],
  ["COUNTIF(TAKE(B1:B3,2),2)", "COUNTIF is not verified here for values instead of a reference"],
  ["SUMIF(B1:B3,2,TAKE(B1:B3,2))", "SUMIF is not verified here for values instead of a reference"],
])("Where Excel differs, the formula is named: %s", async (formula, problem) => {
  const cells = {
    A1: "x",
    A2: "4",
    A3: { f: '""', v: "" },
    B1: 2,
    B2: 2,
    C1: { f: `${formula}+INSIGHTS.ECHO(0)`, v: 9, array: "1x1" },
  };
  expect(await calculate(cells, [ECHO])).toEqual({ C1: `? The function ${problem}.` });
});

test.each<[string, unknown]>([
  ["SUM(OFFSET(IF(A1>1,A1,A2),1,0,2))", 3],
  ["SUBTOTAL(9,IF(A1>1,A1:A3))", 6],
  ["RANK(2,SWITCH(A1,3,A1:A3))", 2],
  ["SUMIF(CHOOSE(A2,A1:A3),2,IF(A2,A1:A3))", 2],
  ["COUNTIFS(IF(TRUE,A1:A3),3,CHOOSE(A2,A1:A3),3)", 1],
  ["SUM(A1:INDEX(IF(TRUE,A1:A3),2))", 4],
  ["SUM(CHOOSE(A2,A1:A3,A1))", 6],
  ["SUM(IF({1;0;1},A1:A3,A2:A4))", 7],
  ["IF(TRUE,A9)", 0],
  ["ISBLANK(IF(TRUE,A9))", true],
  ["IF(TRUE,B1)+B2", "#N/A"],
  ["B2-IF(TRUE,B1)", "#DIV/0!"],
  ["CHOOSE(1,B1)*B2", "#N/A"],
  ["INDEX(B1:B2,1)/0", "#N/A"],
  ["INDEX(B1:B2,2)^B1", "#DIV/0!"],
])("A reference that is calculated is one: %s", async (formula, value) => {
  const cells: Specs = { A1: 3, A2: 1, A3: 2, B1: { code: "#N/A", message: "" }, B2: { code: "#DIV/0!", message: "" } };
  const shown = await calculate({ ...cells, C1: { f: `IF(INSIGHTS.ECHO(TRUE),${formula})`, array: "1x1" } }, [ECHO]);
  expect(shown).toEqual({ C1: value });
});

test("Sorting leaves the cells as they are for the formulas after it", async () => {
  const outcome = await calculate(
    {
      A1: 3,
      A2: 1,
      A3: 2,
      B1: { f: "INDEX(SORT(A1:A3),1)+INSIGHTS.ECHO(0)" },
      B2: { f: "INDEX(A1:A3,1)+INSIGHTS.ECHO(0)" },
      B3: { f: "INDEX(SORTBY(A1:A3,A1:A3,-1),3)*100+INDEX(A1:A3,2)+INSIGHTS.ECHO(0)" },
    },
    [ECHO],
  );
  expect(outcome).toEqual({ B1: 1, B2: 3, B3: 101 });
});

test("SUMIF over a short range leaves its cells unchanged", async () => {
  const outcome = await calculate(
    {
      A1: "x",
      A2: "y",
      A3: "x",
      B1: 1,
      B2: 2,
      B3: 4,
      C1: { f: 'SUMIF(A1:A3,"<>x",B1:B3)+INSIGHTS.ECHO(0)' },
      C2: { f: "SUMIF(A1:A3,A1,B1)+INSIGHTS.ECHO(0)" },
      C3: { f: '">"&B1&INSIGHTS.ECHO("")' },
    },
    [ECHO],
  );
  expect(outcome).toEqual({ C1: 2, C2: 5, C3: ">1" });
});

test("LOOKUP with a short result range leaves it unchanged for later formulas", async () => {
  const outcome = await calculate(
    {
      A1: 1,
      A2: 2,
      A3: 3,
      B1: 10,
      B2: 20,
      B3: 40,
      C1: { f: "LOOKUP(1,A1:A3,B1:B2)+INSIGHTS.ECHO(0)" },
      C2: { f: "SUM(B1:B2)+INSIGHTS.ECHO(0)" },
      C3: { f: 'SUMIF(A1:A3,">0",B1:B2)+INSIGHTS.ECHO(0)' },
      C4: { f: "SUM(B1:B2)+INSIGHTS.ECHO(0)" },
    },
    [ECHO],
  );
  expect(outcome).toEqual({ C1: 10, C2: 30, C3: 70, C4: 30 });
});
