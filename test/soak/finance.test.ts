import { runs } from "../propertyOptions";
import { runFinance } from "./finance";

test.each([1, 2, 3, 4, 5, 6])(
  "Every number over data with gaps is the oracle's, or #N/A that names what is missing: seed %i",
  async (seed) => {
    const { figures, wrong } = await runFinance(seed, runs(1));
    expect(wrong).toEqual([]);
    expect(figures.values).toBeGreaterThan(200);
  },
);
