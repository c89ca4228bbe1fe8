/** The formula beside a number of an answer shows that number in any workbook, whatever its settings are. */
import fc from "fast-check";
import { createEvaluator } from "../../src/standalone/evaluator";
import { createSandbox } from "../../sandbox/sandbox";
import { runs } from "../propertyOptions";
import { connectAgent, SERVICE } from "./setup";

const settings = fc.record({
  plan: fc.constantFrom("FY26 Plan", "fy26", "FY25 Plan"),
  currency: fc.constantFrom(undefined, "EUR", "JPY"),
  fiscalMonth: fc.constantFrom(1, 4, 11),
  fiscalNameByBegin: fc.boolean(),
  currentMonth: fc.constantFrom(undefined, "2026-02", "2026-08"),
});
const maybe = <T>(...values: T[]) => fc.constantFrom<T | undefined>(undefined, ...values);
const number = fc.record({
  scenario: fc.constantFrom("actual", "committed"),
  field: fc.constantFrom("ebit", "ebitPercent", "transport", "demandValue"),
  period: fc.constantFrom("current", "2026", "2026-Q1", "2026-03", "FY26"),
  basis: maybe("YTD", "QTD", "R3"),
});
const asked = fc.oneof(
  fc.tuple(
    fc.constant("ask"),
    fc.record({ ...numberParts(), groupBy: maybe("region"), top: maybe(1), base: maybe("committed") }),
  ),
  fc.tuple(
    fc.constant("compare"),
    fc.record({
      ...numberParts(),
      base: fc.constant("committed"),
      basePeriod: maybe("PY"),
      by: maybe("month", "lines"),
    }),
  ),
  fc.tuple(
    fc.constant("explain"),
    number.map(({ scenario, field, period, basis = "" }) => ({
      formula: `=INSIGHTS.KPI(,"${scenario}","${field}","${period}",,,,"${basis}")`,
    })),
  ),
);

function numberParts() {
  return {
    scenario: fc.constantFrom("actual", "Optimistic"),
    field: fc.constantFrom("ebit", "transport", "demandValue", "demandVolume"),
    period: fc.constantFrom("current", "2026", "2026-Q1", "2026-03", "FY26"),
    basis: maybe("YTD", "QTD", "R3"),
  };
}

interface Shown {
  readonly formula: string;
  readonly value: number;
}

/** Returns each formula of an answer with the number beside it. */
function pairsIn(answer: unknown): Shown[] {
  if (typeof answer !== "object" || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap(pairsIn);
  const { formula, value, amount, variance } = answer as Record<string, unknown>;
  const shown = [value, amount, variance].find((each) => typeof each === "number");
  const own = typeof formula === "string" && typeof shown === "number" ? [{ formula, value: shown }] : [];
  return [...own, ...Object.values(answer).flatMap(pairsIn)];
}

test("formulas of answers are the same numbers in another workbook", async () => {
  const sandbox = createSandbox({ gaps: { priorYear: true } });
  let count = 0;
  const wrong: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(asked, settings, settings, async ([tool, args], here, there) => {
      const connected = await connectAgent({ sandbox, settings: here });
      const given = Object.fromEntries(Object.entries(args).filter(([, each]) => each !== undefined));
      const { json, isError } = await connected.call(tool, given);
      await connected.close();
      if (isError) return;
      const pairs = pairsIn(json);
      const evaluator = createEvaluator(
        { appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } },
        there,
        sandbox.fetch,
      );
      const results = await evaluator.evaluate(pairs.map(({ formula }) => formula));
      evaluator.dispose();
      pairs.forEach(({ formula, value }, at) => {
        count += 1;
        const result = results[at]!;
        const shown = "value" in result ? result.value : result.error.message;
        if (typeof shown !== "number" || Math.abs(shown - value) > 1e-6 * Math.max(1, Math.abs(value)))
          wrong.push([tool, JSON.stringify(given), JSON.stringify(here), JSON.stringify(there), formula, value, shown]);
      });
    }),
    { numRuns: runs(60) },
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
