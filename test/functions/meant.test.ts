import { findMeant } from "../../src/functions/meant";
import metadata from "../../src/functions/functions.json";
import { failure, openSandbox, type FunctionName } from "./excel";

let excel: ReturnType<typeof openSandbox>;

beforeAll(async () => {
  excel = openSandbox();
  await excel.call("DEMAND", { plan: "FY26 Plan", scenario: "actual", groupBy: "region" });
});

/** The message of a call, and what is found to be meant. */
async function mistake(id: FunctionName, given: Record<string, unknown>) {
  const { message } = await failure(excel.call(id, given));
  const parameters = metadata.functions.find((each) => each.id === id)?.parameters ?? [];
  const args = parameters.map(({ name }) => given[name] ?? null);
  return { message, meant: findMeant({ id, args, settings: {}, error: { message } }) };
}

const GOOD = { plan: "FY26 Plan", scenario: "actual", field: "ebit" };

test.each([
  ["KPI", { ...GOOD, plan: "FY26 Pla" }, "FY26 Plan"],
  ["KPI", { ...GOOD, scenario: "comitted" }, "committed"],
  ["PNL", { ...GOOD, scenario: [["actual", "comitted"]] }, "committed"],
  ["KPI", { ...GOOD, field: "ebti" }, "ebit"],
  ["PNL", { ...GOOD, field: "netSales" }, "Net sales"],
  ["VAR", { ...GOOD, base: "actaul" }, "Actual"],
  ["VAR", { ...GOOD, base: "committed", measure: "amuont" }, "amount"],
  ["KPI", { ...GOOD, period: "2026-03", basis: "YTDD" }, "YTD"],
  ["BRIDGE", { plan: "FY26 Plan", from: "actual", to: "comitted" }, "committed"],
] as const)("%s with %j means %s", async (id, given, name) => {
  const { meant } = await mistake(id, given);
  expect(meant).toMatchObject({ meant: name });
});

test("The suggestion is the message's, or none", async () => {
  const texts = ["comitted", "actul", "budge", "x", "FY26 Pln", "demandvolum", "North Amercia", "ebitt", "2O26"];
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
      const { message, meant } = await mistake("KPI", { ...given, [place]: text });
      const [, quoted] = /Did you mean '(.+)'\?/.exec(message) ?? [];
      if (quoted !== undefined && meant) expect(meant.meant).toBe(quoted);
      if (meant) expect(message).toContain(`'${meant.wrong}'`);
      suggested += meant ? 1 : 0;
    }
  }
  expect(suggested).toBeGreaterThan(5);
});
