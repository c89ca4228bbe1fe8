import { draftOf, missingParameters, moveDraft, withArgument, withFunction } from "../../src/actions/formulaDraft";

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
  ["KPI", {}, false, ["scenario", "field"]],
  ["KPI", {}, true, ["field"]],
  ["VAR", { field: "ebit" }, true, ["base"]],
  ["VAR", { field: "ebit", basePeriod: "PY" }, true, []],
  ["BRIDGE", { from: "actual" }, false, ["to"]],
  ["PNL", {}, false, []],
] as const)("%s with %j and an implied scenario (%s) lacks %j", (id, given, isScenarioImplied, missing) => {
  const draft = Object.entries(given).reduce(
    (before, [name, value]) => withArgument(before, name, { kind: "text", value }),
    withFunction(NEW, id),
  );
  expect(missingParameters(draft, isScenarioImplied)).toEqual(missing);
});
