/** The formula beside a number of an answer shows that number in any workbook, whatever its settings are, or the answer says which it reads. */
import fc from "fast-check";
import { createEvaluator } from "../../../src/headless/standalone/evaluator";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";
import type { Settings } from "../../../src/numbers/functions/host";
import { runs } from "../../propertyOptions";
import { connectAgent, SERVICE } from "./setup";

const settings = fc.record({
  plan: fc.constantFrom("FY26 Plan", "fy26", "FY25 Plan"),
  currency: fc.constantFrom(undefined, "EUR", "JPY"),
  fiscalMonth: fc.constantFrom(1, 4, 11),
  fiscalNameByBegin: fc.boolean(),
  currentMonth: fc.constantFrom(undefined, "2026-02", "2026-08"),
});
const maybe = <T>(...values: T[]) => fc.constantFrom<T | undefined>(undefined, ...values);
const BASIS = maybe("YTD", "QTD", "R3", "YTG");
const number = fc.record({
  scenario: fc.constantFrom("actual", "committed"),
  field: fc.constantFrom("ebit", "ebitPercent", "transport", "demandValue"),
  period: fc.constantFrom("current", "2026", "2026-Q1", "2026-03", "FY26"),
  basis: BASIS,
});
const asked = fc.oneof(
  fc.tuple(fc.constant("ask"), fc.record({ ...numberParts(), base: maybe("committed"), actualsTo: maybe("2026-02") })),
  fc.tuple(
    fc.constant("ask"),
    fc.record({
      ...numberParts(),
      field: fc.constantFrom("demandValue", "demandVolume"),
      groupBy: fc.constant("region"),
      top: maybe(1),
      item: maybe(["North", "South", "East"]),
    }),
  ),
  fc.tuple(
    fc.constant("write_formula"),
    fc.record({ plan: maybe("FY26 Plan"), currency: maybe("USD"), ...numberParts() }).map((args) => ({
      function: "KPI",
      arguments: Object.fromEntries(Object.entries(args).filter(([, each]) => each !== undefined)),
    })),
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
    basis: BASIS,
  };
}

interface Shown {
  readonly formula: string;
  /** Undefined for a formula without its number. */
  readonly value: number | undefined;
  /** True if the answer says that settings decide. */
  readonly isOpen: boolean;
}

/** Returns each formula of an answer with the number beside it. What is said of a number is said of its parts. */
function formulasIn(answer: unknown, isWholeOpen = false): Shown[] {
  if (typeof answer !== "object" || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap((each) => formulasIn(each, isWholeOpen));
  const { formula, settings: open, ...others } = answer as Record<string, unknown>;
  const { value, amount, variance, error, reason } = others;
  const shown = [value, amount, variance].find((each) => typeof each === "number");
  const isOpen = isWholeOpen || open !== undefined;
  const isMeant = typeof formula === "string" && error === undefined && reason === undefined;
  const own = isMeant ? [{ formula, value: shown, isOpen }] : [];
  return [...own, ...Object.values(others).flatMap((each) => formulasIn(each, isOpen))];
}

/** Returns the numbers of formulas in a workbook with these settings. */
async function numbersIn(sandbox: Sandbox, settings: Settings, formulas: readonly string[]): Promise<unknown[]> {
  const connection = { appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } };
  const evaluator = createEvaluator(connection, settings, sandbox.fetch);
  const results = await evaluator.evaluate(formulas);
  evaluator.dispose();
  return results.map((result) => ("value" in result ? result.value : result.error.message));
}

test("formulas of answers are the same numbers in another workbook, or say what decides them", async () => {
  const sandbox = createSandbox({ gaps: { priorYear: true } });
  const counts = { pinned: 0, open: 0 };
  const wrong: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(asked, settings, settings, async ([tool, args], here, there) => {
      const connected = await connectAgent({ sandbox, settings: here });
      const given = Object.fromEntries(Object.entries(args).filter(([, each]) => each !== undefined));
      const { json, isError } = await connected.call(tool, given);
      await connected.close();
      const shown = isError ? [] : formulasIn(json);
      const formulas = shown.map(({ formula }) => formula);
      const [own, others] = [await numbersIn(sandbox, here, formulas), await numbersIn(sandbox, there, formulas)];
      shown.forEach(({ formula, isOpen, ...answered }, at) => {
        const value = answered.value ?? own[at];
        counts[isOpen ? "open" : "pinned"] += 1;
        const isSame = (other: unknown) =>
          Math.abs(Number(other) - Number(value)) <= 1e-6 * Math.max(1, Math.abs(Number(value)));
        if (!isSame(own[at]) || (!isOpen && !isSame(others[at])))
          wrong.push({ tool, given, here, there, formula, value, own: own[at], other: others[at] });
      });
    }),
    { numRuns: runs(60) },
  );
  expect(wrong).toEqual([]);
  expect(counts.pinned).toBeGreaterThan(50);
  expect(counts.open).toBeGreaterThan(0);
});
