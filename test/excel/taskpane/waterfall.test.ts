/** Where the columns of the briefing's waterfall stand. */
import fc from "fast-check";
import { waterfallColumns } from "../../../src/excel/taskpane/waterfall";

const amounts = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 9 });

/** Start, steps, and the end that they add up to. */
const bridge = amounts.map((list) => [...list, list.reduce((sum, amount) => sum + amount, 0)]);

test("columns are as high as their amounts, and each begins where the one before ends", () => {
  fc.assert(
    fc.property(bridge, (list) => {
      const columns = waterfallColumns(list);
      const heights = columns.map(({ top, bottom }) => bottom - top);
      const scale = Math.max(...heights) / Math.max(1, ...list.map(Math.abs));
      for (const [at, { top, bottom, end }] of columns.entries()) {
        expect(Math.min(top, 1 - bottom)).toBeGreaterThanOrEqual(-1e-9);
        expect(heights[at]).toBeCloseTo(Math.abs(list[at] ?? NaN) * scale, 9);
        const begin = end === top ? bottom : top;
        if (at > 0 && at < list.length - 1) expect(begin).toBeCloseTo(columns[at - 1]?.end ?? NaN, 9);
      }
      // The steps end at the level of the last column.
      expect(columns.at(-2)?.end).toBeCloseTo(columns.at(-1)?.end ?? NaN, 9);
    }),
  );
});

test("first and last column stand on the axis, also below it", () => {
  const [first, , last] = waterfallColumns([-4, 2, -2]);
  expect([first?.top, first?.bottom]).toEqual([0, 1]);
  expect([last?.top, last?.bottom]).toEqual([0, 0.5]);
  expect(waterfallColumns([0, 0])).toHaveLength(2);
});
