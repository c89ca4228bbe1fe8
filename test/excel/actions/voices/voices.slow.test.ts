/** 2,000 states of random workbooks, in which every voice is held against the cells. */
import { NO_COUNTS, walk } from "./walk";

const [WALKS, STEPS] = [20, 10];

test.each(Array.from({ length: 10 }, (_, at) => at))(
  "every voice says what cells show, after each step: part %i",
  async (part) => {
    const counts = { ...NO_COUNTS };
    const from = 1000 + part * WALKS;
    for (let seed = from; seed < from + WALKS; seed += 1) await walk(seed, STEPS, counts);
    // Each voice has said something that cells could deny.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  },
);
