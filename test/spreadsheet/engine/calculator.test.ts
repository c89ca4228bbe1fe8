import * as fc from "fast-check";
import { createCalculator } from "../../../src/spreadsheet/engine/evaluate";
import type { Calculator, Result } from "../../../src/spreadsheet/engine/evaluate";
import type { CustomFunction } from "../../../src/spreadsheet/engine/customFunction";
import { declare, failure } from "./declare";
import { runs } from "../../propertyOptions";

const TABLE = [
  ["line", "committed", "actual"],
  ["sales", 1200, 1100],
  ["ebit", 300, "=1+1"],
];

/** Every call as text, in the order of asking. */
let calls: string[] = [];
let calculator: Calculator | undefined;

function logged(name: string, parameters: string, run: CustomFunction["run"]): CustomFunction {
  return declare(name, parameters, (args, call) => {
    calls.push(`${name}${JSON.stringify(args)}`);
    return run(args, call);
  });
}

const FUNCTIONS = [
  logged("KPI", "a b c", () => 7),
  logged("TABLE", "a* b", async () => TABLE),
  logged("MONTHS", "", () => [["2026-02", "2026-03"]]),
  logged("ECHO", "a", async ([a]) => a),
  logged("BAD", "text", async ([text]) => Promise.reject(failure("#N/A", `No such plan: ${String(text)}.`))),
  logged("DOWN", "", () => {
    throw new Error("No connection.");
  }),
];

async function evaluate(...formulas: string[]): Promise<Result[]> {
  calculator ??= createCalculator(FUNCTIONS);
  calls = [];
  return calculator.evaluate(formulas);
}

async function valueOf(formula: string): Promise<unknown> {
  const [result] = await evaluate(formula);
  return "value" in result! ? result.value : result!.error;
}

afterAll(() => calculator?.dispose());

describe("Formulas", () => {
  test.each<[string, unknown]>([
    ["=INSIGHTS.KPI()/1000", 0.007],
    ["INSIGHTS.KPI()*2", 14],
    [" =insights.kpi( 1 , 2 ) ", 7],
    ["=-INSIGHTS.KPI()%", -0.07],
    ["=SUM(INSIGHTS.TABLE())", 2600],
    ['=TEXT(INSIGHTS.KPI(),"0.00")', "7.00"],
    ['=IF(INSIGHTS.KPI()>3,"high","low")', "high"],
    ["=LET(x,INSIGHTS.TABLE(),INDEX(x,2,3))", 1100],
    ["=LAMBDA(x,x+INSIGHTS.KPI())(3)", 10],
    ["=MAP({1,2},LAMBDA(x,INSIGHTS.ECHO(x)*10))", [[10, 20]]],
    ['=XLOOKUP("ebit",INDEX(INSIGHTS.TABLE(),0,1),INDEX(INSIGHTS.TABLE(),0,2))', 300],
    ["=FILTER(INSIGHTS.TABLE(),{FALSE;TRUE;FALSE})", [["sales", 1200, 1100]]],
    ["=IFERROR(INSIGHTS.DOWN(),5)", 5],
    ["=IFNA(INSIGHTS.BAD(1),0)+1", 1],
    ["=INSIGHTS.KPI(2*{1,2})", [[7, 7]]],
    ['="x"&{"a","b}"}', [["xa", "xb}"]]],
    [
      '={1,2}-{1;"="}',
      [
        [0, 1],
        ["#VALUE!", "#VALUE!"],
      ],
    ],
    ['="*{1,2}"', "*{1,2}"],
    ["=1+1", 2],
  ])("%s gives %j", async (formula, value) => {
    expect(await valueOf(formula)).toEqual(value);
  });

  test.each<[string, unknown]>([
    ['=INSIGHTS.ECHO("2026-03")', "2026-03"],
    ['=INSIGHTS.ECHO("5%")', "5%"],
    ['=INSIGHTS.ECHO(IF(TRUE,"2026-03"))', "2026-03"],
    ['=LET(x,"2026-03",INSIGHTS.ECHO(x))', "2026-03"],
    ['=LET(x,IF(TRUE,"2026-03"),INSIGHTS.ECHO(x))', "2026-03"],
    ['=XLOOKUP("2026-03",INSIGHTS.MONTHS(),{1,2})', 2],
    ['=VLOOKUP("ebit",INSIGHTS.TABLE(),2,FALSE)', 300],
    ['=MATCH("2026-03",INSIGHTS.MONTHS(),0)', 2],
    ['=CONCAT("2026-03","!")', "2026-03!"],
    ['=ISTEXT("2026-03")', true],
  ])("%s keeps a text that looks like a date or a share, and gives %j", async (formula, value) => {
    expect(await valueOf(formula)).toEqual(value);
  });

  test.each<[string, unknown]>([
    ['=MONTH("2026-03")', 3],
    ['=EDATE("2026-03-01",1)', 46_113],
    ['="5%"+1', 1.05],
    ['=SUM("5%",1)', 1.05],
    ['=VALUE("2026-03-01")', 46_082],
  ])("%s makes a number of a text where one is needed, and gives %j", async (formula, value) => {
    expect(await valueOf(formula)).toEqual(value);
  });

  test("give tables as rows", async () => {
    expect(await valueOf("=INSIGHTS.TABLE()")).toEqual(TABLE);
  });

  test("are evaluated together, with results in order", async () => {
    expect(await evaluate("=INSIGHTS.KPI()", "=1/0", "=INSIGHTS.ECHO(3)")).toMatchObject([
      { value: 7 },
      { error: { code: "#DIV/0!" } },
      { value: 3 },
    ]);
    expect(await evaluate()).toEqual([]);
  });

  test.each([["=1+1"], ["00123"], ["-5"], ["@x"], ["#N/A"], [""]])(
    "keep text that a function returns: %s",
    async (text) => {
      const functions = [declare("TEXT", "", () => text), declare("TEXTS", "", () => [[text, text]])];
      const own = createCalculator(functions);
      const formulas = ["=INSIGHTS.TEXT()", "=INSIGHTS.TEXTS()", "=INDEX(INSIGHTS.TEXTS(),1,2)"];
      expect(await own.evaluate(formulas)).toEqual([{ value: text }, { value: [[text, text]] }, { value: text }]);
      own.dispose();
    },
  );

  test("never get into each other's way, however much they spill", async () => {
    const big = declare("BIG", "", () =>
      Array.from({ length: 2000 }, (_, row) => Array.from({ length: 10 }, () => row)),
    );
    const own = createCalculator([big]);
    const results = await own.evaluate(["=INSIGHTS.BIG()", "=INSIGHTS.BIG()", "=1"]);
    expect(
      results.map((result) => ("value" in result && Array.isArray(result.value) ? result.value.length : 1)),
    ).toEqual([2000, 2000, 1]);
    own.dispose();
  });
});

