/** Words of finance that are no names of fields or scenarios. */
import { FIELDS, findField, isInsightsError, type Plan } from "../../../src/insights";
import { fieldsCalled, hintInFinance } from "../../../src/numbers/language/financeWords";
import { findScenario } from "../../../src/numbers/language/names";

test.each([
  ["Revenue", ["grossFIESales", "netFIESales"]],
  ["NET  REVENUE", ["netFIESales"]],
  ["Trade spend", ["tradeExpenses"]],
  ["Cost of sales", ["cogs"]],
  ["Opex", ["supplyChainCost", "otherCosts", "overhead"]],
  ["GP", ["grossProfit"]],
  ["GP%", ["grossProfitPercent"]],
  ["Gross margin", ["grossProfit", "grossProfitPercent"]],
  ["operating-profit", ["ebit"]],
  ["Volume", ["demandVolume"]],
  ["Inventory", ["closingStock"]],
  ["budgets", undefined],
  ["constructor", undefined],
])("'%s' means %j", (word, fields) => {
  expect(fieldsCalled(word)).toEqual(fields);
});

test.each(["EBITDA", "EBITA", "EBT", "PBT", "Contribution margin", "net income", "SG&A", "OTIF"])(
  "'%s' is no number of the service, however near its name is to one",
  (word) => {
    expect(fieldsCalled(word)).toEqual([]);
  },
);

test("no word is a name or label of a field, which would not be asked about", () => {
  const called = FIELDS.flatMap(({ name, label }) => [name, label]).filter((name) => fieldsCalled(name));
  expect(called).toEqual([]);
  expect(findField("EBITDA")).toBeUndefined();
});

const scenarios = (...rows: [name: string, ...flags: string[]][]) =>
  rows.map(([name, ...flags], at) => ({ id: `s${at}`, name, flags }));
const planOf = (...rows: [name: string, ...flags: string[]][]): Plan => ({
  id: "p",
  name: "Plan",
  currency: "USD",
  scenarios: scenarios(...rows),
});

test.each([
  ["Budget", planOf(["Committed Plan", "committed"], ["Actual", "actual"]), "Committed Plan"],
  ["plan", planOf(["Committed Plan", "committed"], ["Actual", "actual"]), "Committed Plan"],
  ["Actuals", planOf(["Ledger", "actual"], ["Forecast"]), "Ledger"],
  ["AC", planOf(["Ledger", "actual"], ["Pack sizes"]), "Ledger"],
  ["Plan", planOf(["Plan"], ["Committed", "committed"]), "Plan"],
] as const)("the scenario that people call %s is found by its flag", (text, plan, name) => {
  expect(findScenario(text, plan).name).toBe(name);
});

test("a plan with a Budget v2 does not take its committed scenario for the Budget", () => {
  const plan = planOf(["Budget v2"], ["Committed Plan", "committed"]);
  expect(hintFor("Budget", plan)).toMatch(/There are 'Budget v2', /);
  expect(hintFor("Budegt v2", plan)).toMatch("Did you mean 'Budget v2'?");
});

function hintFor(text: string, plan: Plan): string {
  try {
    findScenario(text, plan);
  } catch (error) {
    if (isInsightsError(error)) return hintInFinance(error).message;
  }
  throw new Error("It was found.");
}
