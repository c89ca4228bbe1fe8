/** Two people at the end of a month: some sequences, of which `rollSequences.slow.test.ts` plays more. */
import fc from "fast-check";
import { runs } from "../../../propertyOptions";
import { playSequence, sequences } from "./rollSequences";

test("each cell shows what its headings say, or nothing, whatever two people do", async () => {
  const figures = { moved: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => playSequence(steps, figures)),
    { numRuns: runs(4) },
  );
  expect(figures.moved).toBeGreaterThan(0);
});
