import fc from "fast-check";
import type { Question } from "../../src/insights";
import type { Parameters } from "../../src/insights/endpoints";

const parameters: fc.Arbitrary<Parameters> = fc.record(
  {
    interval: fc.constantFrom("M" as const, "FY" as const),
    currency: fc.constantFrom("EUR", "USD"),
    dateFrom: fc.constantFrom("2026-01-01", "2026-02-01"),
  },
  { requiredKeys: [] },
);

/** Few enough different ones that many coincide. */
export const questions: fc.Arbitrary<Question> = fc.record({
  endpoint: fc.constantFrom("pnl" as const, "demand" as const),
  plan: fc.constantFrom("p1", "p 2&=%"),
  scenario: fc.constantFrom("s1", "s2", "s3", "s4", "s5", "s/6", "s 7"),
  parameters,
});
