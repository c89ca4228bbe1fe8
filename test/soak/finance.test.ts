import { runs } from "../propertyOptions";
import { runFinance } from "./finance";

test.each([1, 2, 3, 4, 5, 6])(
  "Numbers over data with gaps are the oracle's, or #N/A naming the gap: seed %i",
  async (seed) => {
    const { figures, wrong } = await runFinance(seed, runs(1));
    expect(wrong).toEqual([]);
    expect(figures.values).toBeGreaterThan(200);
  },
);