describe("Arguments", () => {
  test.each([
    ['=INSIGHTS.KPI("a",,TRUE)', '["a",null,true]'],
    ["=INSIGHTS.KPI(0,)", "[0,null,null]"],
    ["=INSIGHTS.KPI(,1/4)", "[null,0.25,null]"],
    ['=INSIGHTS.KPI("x""y")', '["x\\"y",null,null]'],
  ])("of %s are passed as Excel passes them", async (formula, args) => {
    await evaluate(formula);
    expect(calls).toEqual([`KPI${args}`]);
  });

  test.each([
    ['=INSIGHTS.TABLE("a")', '[[["a"]],null]'],
    ['=INSIGHTS.TABLE({"a","b"})', '[[["a","b"]],null]'],
    ["=INSIGHTS.TABLE({1;2})", "[[[1],[2]],null]"],
    ["=INSIGHTS.TABLE()", "[null,null]"],
  ])("of %s are rows where the parameter is a matrix", async (formula, args) => {
    await evaluate(formula);
    expect(calls).toEqual([`TABLE${args}`]);
  });

  test("that are several for a parameter that takes one are asked one by one", async () => {
    expect(await valueOf('=INSIGHTS.ECHO({"x";"y"})')).toEqual([["x"], ["y"]]);
    expect(calls).toEqual(['ECHO["x"]', 'ECHO["y"]']);
  });

  test("that hold an error are the result without a call", async () => {
    expect(await valueOf("=INSIGHTS.KPI(1/0)")).toEqual({
      code: "#DIV/0!",
      message: "An argument holds the error #DIV/0!.",
    });
    expect(await valueOf("=INSIGHTS.TABLE({1,#N/A})")).toMatchObject({ code: "#N/A" });
    expect(calls).toEqual([]);
  });
});

