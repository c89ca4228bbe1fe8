/** A few random walks; `voices.slow.test.ts` takes many. */
import { NO_COUNTS, walk } from "./walk";

test.each([1])(
  "home, Explain, Activity, Fill and titles say what cells show, after each step: walk %i",
  async (seed) => {
    const counts = { ...NO_COUNTS };
    await walk(seed, 8, counts);
    expect(counts.states).toBe(8);
  },
);
