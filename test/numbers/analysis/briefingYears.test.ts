/** A briefing says what cells of the same workbook show, wherever the fiscal year begins. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { briefingCases, denials, lookAt, mostRequests } from "./briefingStates";

test("no cell denies a sentence of a briefing, and each other calendar year takes two requests", async () => {
  const said = { own: 0, base: 0, gaps: 0, month: 0, region: 0 };
  await fc.assert(
    fc.asyncProperty(briefingCases(fc.integer({ min: 1, max: 12 })), async (state) => {
      const briefed = await lookAt(state);
      expect(await denials(briefed)).toEqual([]);
      const { numbers, requests } = briefed;
      if (state.refused === "none") expect(requests.length).toBeLessThanOrEqual(await mostRequests(state, briefed));
      said.own += Number(numbers.own !== undefined);
      said.base += Number(numbers.base !== undefined);
      said.gaps += numbers.gaps.length;
      said.month += Number(numbers.largestMonth !== undefined);
      said.region += Number(numbers.worstRegion !== undefined);
    }),
    { numRuns: runs(60) },
  );
  // Each kind of sentence has been said.
  for (const count of Object.values(said)) expect(count).toBeGreaterThan(2);
});