describe("Calls", () => {
  test("of one pass are made in one macrotask, however many formulas there are", async () => {
    const batches: number[] = [];
    let batch: (() => void)[] = [];
    const flush = () => {
      batches.push(batch.length);
      batch.splice(0).forEach((answer) => answer());
    };
    const batched = declare("PNL", "a", ([a]) => {
      if (batch.length === 0) queueMicrotask(flush);
      return new Promise((resolve) => batch.push(() => resolve(a)));
    });
    const own = createCalculator([batched]);
    const results = await own.evaluate(Array.from({ length: 1200 }, (_, at) => `=INSIGHTS.PNL(${at})+1`));
    expect(batches).toEqual([1200]);
    expect(results[1199]).toEqual({ value: 1200 });
    batch = [];
    own.dispose();
  });

  test("may depend on others' results, and are then made with those", async () => {
    expect(await valueOf("=INSIGHTS.ECHO(INSIGHTS.ECHO(INSIGHTS.ECHO(1)+1)*2)")).toBe(4);
    expect(calls).toEqual(["ECHO[1]", "ECHO[2]", "ECHO[4]"]);
  });

  test("are never made with what stands in for an answer that is awaited", async () => {
    expect(await valueOf("=INSIGHTS.KPI(IFERROR(INSIGHTS.ECHO(5),0),COUNT(INSIGHTS.ECHO(6)))")).toBe(7);
    expect(calls).toEqual(["ECHO[5]", "ECHO[6]", "KPI[5,1,null]"]);
  });

  test("are made once for each formula and evaluation", async () => {
    const formula = "=INSIGHTS.ECHO(1)+INSIGHTS.ECHO(1)+INSIGHTS.ECHO(INSIGHTS.ECHO(1)+1)";
    expect(await evaluate(formula, "=INSIGHTS.ECHO(1)")).toEqual([{ value: 4 }, { value: 1 }]);
    expect(calls).toEqual(["ECHO[1]", "ECHO[1]", "ECHO[2]"]);
    await evaluate("=INSIGHTS.ECHO(1)");
    expect(calls).toEqual(["ECHO[1]"]);
  });

  test("come to an end when they depend on the clock or on chance", async () => {
    const results = await evaluate("=INSIGHTS.ECHO(RAND()+RAND()+INSIGHTS.KPI())-7<2", "=INSIGHTS.ECHO(NOW())>46000");
    expect(results).toEqual([{ value: true }, { value: true }]);
    expect(calls).toHaveLength(3);
  });

  test("know the address of their formula", async () => {
    const own = createCalculator([declare("WHERE", "", (_, { address }) => address)]);
    expect(await own.evaluate(["=1", "=INSIGHTS.WHERE()"])).toEqual([{ value: 1 }, { value: "Sheet1!A2" }]);
    own.dispose();
  });
});

