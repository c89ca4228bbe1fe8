import { runs } from "../propertyOptions";
import { runFinance } from "./finance";

// The last one has an item that only the months have, not the year.
test.each([1, 2, 3, 4, 5, 86_378_591])(
  "Numbers over data with gaps are the oracle's, or #N/A naming the gap: seed %i",
  async (seed) => {
    const { figures, wrong } = await runFinance(seed, { rounds: runs(1), reports: [] });
    expect(wrong).toEqual([]);
    expect(figures.values).toBeGreaterThan(200);
  },
);

test.each([
  [1, ["months", "demand", "bridge"]],
  [2, ["statement", "comparison", "onePage"]],
] as const)("Every figure of a report is the oracle's, or missing: seed %i, %j", async (seed, reports) => {
  const { figures, wrong } = await runFinance(seed, { rounds: 0, reports: [...reports] });
  expect(wrong).toEqual([]);
  expect(figures.values).toBeGreaterThan(150);
});
