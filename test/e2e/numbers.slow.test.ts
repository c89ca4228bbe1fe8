/** Every function by the built command, over a real connection. */
import { DIALECTS } from "../../sandbox/dialect";
import { startServer, type SandboxServer, type ServerOptions } from "../../sandbox/server";
import { expectNumbers, numberCases, SCENARIOS } from "../numbers/functions/numberCases";
import { createOracle, expectClose } from "../oracle/atomicRows";
import { YEAR } from "../oracle/months";
import { connectionTo, valuesOf } from "./cli";

const servers: SandboxServer[] = [];
let server: SandboxServer;
let connection: Record<string, string>;

async function serve(options: Partial<ServerOptions>): Promise<Record<string, string>> {
  servers.push(await startServer({ port: 0, ...options }));
  return connectionTo(servers.at(-1)!);
}

beforeAll(async () => {
  connection = await serve({});
  [server] = servers as [SandboxServer];
});

afterAll(() => Promise.all(servers.map(({ close }) => close())));

test("formulas show the plain sums of the plan's atomic rows", async () => {
  const cases = numberCases(server.sandbox.planning);
  const formulas = cases.map(({ formula }) => formula);
  expectNumbers(cases, await valuesOf(formulas, connection));
});

test("the environment's plan and currency are used only for blank arguments", async () => {
  const { planning } = server.sandbox;
  const settings = { ...connection, INSIGHTS_PLAN: " fy26 PLAN ", INSIGHTS_CURRENCY: "EUR" };
  const formulas = ["=INSIGHTS.PNL()", '=INSIGHTS.PNL(,"actual","ebit")', '=INSIGHTS.PNL("","actual","ebit",,,,"usd")'];
  const [all, euros, dollars] = await valuesOf(formulas, settings);
  const ebit = createOracle(planning, "fy26", "fy26-actual", []).field("ebit", YEAR);
  expect((all as unknown[][])[0]).toEqual(["EUR", ...SCENARIOS]);
  expectClose(euros, ebit * planning.rates.get("EUR")!);
  expectClose(dollars, ebit);
});

test("a service that speaks in every unusual way gives the same numbers", async () => {
  // These two change the numbers: fields are missing, or questions without dates get all months.
  const others = ["fields", "dates"];
  const dialect = Object.fromEntries(
    Object.entries(DIALECTS)
      .map(([name, choices]) => [name, choices.at(-1)])
      .filter(([name]) => !others.includes(name ?? "")),
  );
  const formulas = [
    '=INSIGHTS.PNL("FY26 Plan")',
    '=INSIGHTS.PNL("FY26 Plan",{"committed","actual"},,"M",,,,"values")',
    '=INSIGHTS.DEMAND("FY26 Plan",{"committed","actual"},,"W","region",,,,"values")',
    '=INSIGHTS.KPI("FY26 Plan","actual","fillRate","2026-Q1","channel","E-commerce")',
    '=INSIGHTS.KPI("FY26 Plan","committed","ebitPercent","2025-11:2026-02")',
  ];
  expect(await valuesOf(formulas, await serve({ dialect }))).toEqual(await valuesOf(formulas, connection));
});
