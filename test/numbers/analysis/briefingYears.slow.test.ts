/** A briefing says what cells of the same workbook show: 504 states of a plan, over the twelve fiscal years. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { briefingCases, denials, lookAt, mostRequests } from "./briefingStates";

const FISCAL_MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

test.each(FISCAL_MONTHS)("no cell denies a briefing of a fiscal year from month %i", async (fiscalMonth) => {
  await fc.assert(
    fc.asyncProperty(briefingCases(fc.constant(fiscalMonth)), async (state) => {
      const briefed = await lookAt(state);
      expect(await denials(briefed)).toEqual([]);
      if (state.refused !== "none") return;
      expect(briefed.requests.length).toBeLessThanOrEqual(await mostRequests(state, briefed));
    }),
    { numRuns: runs(42) },
  );
});
