/** LAMBDAs that call themselves by a defined name, as files have them. */
import { isBuiltIn } from "../../../src/spreadsheet/engine/builtIns";
import { createResolver } from "../../../src/spreadsheet/xlsx/resolve";
import { calculate } from "./calculate";

const NAMES = {
  FACT: "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n<2,1,_xlpm.n*FACT.OF(_xlpm.n-1)))",
  "FACT.OF": "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n<2,1,_xlpm.n*FACT.OF(_xlpm.n-1)))",
  Fib: "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n<2,_xlpm.n,Fib(_xlpm.n-1)+fib(_xlpm.n-2)))",
  Evens: "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n=0,TRUE,Odds(_xlpm.n-1)))",
  Odds: "_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n=0,FALSE,Evens(_xlpm.n-1)))",
  Power: "_xlfn.LAMBDA(_xlpm.b,_xlpm.n,IF(_xlpm.n=0,1,_xlpm.b*Power(_xlpm.b,_xlpm.n-1)))",
  Endless: "_xlfn.LAMBDA(_xlpm.n,Endless(_xlpm.n))",
  Loop: "Loop+1",
};

const resolve = createResolver(
  {
    sheets: [{ name: "Plan" }],
    names: Object.entries(NAMES).map(([name, text]) => ({ name, text })),
    tables: [],
    limits: { formula: 8192 },
  },
  isBuiltIn,
);
const resolved = (formula: string) => resolve(formula, 0, { row: 0, column: 0 });

test.each([
  ["FACT.OF(5)", 120],
  ["FACT.OF(FACT.OF(3))", 720],
  ["Fib(20)", 6765],
  ["Evens(10)", true],
  ["Odds(10)", false],
  ["Evens(3)+Odds(3)", 1],
  ["Power(2,10)", 1024],
  ["SUM(MAP({1,2,3},Fib))", 4],
  ["_xlfn.LET(_xlpm.n,7,Fib(4)+_xlpm.n)", 10],
])("%s is calculated", async (formula, value) => {
  const { text, problem } = resolved(formula);
  expect(problem).toBeUndefined();
  expect(await calculate(text)).toBe(value);
});

test("One that never ends is named", async () => {
  expect(await calculate(resolved("Endless(1)").text)).toMatch(/^doubt: The formula calls LAMBDAs too deeply/);
});

test("A name that is no LAMBDA cannot read itself", () => {
  expect(resolved("Loop").problem).toBe("The name Loop refers to itself.");
});

test("A LAMBDA within a LET does not know itself, as in Excel", async () => {
  expect(await calculate("LET(f,LAMBDA(n,IF(n<2,1,n*f(n-1))),f(3))")).toMatch(/^doubt: The function F/);
});
