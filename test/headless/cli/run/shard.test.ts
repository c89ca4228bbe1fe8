import fc from "fast-check";
import { isInShard } from "../../../../src/headless/cli/run/tasks";

const shards = (parts: number) => Array.from({ length: parts }, (_, at) => ({ part: at + 1, parts }));

test("Every file and item is in exactly one shard, whatever they are called", () => {
  const file = fc.record({ path: fc.string({ unit: "grapheme" }), item: fc.option(fc.string(), { nil: undefined }) });
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 500 }), (each, parts) => {
      expect(shards(parts).filter((shard) => isInShard(each, shard))).toHaveLength(1);
    }),
  );
});

test("A file keeps its shard if others are added, and on each machine", () => {
  const file = { path: "reports/board.xlsx", item: "FY26 Plan" };
  expect(shards(16).filter((shard) => isInShard(file, shard))).toEqual([{ part: 11, parts: 16 }]);
});

test("Sixteen shards of a thousand files have between half and twice their share", () => {
  const files = Array.from({ length: 1_000 }, (_, at) => ({ path: `reports/book ${at}.xlsx` }));
  for (const shard of shards(16)) {
    const { length } = files.filter((file) => isInShard(file, shard));
    expect(length).toBeGreaterThan(1_000 / 32);
    expect(length).toBeLessThan(1_000 / 8);
  }
});
