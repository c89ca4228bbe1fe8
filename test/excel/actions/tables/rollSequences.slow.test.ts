/** More of the sequences of `rollSequences.test.ts`, with seeds of their own; `FC_RUNS=5` plays a thousand. */
import fc from "fast-check";
import { runs } from "../../../propertyOptions";
import { playSequence, sequences } from "./rollSequences";

test.each([1, 2, 3, 4])(
  "each cell shows what its headings say, or nothing, whatever two people do (part %i)",
  async (part) => {
    const figures = { moved: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(sequences, (steps) => playSequence(steps, figures)),
      { seed: (fc.readConfigureGlobal().seed ?? 0) + part, numRuns: runs(50) },
    );
    expect(figures.moved).toBeGreaterThan(20);
    // What a colleague has changed meanwhile is not written over.
    expect(figures.refused).toBeGreaterThan(0);
  },
);