describe("Errors", () => {
  test.each([
    ["=INSIGHTS.BAD(1)/1000", "#N/A", "No such plan: 1."],
    ["=INDEX(SUM(INSIGHTS.BAD(2)),1)", "#N/A", "No such plan: 2."],
    ["=INSIGHTS.ECHO(INSIGHTS.BAD(3))", "#N/A", "No such plan: 3."],
    ["=INSIGHTS.DOWN()", "#VALUE!", "No connection."],
    ["=IFNA(INSIGHTS.BAD(1),0)+INSIGHTS.DOWN()", "#VALUE!", "No connection."],
    ["=IFNA(INSIGHTS.BAD(1),0)+INSIGHTS.BAD(2)", "#N/A", "No such plan: 2."],
    ["=INSIGHTS.KPI(1,2,3,4)", "#VALUE!", "INSIGHTS.KPI takes at most 3 arguments (given: 4)."],
    ["=INSIGHTS.ECHO(LAMBDA(x,x))", "#CALC!", "A LAMBDA is not a value. Call it with its arguments."],
    ["=INSIGHTS.NOPE(1)+FOO(-BAR())", "#NAME?", "There is no function INSIGHTS.NOPE. Check its spelling."],
    ["=nowhere+1", "#NAME?", "The name nowhere is unknown. Check its spelling."],
  ])("of %s are %s with a message that says what is wrong", async (formula, code, message) => {
    expect(await valueOf(formula)).toEqual({ code, message });
  });

  test.each(["#DIV/0!", "#N/A", "#NULL!", "#NUM!", "#REF!", "#VALUE!"])(
    "of the spreadsheet's own are explained: %s",
    async (code) => {
      expect(await valueOf(`=${code}+1`)).toEqual({ code, message: expect.stringMatching(/^\w.{20,}\.$/) });
    },
  );

  test.each([
    ["=Sheet1:Gone!B1+1", "#REF!"],
    ["=SUM(Sheet1:Gone!B1)", "#REF!"],
    ["=SUM(Sheet1:B3)", "#NAME?"],
    ["=SUM(Jan:Feb!B1)", "#REF!"],
    ["=SUM(A1:Gone!B1)", "#REF!"],
    ["=Gone!B1:B2", "#REF!"],
    ["=ROWS(Gone!A:A)", "#REF!"],
    ["=A1#", "#REF!"],
  ])("of a reference that does not exist come at once: %s", async (formula, code) => {
    expect(await valueOf(formula)).toMatchObject({ code });
  });

  test.each([
    ["=SUM(A1:A1048576)"],
    ["=SUM(Sheet1!A1:Sheet1!B1)"],
    ["=SUM(sheet1!A1:B2)"],
    ["='SHEET1'!A1+0"],
    ["=SUM(A:A,1:2)"],
    ["=SUM(A1:INDEX(A:A,3))"],
    ["=A1"],
    ["=INSIGHTS.KPI(B1)"],
    ['=INSIGHTS.KPI(INDIRECT("B1"))'],
    ["=INSIGHTS.KPI(OFFSET(B1,1,1))"],
    ["=INSIGHTS.KPI(INDEX(A1:B2,1,1))"],
    ["=INSIGHTS.TABLE(A1:B2,A1)"],
    ["=IFERROR(INSIGHTS.KPI(B1),0)"],
    ['=IFERROR(INSIGHTS.TABLE(INDIRECT("B1:B2")),0)'],
    ["=COUNT(A1:A9)"],
    ["=ISBLANK(B1)"],
  ])("of a formula that reads a cell, of which there is none: %s", async (formula) => {
    // A range that another formula has read counts too.
    const noCells = { code: "#REF!", message: expect.stringContaining("reads cells, and there is no workbook here") };
    expect(await evaluate(formula, formula, "=1+1")).toEqual([{ error: noCells }, { error: noCells }, { value: 2 }]);
    expect(calls).toEqual([]);
  });

  test.each([[""], ["="], ["=1+"], ["=)"], ["=((("], ['="a'], ["=:@"], ["=LET(x,1,x,2,)"]])(
    "of a formula that cannot be read say so: %j",
    async (formula) => {
      expect(await valueOf(formula)).toMatchObject({
        code: "#VALUE!",
        message: expect.stringContaining("cannot be read"),
      });
    },
  );

  test.each([["=A1]"], ["=[1"], ["=(1"], ["={1"], ['="'], ["='"], ["=LAMBDA(x"]])(
    "of one formula leave others alone: %s",
    async (formula) => {
      expect((await evaluate(formula, "=INSIGHTS.KPI()&1/2", "=SUM({1,2})")).slice(1)).toEqual([
        { value: "70.5" },
        { value: 3 },
      ]);
    },
  );

  test("inside a result of rows are their codes", async () => {
    expect(await valueOf("=1/{1,0}")).toEqual([[1, "#DIV/0!"]]);
  });

  test("never come as an exception, whatever the formula", async () => {
    const token = fc.constantFrom(
      ..."=(){},;\"'+-*/%&<>!@#:$[] \n^é._",
      "A1",
      "B2:C3",
      "1",
      "2.5",
      "x",
      "LET(",
      "LAMBDA(",
      "MAP(",
      "INDEX(",
      "#N/A",
      "INSIGHTS.TABLE(",
      "INSIGHTS.KPI(",
    );
    const formula = fc.oneof(
      fc.string(),
      fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join("")),
    );
    const property = fc.asyncProperty(fc.array(formula, { maxLength: 40 }), async (formulas) => {
      const results = await evaluate(...formulas);
      expect(results).toHaveLength(formulas.length);
      for (const result of results) expect("value" in result || result.error.message !== "").toBe(true);
    });
    await fc.assert(property, { numRuns: runs(50) });
  });
});

describe("A calculator", () => {
  test("has evaluations wait for one another", async () => {
    const log: string[] = [];
    const slow = declare("SLOW", "name", async ([name]) => {
      log.push(`asked ${String(name)}`);
      await new Promise(setImmediate);
      log.push(`answered ${String(name)}`);
    });
    const own = createCalculator([slow]);
    await Promise.all(["a", "b"].map((name) => own.evaluate([`=INSIGHTS.SLOW("${name}")`])));
    expect(log).toEqual(["asked a", "answered a", "asked b", "answered b"]);
    own.dispose();
  });

  test("that is disposed of aborts its calls and ends its evaluations with an error", async () => {
    let ask: (signal: AbortSignal) => void;
    const asked = new Promise<AbortSignal>((resolve) => (ask = resolve));
    const own = createCalculator([declare("STUCK", "", (_, { signal }) => new Promise(() => ask(signal)))]);
    const evaluations = [own.evaluate(["=INSIGHTS.STUCK()"]), own.evaluate(["=1"])];
    const signal = await asked;
    own.dispose();
    own.dispose();
    expect(signal.aborted).toBe(true);
    const ended = await Promise.allSettled([...evaluations, own.evaluate(["=1"])]);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });

  test("works beside another one with functions of the same name", async () => {
    const own = createCalculator([declare("KPI", "a b c", () => "other")]);
    expect(await own.evaluate(["=INSIGHTS.KPI()"])).toEqual([{ value: "other" }]);
    expect(await valueOf("=INSIGHTS.KPI()")).toBe(7);
    own.dispose();
    expect(await valueOf("=INSIGHTS.KPI()&1/2")).toBe("70.5");
  });
});
