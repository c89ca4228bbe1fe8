/** More of `client.test.ts`. */
import { runs } from "../propertyOptions";
import { runSoak } from "./client";

test.each([2, 3, 4, 5, 6])(
  "under all kinds of faults at once every call settles with a right number, by seed %i",
  async (seed) => {
    const { figures, wrong } = await runSoak(seed, runs(400));
    expect(wrong).toEqual([]);
    // A service that never answers would hold all of this too.
    expect(figures.answers).toBeGreaterThan(20);
    expect(figures.errors).toBeGreaterThan(5);
  },
);
