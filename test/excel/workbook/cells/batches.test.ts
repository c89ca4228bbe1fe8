import { forEachBatch } from "../../../../src/excel/workbook/cells/batches";

/** A context that notes what was queued before each of its syncs. */
function createContext() {
  const queued: number[] = [];
  const synced: number[][] = [];
  const context = {
    sync: () => {
      synced.push(queued.splice(0));
      return Promise.resolve();
    },
  } as unknown as Excel.RequestContext;
  return { context, queued, synced };
}

test("each batch is sent in order and used after it was sent", async () => {
  const { context, queued, synced } = createContext();
  const used: [number, number][] = [];
  const queue = (item: number) => (queued.push(item), item * 10);
  await forEachBatch(context, [1, 2, 3, 4, 5], queue, (given) => used.push([given, synced.length]), 2);
  expect(synced).toEqual([[1, 2], [3, 4], [5]]);
  expect(used).toEqual([
    [10, 1],
    [20, 1],
    [30, 2],
    [40, 2],
    [50, 3],
  ]);
});

test("a batch has 2,000 items by default, and no items send nothing", async () => {
  const { context, queued, synced } = createContext();
  const items = Array.from({ length: 4_001 }, (_, at) => at);
  await forEachBatch(context, items, (item) => queued.push(item));
  expect(synced.map(({ length }) => length)).toEqual([2_000, 2_000, 1]);
  await forEachBatch(context, [], (item: number) => queued.push(item));
  expect(synced).toHaveLength(3);
});
