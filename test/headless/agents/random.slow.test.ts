/** What an agent reads is what the command `insights eval` prints. */
import fc from "fast-check";
import { createEvaluator } from "../../../src/headless/standalone/evaluator";
import type { Result } from "../../../src/spreadsheet/engine/evaluate";
import { structured } from "../../../src/headless/agents/answer";
import { createSandbox } from "../../../sandbox/sandbox";
import { connectAgent, SERVICE } from "./setup";

/** Arguments that are right, and a few that are not. */
const choice = (right: readonly string[], wrong: readonly string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...right) }, fc.constantFrom(...wrong));

const PLANS = choice(["", '"FY26 Plan"', '"fy26"'], ['"FY27 Plan"', '"FY26 Europe"']);
const SCENARIO = choice(['"committed"', '"actual"', '"Optimistic"'], ['"comitted"', "", '{"actual","committed"}']);
const AMOUNT = choice(['"ebit"', '"netFIESales"', '"ebitPercent"'], ['"profit"', ""]);
const DEMAND = choice(['"demandValue"', '"fillRate"', '"Demand volume"'], ['"forecastAccuracy"', '"ebit"']);
const PERIODS = choice(['"2026-Q1"', '"2026-03"', '"2026-01:2026-04"', '"2026"', ""], ['"Q1"', '"2031-01"', "45000"]);
const GROUPS = choice(["", '"region"', '"product"'], ['"country"']);
const ITEMS = choice(["", '"*a*"', '"<>North"'], ['"Atlantis"', '{"North","South"}']);
const BASES = choice(["", ""], ['"YTD"', '"R3"', '"MAT"']);
const INTERVALS = choice(["", '"M"', '"FY"'], ['"W"']);
const NONE = fc.constant("");

const call = (name: string, ...args: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...args).map((texts) => `INSIGHTS.${name}(${texts.join(",")})`);

const CALLS = fc.oneof(
  call("KPI", PLANS, SCENARIO, AMOUNT, PERIODS, NONE, NONE, NONE, BASES),
  call("KPI", PLANS, SCENARIO, DEMAND, PERIODS, GROUPS, ITEMS, NONE, BASES),
  call(
    "VAR",
    PLANS,
    SCENARIO,
    SCENARIO,
    AMOUNT,
    PERIODS,
    NONE,
    NONE,
    NONE,
    BASES,
    choice(["", '"percent"'], ['"abs"']),
  ),
  call("PNL", PLANS, SCENARIO, AMOUNT, INTERVALS),
  call("DEMAND", PLANS, SCENARIO, DEMAND, INTERVALS, GROUPS),
  call("PERIOD", PLANS, PERIODS, BASES, choice(["", '"code"'], ['"weeks"'])),
  call("BRIDGE", PLANS, SCENARIO, SCENARIO, choice(["", '"pvm"'], ['"mix"']), PERIODS, GROUPS),
);
const FORMULAS = fc.oneof(
  { weight: 5, arbitrary: CALLS.map((text) => `=${text}`) },
  CALLS.map((text) => `=ROUND(${text}/1000,1)`),
  CALLS.map((text) => `=IFNA(SUM(${text}),"none")`),
  fc.tuple(CALLS, CALLS).map(([left, right]) => `=${left}-${right}`),
);

const COUNT = 500;
const MOST = 50;

test("500 random formulas have the results of insights eval", async () => {
  const formulas = fc.sample(FORMULAS, { numRuns: COUNT, seed: 7 });
  const sandbox = createSandbox();
  const connected = await connectAgent({ sandbox });
  const answered: { value?: unknown[]; cut?: string; error?: unknown }[] = [];
  for (let at = 0; at < COUNT; at += MOST) {
    const { json } = await connected.call("evaluate_formulas", { formulas: formulas.slice(at, at + MOST) });
    answered.push(...json.results);
  }
  // As the word says that an answer is cut with.
  for (const [at, { value, cut }] of answered.entries())
    if (cut && value === undefined) {
      const { json } = await connected.call("evaluate_formulas", { formulas: [formulas[at]] });
      answered[at] = json.results[0];
    }
  await connected.close();
  const connection = { appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } };
  const evaluator = createEvaluator(connection, { plan: "FY26 Plan" }, sandbox.fetch);
  const expected = structured({ results: await evaluator.evaluate(formulas) })["results"] as Result[];
  evaluator.dispose();
  let [numbers, errors] = [0, 0];
  expected.forEach((result, at) => {
    const { value, cut, error } = answered[at] ?? {};
    if (cut && value && "value" in result && Array.isArray(result.value))
      expect(value).toEqual([
        ...result.value.slice(0, Math.ceil(value.length / 2)),
        ...result.value.slice(result.value.length - Math.floor(value.length / 2)),
      ]);
    else
      expect([formulas[at], { value, error }]).toEqual([
        formulas[at],
        "value" in result ? { value: result.value, error: undefined } : { value: undefined, error: result.error },
      ]);
    if (typeof value === "number") numbers += 1;
    if (error) errors += 1;
  });
  expect(numbers).toBeGreaterThan(100);
  expect(errors).toBeGreaterThan(100);
});
