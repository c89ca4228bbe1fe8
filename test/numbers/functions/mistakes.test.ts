/** What a failed call says of its wrong text, as data beside the message. */
import type { InsightsError } from "../../../src/insights";
import { nameMeant } from "../../../src/excel/workbook/errors/cellErrors";
import { failure, openSandbox, type FunctionName } from "./excel";

let excel: ReturnType<typeof openSandbox>;

beforeAll(async () => {
  excel = openSandbox();
  await excel.call("DEMAND", { plan: "FY26 Plan", scenario: "actual", groupBy: "region" });
});

async function mistakeOf(id: FunctionName, given: Record<string, unknown>) {
  const error = await failure(excel.call(id, given));
  const { mistake } = error.cause as InsightsError;
  return { message: error.message, mistake, meant: mistake && nameMeant(mistake) };
}

const GOOD = { plan: "FY26 Plan", scenario: "actual", field: "ebit" };

test.each<[FunctionName, Record<string, unknown>, string, string]>([
  ["KPI", { ...GOOD, plan: "FY26 Pla" }, "plan", "FY26 Plan"],
  ["KPI", { ...GOOD, scenario: "comitted" }, "scenario", "committed"],
  ["PNL", { ...GOOD, scenario: [["actual", "comitted"]] }, "scenario", "committed"],
  ["KPI", { ...GOOD, field: "ebti" }, "field", "ebit"],
  ["PNL", { ...GOOD, field: "netSales" }, "field", "Net sales"],
  ["KPI", { ...GOOD, field: "Trade spend" }, "field", "Trade expenses"],
  ["PNL", { ...GOOD, field: "Net revenue" }, "field", "Net sales"],
  ["VAR", { ...GOOD, base: "actaul" }, "base", "Actual"],
  ["VAR", { ...GOOD, scenario: "actaul", base: "actaul" }, "scenario", "Actual"],
  ["VAR", { ...GOOD, base: "committed", measure: "amuont" }, "measure", "amount"],
  ["VAR", { ...GOOD, base: "actual", basePlan: "FY26 Pla" }, "basePlan", "FY26 Plan"],
  ["VAR", { ...GOOD, basePlan: "FY26 Pla" }, "basePlan", "FY26 Plan"],
  ["KPI", { ...GOOD, period: "2026-03", basis: "YTDD" }, "basis", "YTD"],
  ["KPI", { ...GOOD, field: "demandVolume", groupBy: "region", item: "Nroth" }, "item", "North"],
  ["BRIDGE", { plan: "FY26 Plan", from: "actual", to: "comitted" }, "to", "committed"],
  ["BRIDGE", { plan: "FY26 Plan", from: "comitted", to: "actual" }, "from", "committed"],
])("%s with %j names the argument %s and means %s", async (id, given, argument, name) => {
  const { mistake, meant } = await mistakeOf(id, given);
  expect([mistake?.argument, meant]).toEqual([argument, name]);
});

test("Equal wrong texts of two arguments are told apart in one generation", async () => {
  const asked = { plan: "FY26 Plan", field: "ebit" };
  expect((await mistakeOf("VAR", { ...asked, scenario: "actual", base: "budgte" })).mistake?.argument).toBe("base");
  expect((await mistakeOf("VAR", { ...asked, scenario: "budgte", base: "actual" })).mistake?.argument).toBe("scenario");
});

test.each<[string, FunctionName, Record<string, unknown>]>([
  ["a missing field", "KPI", { ...GOOD, field: "" }],
  ["a field of another function", "DEMAND", GOOD],
  ["an item that a P&L does not have", "KPI", { ...GOOD, item: "North" }],
  ["a range that is not one", "KPI", { ...GOOD, period: "2026-03:x" }],
])("%s is no wrong name", async (_what, id, given) => {
  expect((await mistakeOf(id, given)).mistake).toBeUndefined();
});

test.each([
  ["EBITDA", "The planning service has no such number; FIELDS() lists those that it has."],
  ["EBITA", "The planning service has no such number; FIELDS() lists those that it has."],
  ["Revenue", "Which one: 'Gross sales', 'Net sales'?"],
])("'%s' has no name that one click could put in its place", async (field, hint) => {
  for (const id of ["KPI", "PNL"] as const) {
    const { message, meant } = await mistakeOf(id, { ...GOOD, field });
    expect([message, meant]).toEqual([`Field '${field}' is not known. ${hint}`, undefined]);
  }
});

test("The suggestion is the message's, or none", async () => {
  const texts = [
    "comitted",
    "actul",
    "budge",
    "x",
    "FY26 Pln",
    "demandvolum",
    "North Amercia",
    "ebitt",
    "2O26",
    "EBITDA",
  ];
  const places = ["plan", "scenario", "field", "groupBy", "item", "basis"];
  let suggested = 0;
  for (const text of texts) {
    for (const place of places) {
      const given: Record<string, unknown> = {
        plan: "FY26 Plan",
        scenario: "actual",
        field: "demandVolume",
        period: "2026-03",
      };
      const { message, mistake, meant } = await mistakeOf("KPI", { ...given, [place]: text });
      const [, quoted] = /Did you mean '(.+)'\?/.exec(message) ?? [];
      if (quoted !== undefined) expect(meant).toBe(quoted);
      if (mistake) expect(message).toContain(`'${mistake.wrong}'`);
      suggested += meant ? 1 : 0;
    }
  }
  expect(suggested).toBeGreaterThan(4);
});
