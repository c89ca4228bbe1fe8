/** The numbers of the briefing's waterfall, in words. */
import { describeBriefing } from "../../../../src/excel/actions/briefing/briefing";

test("The columns of the waterfall have the unit of the largest", () => {
  const plan = { id: "p1", name: "Plan", currency: "USD", scenarios: [] };
  const scenario = (id: string, name: string) => ({ id, name });
  const steps = [
    { label: "Gross sales", amount: -3_608_000 },
    { label: "Supply chain costs", amount: 508_000 },
  ];
  const { steps: columns } = describeBriefing(
    { plan, own: scenario("s2", "Actual"), base: scenario("s1", "Budget"), currency: undefined } as never,
    {
      own: 29_900_000,
      base: 33_000_000,
      percent: -0.094,
      steps: { start: 33_000_000, steps, end: 29_900_000 },
      gaps: [],
    } as never,
    { currency: "USD", computedAt: 0 },
    "en-US",
  );
  expect(columns.map(({ spoken }) => spoken)).toEqual(["33.0 m", "−3.6 m", "+0.5 m", "29.9 m"]);
});
