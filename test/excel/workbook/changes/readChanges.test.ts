/** Changes that are described while Excel cannot be read. */
import { describeChanges } from "../../../../src/excel/workbook/changes/readChanges";
import type { Change } from "../../../../src/excel/workbook/refresh/cellChanges";

beforeAll(() => {
  const run = () => Promise.reject(new Error("Excel is busy."));
  Object.assign(globalThis, { Excel: { run } });
});

function describeMany(length: number) {
  const place = { sheet: "Sheet1", row: 2, column: 1 };
  const changes = Array.from({ length }, (_, at) => {
    return { ...place, before: 0, after: at + 1, outcomes: [], anchor: { ...place, formula: "=1" } };
  });
  return describeChanges(changes as unknown as Change[], { at: 1, plans: [], language: "en-US" });
}

test("The 2,000 largest of all changes are described", async () => {
  const { cells, listed, unseen, isSaved } = await describeMany(2001);
  expect([cells, listed.length, unseen, isSaved]).toEqual([2001, 2000, 0, false]);
  expect([listed[0]?.after, listed.at(-1)?.after]).toEqual([2001, 2]);
});

test.each([
  [100, 0],
  [101, 1],
  [300, 2],
  [301, 3],
])("Describing %d cells leaves %d breaks to Excel", async (cells, breaks) => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  await describeMany(cells);
  expect(timers.mock.calls.filter(([, delay]) => delay === 0)).toHaveLength(breaks);
  timers.mockRestore();
});
