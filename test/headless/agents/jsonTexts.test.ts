/** Clients of agents send lists, numbers and objects as texts of JSON. */
import { TOOL_INPUTS, type ToolName } from "../../../src/headless/agents/schemas";

function read(tool: ToolName, given: object): unknown {
  const { success, data, error } = TOOL_INPUTS[tool].safeParse(given);
  return success ? data : error?.issues.map(({ message }) => message).join(" ");
}

test.each<[string, ToolName, object, object]>([
  ["a list of formulas", "evaluate_formulas", { formulas: '["=1","=2"]' }, { formulas: ["=1", "=2"] }],
  ["one formula", "evaluate_formulas", { formulas: '=IF(TRUE,"[1]","")' }, { formulas: ['=IF(TRUE,"[1]","")'] }],
  ["a list of fields", "ask", { field: '["ebit", "netSales"]' }, { field: ["ebit", "netSales"] }],
  ["a list of years", "ask", { field: "ebit", period: "[2026,2025]" }, { field: "ebit", period: ["2026", "2025"] }],
  ["a number", "ask", { field: "ebit", groupBy: "region", top: "2" }, { field: "ebit", groupBy: "region", top: 2 }],
  ["TRUE or FALSE", "list_plans", { refresh: "true" }, { refresh: true }],
  [
    "an object, and a list in it",
    "write_formula",
    { function: "KPI", arguments: '{"plan":"FY26 Plan","item":"[\\"North\\",\\"South\\"]","period":null}' },
    { function: "KPI", arguments: { plan: "FY26 Plan", item: ["North", "South"] } },
  ],
])("%s as a text is read", (_what, tool, given, expected) => {
  expect(read(tool, given)).toEqual(expected);
});

test.each([
  ["digits", "2026"],
  ["a quoted word", '"ebit"'],
  ["a name in brackets", "[North]"],
  ["a list that is not closed", '["North"'],
])("A text that fits as it is stays: %s", (_what, item) => {
  expect(read("ask", { field: "ebit", groupBy: "region", item })).toEqual({ field: "ebit", groupBy: "region", item });
});

test.each<[ToolName, object, string]>([
  ["evaluate_formulas", { formulas: 7 }, '["=INSIGHTS.PLANS()"]'],
  ["ask", { field: "ebit", groupBy: "region", item: [] }, '["ebit","netSales"]'],
  ["ask", { field: { name: "ebit" } }, '["ebit","netSales"]'],
  ["write_formula", { function: "KPI", arguments: "plan=FY26 Plan" }, '{"plan":"FY26 Plan","field":"ebit"}'],
])("What cannot be read gets a message with the form: %s %j", (tool, given, form) => {
  expect(read(tool, given)).toContain(form);
});
