/** More of the sequences of `sequences.test.ts`, with seeds of their own. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { createFigures, play } from "./lean/play";
import { sequences, sequencesElsewhere, sequencesWithPane } from "./lean/steps";

test.each([1, 2, 3, 4, 5])(
  "A refresh ends in one of three ways, and one question has one answer (part %i)",
  async (part) => {
    const figures = createFigures();
    await fc.assert(
      fc.asyncProperty(sequences(12), (sequence) => play(sequence, figures)),
      { seed: (fc.readConfigureGlobal().seed ?? 0) + part, numRuns: runs(500) },
    );
    // Sequences that refresh nothing would hold all of this too.
    expect(figures.done).toBeGreaterThan(50);
    expect(figures.failed).toBeGreaterThan(16);
    expect(figures.unsettled).toBeGreaterThan(1);
  },
);

test("While people connect to two services and move the workbook, all its numbers are of one", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequencesElsewhere(12), (sequence) => play(sequence, figures)),
    { seed: (fc.readConfigureGlobal().seed ?? 0) + 6, numRuns: runs(500) },
  );
  expect(figures.elsewhere).toBeGreaterThan(250);
  expect(figures.moved).toBeGreaterThan(40);
  expect(figures.nights).toBeGreaterThan(40);
});

test("While the pane is open, its looks change nothing, and its news are true", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequencesWithPane(12), (sequence) => play(sequence, figures)),
    { seed: (fc.readConfigureGlobal().seed ?? 0) + 7, numRuns: runs(300) },
  );
  expect(figures.looked).toBeGreaterThan(50);
  expect(figures.news).toBeGreaterThan(5);
  expect(figures.done).toBeGreaterThan(50);
});
