import { REPORT_KINDS } from "../../src/reporting/reports/reportParameters";
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

// In these, each report over P&L lines has columns that lack supply chain costs beside some that have them.
test.each([9, 10, 14])("Every figure of all reports is the oracle's, or missing: seed %i", async (seed) => {
  const { figures, wrong } = await runFinance(seed, { rounds: 0, reports: REPORT_KINDS });
  expect(wrong).toEqual([]);
  expect(figures.values).toBeGreaterThan(500);
});
