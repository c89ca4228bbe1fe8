import fc from "fast-check";
import { findCalls } from "../../../src/numbers/language/calls";
import { replaceSpan } from "../../../src/spreadsheet/formulas/tokens";
import { formulas } from "../../spreadsheet/formulas/generate";

/** The calls of a formula as "NAME(argument|argument)". */
function found(formula: string): string[] {
  return findCalls(formula).map(({ name, args }) => `${name}(${args.join("|")})`);
}

describe("calls are found", () => {
  test.each([
    ["alone", '=INSIGHTS.PNL("FY26 Plan", $B$2)', ['PNL("FY26 Plan"|$B$2)']],
    ["without arguments", "=INSIGHTS.PLANS( )", ["PLANS()"]],
    ["with arguments left out", "=INSIGHTS.DEMAND(A1,,B1, )", ["DEMAND(A1||B1|)"]],
    ["in small letters", "=insights.pnl(A1)", ["PNL(A1)"]],
    ["in other functions", "=IFERROR(INSIGHTS.KPI(A1)/SUM(B:B),0)", ["KPI(A1)"]],
    [
      "in each other",
      "=INSIGHTS.KPI(INDEX(INSIGHTS.PLANS(),2,1),B1)",
      ["KPI(INDEX(INSIGHTS.PLANS(),2,1)|B1)", "PLANS()"],
    ],
    ["in LET and LAMBDA", "=LET(p,INSIGHTS.PNL(A1),LAMBDA(x,INSIGHTS.KPI(x))(p))", ["PNL(A1)", "KPI(x)"]],
    ["beside array constants", '=INSIGHTS.PNL("p",{"a","b";"c","d"})*{1,2}', ['PNL("p"|{"a","b";"c","d"})']],
    ["with unions", "=INSIGHTS.PNL(p,(A1:A2,B1))", ["PNL(p|(A1:A2,B1))"]],
    ["after an @", "=@INSIGHTS.PNL(@A:A)", ["PNL(@A:A)"]],
    ["in several lines", '=INSIGHTS.PNL(\n  "p",\r\n  A1 )', ['PNL("p"|A1)']],
    ["in a file", "_xlfn.LET(_xlpm.x,_xldudf_INSIGHTS_PNL(A1),_xlpm.x)", ["PNL(A1)"]],
    ["bound to another file", "=x.xla!_xldudf_INSIGHTS_PNL(A1)", ["PNL(A1)"]],
  ])("%s", (_where, formula, expected) => expect(found(formula)).toEqual(expected));

  test.each([
    ["a text", '="INSIGHTS.PNL(1) is a call, ""INSIGHTS.PNL(2)"" too"'],
    ["a sheet's name", "='INSIGHTS.PNL(1)'!A1+'It''s INSIGHTS.PNL('!B2"],
    ["a name", "=INSIGHTS.PNL+INSIGHTS"],
    ["another function", "=MYINSIGHTS.PNL(1)+INSIGHTS.PNL.X+_xldudf_OTHER_PNL(1)+INSIGHTS(1)"],
    ["a bracket that never closes", "=INSIGHTS.PNL(A1"],
    ["text that is no formula", "INSIGHTS.PNL"],
    ["nothing", ""],
  ])("but not in %s", (_where, formula) => expect(found(formula)).toEqual([]));

  test("whatever surrounds them", () => {
    fc.assert(
      fc.property(formulas, ({ text, names }) => {
        expect(findCalls(`=${text}`).map(({ name }) => name)).toEqual(names);
      }),
    );
  });

  test("in any text whatever, without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (noise) => {
        const formula = `=INSIGHTS.PNL(${noise})`;
        for (const { start, end } of findCalls(formula)) expect(formula.slice(start, end)).toMatch(/^.*\(.*\)$/s);
      }),
    );
  });
});

test("A call says its notation, and where it and its name stand", () => {
  const formula = "=1+[2]!_xldudf_INSIGHTS_PNL(INSIGHTS.KPI(A1),_xldudf_INSIGHTS_PLANS())";
  const at = (text: string) => ({ start: formula.indexOf(text), end: formula.indexOf(text) + text.length });
  expect(findCalls(formula).map(({ notation, callee }) => ({ notation, callee }))).toEqual([
    { notation: "broken", callee: at("[2]!_xldudf_INSIGHTS_PNL") },
    { notation: "excel", callee: at("INSIGHTS.KPI") },
    { notation: "file", callee: at("_xldudf_INSIGHTS_PLANS") },
  ]);
  expect(findCalls(formula)[0]).toMatchObject({ start: 3, end: formula.length });
});

test("A call is replaced by another text, and the rest stays", () => {
  const formula = '="a"&INSIGHTS.PNL(A1, "x")&"b"';
  expect(replaceSpan(formula, findCalls(formula)[0]!, "12")).toBe('="a"&12&"b"');
});
