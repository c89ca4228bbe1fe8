/** `client.slow.test.ts` has more seeds. */
import { FAULT_KINDS } from "../../sandbox/faults/schedule";
import { runs } from "../propertyOptions";
import { runSoak } from "./client";

describe("under faults every call settles with a right number, and nothing is left behind", () => {
  test.each([1])("with all kinds of faults at once, by seed %i", async (seed) => {
    const { figures, wrong } = await runSoak(seed, runs(400));
    expect(wrong).toEqual([]);
    // A service that never answers would hold all of this too.
    expect(figures.answers).toBeGreaterThan(20);
    expect(figures.errors).toBeGreaterThan(5);
  });

  test.each(Object.keys(FAULT_KINDS))("with %s alone, at every third request", async (kind) => {
    const { wrong } = await runSoak(7, runs(120), `${kind}=0.33`);
    expect(wrong).toEqual([]);
  });

  test("with nothing going wrong there are answers alone, but where a caller left", async () => {
    const { figures, wrong } = await runSoak(8, runs(300), "all=0");
    expect(wrong).toEqual([]);
    expect(figures.refreshes).toBeGreaterThan(0);
    expect(figures.errors).toBeLessThan(figures.answers / 4);
  });
});
