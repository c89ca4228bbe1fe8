import {
  draftOf,
  missingParameters,
  moveDraft,
  withArgument,
  withFunction,
  withTurned,
} from "../../../../src/excel/actions/formula/formulaDraft";

const NEW = draftOf("Sheet1!B2", "");

test("A draft that moves to another sheet keeps the cells of its references", () => {
  const reference = withArgument(NEW, "plan", { kind: "reference", text: "$A$1" });
  const draft = withArgument(reference, "field", { kind: "expression", text: "A2&Lists!B$3" });
  expect(moveDraft(draft, "Sheet1!C3").formula).toBe("=INSIGHTS.PNL($A$1, , A2&Lists!B$3)");
  expect(moveDraft(draft, "'P&L'!C3").formula).toBe("=INSIGHTS.PNL(Sheet1!$A$1, , Sheet1!A2&Lists!B$3)");
});

test("The draft of an existing formula drops its field and the text around the call", () => {
  const draft = draftOf("Sheet1!B2", '=ROUND(INSIGHTS.KPI("Plan",$B$1,$A7,C$5),0)');
  expect(moveDraft(draft, "Sheet1!B3").formula).toBe('=INSIGHTS.KPI("Plan", $B$1)');
});

test.each([
  ["KPI", {}, [], ["plan", "scenario", "field"]],
  ["KPI", { plan: "FY26" }, [], ["scenario", "field"]],
  ["KPI", {}, ["plan", "scenario"], ["field"]],
  ["VAR", { field: "ebit" }, ["plan", "scenario"], ["base"]],
  ["VAR", { field: "ebit", basePeriod: "PY" }, ["plan", "scenario"], []],
  ["BRIDGE", { from: "actual" }, ["plan"], ["to"]],
  ["PNL", {}, ["plan"], []],
  ["PNL", {}, [], ["plan"]],
  ["PERIOD", {}, [], []],
] as const)("%s with %j, where the workbook implies %j, lacks %j", (id, given, implied, missing) => {
  const draft = Object.entries(given).reduce(
    (before, [name, value]) => withArgument(before, name, { kind: "text", value }),
    withFunction(NEW, id),
  );
  expect(missingParameters(draft, implied)).toEqual(missing);
});

const text = (value: string) => ({ kind: "text", value }) as const;

test("A new formula names the plan, and a formula of a cell keeps its own", () => {
  expect(draftOf("Sheet1!B2", "", "Plan").formula).toBe('=INSIGHTS.PNL("Plan")');
  expect(draftOf("Sheet1!B2", "=1+1", "Plan").formula).toBe('=INSIGHTS.PNL("Plan")');
  expect(draftOf("Sheet1!B2", "=INSIGHTS.KPI(,A1)", "Plan").formula).toBe("=INSIGHTS.KPI(, A1)");
});

test("The first call of a function that exists is edited", () => {
  const draft = draftOf("Sheet1!B2", '=INSIGHTS.NONE(1)+INSIGHTS.KPI("Plan")/INSIGHTS.PNL("Other")');
  expect(draft).toMatchObject({
    callee: { id: "KPI" },
    args: { plan: text("Plan") },
    around: { before: "=INSIGHTS.NONE(1)+", after: '/INSIGHTS.PNL("Other")' },
  });
});

test("A draft that moves to another sheet keeps texts and numbers", () => {
  const draft = withArgument(withArgument(NEW, "plan", text("Plan")), "dateFrom", { kind: "number", value: 46_023 });
  expect(moveDraft(draft, "Other!A1").formula).toBe('=INSIGHTS.PNL("Plan", , , , 46023)');
});

test("A function of the same family keeps field and interval, one of another does not", () => {
  const pnl = withArgument(withArgument(NEW, "field", text("ebit")), "interval", text("M"));
  expect(withFunction(withFunction(pnl, "PNL"), "PNL").args).toEqual({ field: text("ebit"), interval: text("M") });
  expect(withFunction(pnl, "DEMAND").args).toEqual({});
  expect(withFunction(pnl, "KPI").args).toEqual({});
});

test("A function after one without a plan names the workbook's plan", () => {
  const plans = withFunction(withArgument(NEW, "plan", text("Plan")), "PLANS", "Workbook's");
  expect(plans.formula).toBe("=INSIGHTS.PLANS()");
  expect(withFunction(plans, "KPI", "Workbook's").formula).toBe('=INSIGHTS.KPI("Workbook\'s")');
  expect(withFunction(plans, "KPI").formula).toBe("=INSIGHTS.KPI()");
  expect(withFunction(withFunction(NEW, "KPI"), "PNL", "Workbook's").formula).toBe("=INSIGHTS.PNL()");
});

test("A blank argument is left out", () => {
  const given = withArgument(NEW, "plan", text("Plan"));
  expect(withArgument(given, "plan", { kind: "blank" }).args).toEqual({});
});

test("Only references turn to their next kind", () => {
  const draft = withArgument(withArgument(NEW, "plan", { kind: "reference", text: "A1" }), "scenario", text("One"));
  expect(withTurned(draft, "plan").formula).toBe('=INSIGHTS.PNL($A$1, "One")');
  expect(withTurned(draft, "scenario")).toBe(draft);
  expect(withTurned(draft, "field")).toBe(draft);
});

test("A function that does not exist is refused", () => {
  expect(() => withFunction(NEW, "NONE")).toThrow("There is no function NONE.");
});
