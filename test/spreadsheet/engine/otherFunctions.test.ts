/** Functions that are not calculated here: which of their values stand, and what is said of them. */
import { FUNCTIONS } from "../../../src/spreadsheet/engine/functions/functionTable";
import { isExcelFunction } from "../../../src/spreadsheet/engine/otherFunctions";
import { declare } from "./declare";
import { calculate, type Specs } from "./workbook";

const ECHO = declare("ECHO", "value", async ([value]) => value);
const OLD = { kept: { areOld: true, standAlone: true } };
const run = (specs: Specs) => calculate(specs, [ECHO], [], OLD);

test("No function is both calculated and not", () => {
  expect([...FUNCTIONS.keys()].filter(isExcelFunction)).toEqual([]);
});

test.each(["CIQ(B1)", "_xll.CIQ(B1)", "[1]!CIQ(B1)", "SUM(CIQ(B1),1)", '_xlfn._FV(B1,"Price")'])(
  "%s keeps its value while nothing that it reads has changed, and so do its readers",
  async (f) => {
    const cells: Specs = {
      A1: { f: "INSIGHTS.ECHO(1)" },
      B1: { f: "2+3", v: 5 },
      C1: { f, v: 70 },
      D1: { f: "C1+A1" },
    };
    expect(await run(cells)).toMatchObject({ C1: 70, D1: 71 });
    expect(await run({ ...cells, B1: { f: "2+4", v: 5 } })).toMatchObject({
      C1: expect.stringMatching(/^\? /) as unknown,
    });
  },
);

test.each<[what: string, spec: Specs[string]]>([
  ["with a zero, which may never have been calculated", { f: "CIQ(B1)", v: 0 }],
  ["without a value", { f: "CIQ(B1)", v: null }],
  ["with an error", { f: "CIQ(B1)", v: { code: "#NAME?", message: "" } }],
  ["with the time", { f: "CIQ(TODAY())", v: 7 }],
  ["that makes references", { f: "CIQ(OFFSET(B1,0,0))", v: 7 }],
  ["with a call of ours", { f: "CIQ(1)+INSIGHTS.ECHO(1)", v: 7 }],
  ["that reads ours", { f: "CIQ(A1)", v: 7 }],
])("A formula %s keeps nothing", async (_what, spec) => {
  const { C1 } = await run({ A1: { f: "INSIGHTS.ECHO(1)", v: 0 }, B1: 5, C1: spec });
  expect(C1).toMatch(/^\? The function CIQ is not Excel's own/);
});

test.each([
  ["FORECAST.ETS(1,A1:A3,A1:A3)", "Excel's function FORECAST.ETS cannot be calculated here."],
  ["_xlfn._TRO_ALL(A1:B3)", "A range that is cut to its used cells, such as A1:.B9, is not calculated here."],
  ["__xludf.DUMMYFUNCTION(A1)", "The formula calls a function that only Google Sheets knows."],
  [
    "_xldudf_FDS_CODES(A1)",
    "The function FDS.CODES is not Excel's own. Those of other add-ins and macros work in Excel only.",
  ],
  ["DBRW(A1,1)", "The function DBRW is not Excel's own. Those of other add-ins and macros work in Excel only."],
  ["SUMPRODUKT(A1,1)", "There is no function SUMPRODUKT. Did you mean SUMPRODUCT?"],
  ["NETWORKDAYZ.INTL(A1)", "There is no function NETWORKDAYZ.INTL. Did you mean NETWORKDAYS.INTL?"],
  ["INSIGHTS.ECHOS(A1)", "There is no function INSIGHTS.ECHOS. Did you mean INSIGHTS.ECHO?"],
  ["INSIGHTS.NOPE(A1)", "There is no function INSIGHTS.NOPE. Check its spelling."],
  ['_xlfn._FV(A1,"Price")', "The formula reads a field of a data type, which only Excel knows."],
])("%s is called what it is", async (f, problem) => {
  const { C1 } = await run({ A1: { f: "INSIGHTS.ECHO(1)" }, C1: { f, v: 3 } });
  expect(C1).toBe(`? ${problem}`);
});
