import { createEvaluator } from "../../../src/headless/standalone/evaluator";
import { createSandbox } from "../../../sandbox/sandbox";
import { expectNumbers, numberCases } from "./numberCases";

test("formulas show the plain sums of the atomic rows, in every layout, interval, period and grouping", async () => {
  const sandbox = createSandbox();
  const credentials = { apiKey: sandbox.apiKey };
  const evaluator = createEvaluator({ appUrl: "https://sandbox.example", credentials }, {}, sandbox.fetch);
  const cases = numberCases(sandbox.planning);
  const results = await evaluator.evaluate(cases.map(({ formula }) => formula));
  evaluator.dispose();
  expectNumbers(
    cases,
    results.map((result) => ("value" in result ? result.value : result.error)),
  );
});
