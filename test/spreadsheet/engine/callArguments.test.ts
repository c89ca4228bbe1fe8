import { answerOf } from "../../../src/spreadsheet/engine/callArguments";
import type { Value, Values } from "../../../src/spreadsheet/engine/values";
import { declare } from "./declare";

/** The calls that an application of a function with these parameters to these arguments leads to, and its answer. */
function call(parameters: string, given: Values[], answer: (args: unknown[]) => Values | undefined = () => 1) {
  const calls: unknown[][] = [];
  const fn = declare("PNL", parameters, () => 0);
  const result = answerOf(fn, given, (args) => {
    calls.push(args);
    return answer(args);
  });
  return { calls, result };
}

const NA: Value = { code: "#N/A", message: "" };

describe("Arguments", () => {
  test("that are left out, inside or at the end, are null", () => {
    expect(call("plan scenario* field", [null, "actual"]).calls).toEqual([[null, [["actual"]], null]]);
  });

  test("are rows for a matrix, also when one value is given", () => {
    expect(call("field*", ["ebit"]).calls).toEqual([[[["ebit"]]]]);
    expect(call("field*", [[["ebit", null]]]).calls).toEqual([[[["ebit", null]]]]);
  });

  test("are the value of a range of one cell for any other parameter", () => {
    expect(call("plan interval", [[["FY26"]], [[null]]]).calls).toEqual([["FY26", null]]);
  });

  test("become text where the parameter is text", () => {
    expect(call("a:string b:string c:string d*:string", [12.5, true, null, [[1, false]]]).calls).toEqual([
      ["12.5", "TRUE", null, [["1", "FALSE"]]],
    ]);
  });

  test("become numbers where the parameter is a number, or say that they are none", () => {
    expect(call("a:number b:number", ["12.5", true]).calls).toEqual([[12.5, 1]]);
    const { calls, result } = call("months:number", ["many"]);
    expect(calls).toEqual([]);
    expect(result).toEqual({ code: "#VALUE!", message: `The argument 'months' must be a number, not "many".` });
  });

  test("become TRUE or FALSE where the parameter is that, or say that they are not", () => {
    expect(call("a:boolean b:boolean", [0, 2]).calls).toEqual([[false, true]]);
    expect(call("total:boolean", ["yes"]).result).toMatchObject({ code: "#VALUE!" });
  });

  test("that hold an error are the result, and the function is not called", () => {
    const message = "An argument holds the error #N/A.";
    expect(call("a b", [1, NA])).toEqual({ calls: [], result: { code: "#N/A", message } });
    expect(call("a*", [[[1, NA]]])).toEqual({ calls: [], result: { code: "#N/A", message } });
  });

  test("that hold the error of another call pass on its message", () => {
    const error = { code: "#N/A", message: "No such plan." };
    expect(call("a", [error]).result).toEqual(error);
  });

  test("that are too many are named", () => {
    expect(call("a b", [1, 2, 3])).toEqual({
      calls: [],
      result: { code: "#VALUE!", message: "INSIGHTS.PNL takes at most 2 arguments (given: 3)." },
    });
    expect(call("", [1]).result).toMatchObject({ message: "INSIGHTS.PNL takes no arguments (given: 1)." });
  });

  test("that are required and not given are named", () => {
    const fn = declare("PNL", "", () => 0);
    fn.metadata.parameters = [{ name: "plan" }];
    expect(answerOf(fn, [], () => 1)).toEqual({ code: "#VALUE!", message: "INSIGHTS.PNL needs the argument 'plan'." });
    expect(answerOf(fn, [null], () => 1)).toBe(1);
  });
});

describe("Several values for a parameter that takes one", () => {
  const echo = (args: unknown[]) => args.join("-");

  test("are asked one by one, and answered in rows", () => {
    expect(call("a", [[["x"], ["y"]]], echo)).toEqual({ calls: [["x"], ["y"]], result: [["x"], ["y"]] });
  });

  test("meet those of other parameters, a row and a column each way", () => {
    expect(call("a b c", [[["x"], ["y"]], [[1, 2]], "z"], echo).result).toEqual([
      ["x-1-z", "x-2-z"],
      ["y-1-z", "y-2-z"],
    ]);
  });

  test("leave a matrix beside them whole", () => {
    expect(call("a b*", [[[1, 2]], [["p", "q"]]]).calls).toEqual([
      [1, [["p", "q"]]],
      [2, [["p", "q"]]],
    ]);
  });

  test("are #N/A where ranges of different size do not meet", () => {
    const result = call("a b", [[[1, 2]], [[1, 2, 3]]], echo).result;
    expect(result).toMatchObject([["1-1", "2-2", { code: "#N/A" }]]);
  });

  test("are awaited until all are answered", () => {
    expect(call("a", [[[1, 2]]], ([a]) => (a === 1 ? 1 : undefined)).result).toBeUndefined();
  });

  test("are #VALUE! where each is answered by a table", () => {
    expect(call("a", [[[1, 2]]], () => [[1, 2]]).result).toMatchObject([[{ code: "#VALUE!" }, { code: "#VALUE!" }]]);
  });
});
