/** Large blocks of headings are read in slices. */
import fc from "fast-check";
import { fillSliced } from "../../../src/reporting/headings/filledCells";
import type { Sliced } from "../../../src/insights";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import { sentencesSliced } from "../../../src/reporting/headings/headingSentences";
import { mapRows } from "../../../src/reporting/headings/sliced";
import { DEFAULTS, KNOWN } from "./known";

test("rows of any width are mapped in order, in slices of a thousand cells at most", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 0, max: 2_000 }), (rows, width) => {
      const mapped: number[] = [];
      const work = mapRows(Array.from({ length: rows }), width, (_row, at) => mapped.push(at));
      let [before, most] = [0, 0];
      for (let step = work.next(); !step.done; step = work.next()) {
        most = Math.max(most, mapped.length - before);
        before = mapped.length;
      }
      most = Math.max(most, mapped.length - before);
      expect(mapped).toEqual(Array.from({ length: rows }, (_, at) => at));
      expect(most).toBeLessThanOrEqual(Math.max(1, 1_000 / Math.max(1, width)));
    }),
  );
});

test.each([
  [6, 5, 0],
  [200, 60, 60],
])("a block of %i × %i yields at least %i times", (rows, columns, least) => {
  const above = ["", ...Array.from({ length: columns }, (_, at) => ["Actual", "Plan", "Δ"][at % 3])];
  const values = [above, ...Array.from({ length: rows }, () => ["EBIT", ...Array<string>(columns).fill("")])];
  const cells = { row: 0, column: 0, rows: rows + 1, columns: columns + 1, values };
  const numberFormats = values.map((row) => row.map(() => "General"));
  const selected = { row: 1, column: 1, rows, columns };
  const work = fillSliced(findHeadings({ ...cells, numberFormats }, selected, KNOWN), selected, {}, DEFAULTS);
  const [filled, yields] = counted(work);
  const [sentences, more] = counted(sentencesSliced(filled, selected));
  expect(sentences).toHaveLength(1 + columns + rows);
  expect(yields).toBeGreaterThanOrEqual(least);
  expect(more).toBeGreaterThanOrEqual(least / 3);
  if (least === 0) expect([yields, more]).toEqual([0, 0]);
});

/** Returns the result, and how often the work yields. */
function counted<T>(work: Sliced<T>): [T, number] {
  for (let yields = 0; ; yields += 1) {
    const step = work.next();
    if (step.done) return [step.value, yields];
  }
}
