import { fixFormula, isSameText } from "../../../../src/excel/workbook/errors/fixFormula";

const scenario = { kind: "argument", id: "KPI", argument: 1, wrong: "comitted", meant: "committed" } as const;

const times = (text: string) => `=${Array<string>(3).fill(`INSIGHTS.KPI(1,"${text}")`).join("+")}`;

describe("a wrong text in a formula", () => {
  test.each([
    ["a literal", '=INSIGHTS.KPI("P", "comitted", "ebit")/2', '=INSIGHTS.KPI("P", "committed", "ebit")/2'],
    ["of another case", '=INSIGHTS.KPI("P"," Comitted ","ebit")', '=INSIGHTS.KPI("P","committed","ebit")'],
    [
      "in each call of the function",
      '=INSIGHTS.KPI(,"comitted","ebit")-INSIGHTS.KPI(,"comitted","cogs")',
      '=INSIGHTS.KPI(,"committed","ebit")-INSIGHTS.KPI(,"committed","cogs")',
    ],
    ["in a list", '=INSIGHTS.KPI("P",{"actual","comitted"})', '=INSIGHTS.KPI("P",{"actual","committed"})'],
    [
      "but not in other arguments or functions",
      '=INSIGHTS.KPI("comitted","comitted")&"comitted"&INSIGHTS.VAR("P","comitted")',
      '=INSIGHTS.KPI("comitted","committed")&"comitted"&INSIGHTS.VAR("P","comitted")',
    ],
    [
      "behind a text with brackets and commas",
      '=INSIGHTS.KPI("a,(b","comitted",INSIGHTS.KPI("x","comitted"))',
      '=INSIGHTS.KPI("a,(b","committed",INSIGHTS.KPI("x","committed"))',
    ],
  ])("is replaced: %s", (_title, formula, fixed) => {
    expect(fixFormula(formula, scenario)).toMatchObject({ formula: fixed, isComputed: false });
  });

  test.each([
    ["a number", "=INSIGHTS.KPI(1,2026,3)", "2026", '=INSIGHTS.KPI(1,"2027",3)'],
    ["a truth value", "=INSIGHTS.KPI(1,TRUE,3)", "true", '=INSIGHTS.KPI(1,"2027",3)'],
    ["after a text that holds it", '=INSIGHTS.KPI("x2026y","2026")', "2026", '=INSIGHTS.KPI("x2026y","2027")'],
    ["after a text with a comma", '=INSIGHTS.KPI("a,2026",2026)', "2026", '=INSIGHTS.KPI("a,2026","2027")'],
    ["after an equal argument", '=INSIGHTS.KPI("2026","2026")', "2026", '=INSIGHTS.KPI("2026","2027")'],
    ["behind a blank argument", '=2026+INSIGHTS.KPI( , "2026")', "2026", '=2026+INSIGHTS.KPI( , "2027")'],
    ["of three calls", times("2026"), "2026", times("2027")],
    ["but not another text", '=INSIGHTS.KPI(1,"2025")', "2026", '=INSIGHTS.KPI(1,"2025")'],
    ["but not other entries of a list", '=INSIGHTS.KPI(1,{"a", "b"})', "2026", '=INSIGHTS.KPI(1,{"a", "b"})'],
  ])("is replaced: %s", (_title, formula, wrong, fixed) => {
    expect(fixFormula(formula, { ...scenario, wrong, meant: "2027" }).formula).toBe(fixed);
  });

  test("is quoted as a literal, whatever it holds", () => {
    const fix = { ...scenario, meant: 'The "new", one' };
    expect(fixFormula('=INSIGHTS.KPI("P","comitted")', fix).formula).toBe('=INSIGHTS.KPI("P","The ""new"", one")');
  });

  test("leads to the cells that the argument reads", () => {
    expect(fixFormula("=INSIGHTS.KPI($A$1,Inputs!B$2,C3)", scenario)).toEqual({
      formula: "=INSIGHTS.KPI($A$1,Inputs!B$2,C3)",
      references: ["Inputs!B$2"],
      isComputed: false,
    });
  });

  test("is left if it is computed", () => {
    const formula = '=INSIGHTS.KPI("P",IF(A1,"comitted","actual"))';
    expect(fixFormula(formula, scenario)).toEqual({ formula, references: [], isComputed: true });
  });
});

test.each([
  [" Plan", "plan ", true],
  [2026, "2026", true],
  [true, "TRUE", true],
  [null, "null", false],
  ["Plan", "Plans", false],
])("%j and %j are the same text: %s", (value, text, isSame) => {
  expect(isSameText(value, text)).toBe(isSame);
});

test("a function's name is replaced in its calls", () => {
  const fix = { kind: "function", wrong: "INSIGHTS.PNLL", meant: "INSIGHTS.PNL" } as const;
  expect(fixFormula('=INSIGHTS.pnll("A")+INSIGHTS.KPI("INSIGHTS.PNLL")', fix)).toEqual({
    formula: '=INSIGHTS.PNL("A")+INSIGHTS.KPI("INSIGHTS.PNLL")',
    references: [],
    isComputed: false,
  });
  const bare = { kind: "function", wrong: "KPI", meant: "INSIGHTS.KPI" } as const;
  expect(fixFormula("=KPI(1)+INSIGHTS.KPI(2)", bare).formula).toBe("=INSIGHTS.KPI(1)+INSIGHTS.KPI(2)");
});

test("a call that is bound to another file becomes Excel's own", () => {
  const fixed = fixFormula("='C:\\x.xla'!_xldudf_INSIGHTS_PNL(\"P\")", { kind: "notation" });
  expect(fixed).toEqual({ formula: '=INSIGHTS.PNL("P")', references: [], isComputed: false });
});
