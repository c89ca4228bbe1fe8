/** The work of a refresh grows as its cells do. `large.slow.test.ts` refreshes as many cells as reports get. */
import { refreshCells } from "./largeWorkbook";

test("Ten times as many cells are refreshed in at most eleven times the traffic", async () => {
  const [small, large] = [await refreshCells(1_000), await refreshCells(10_000)];
  for (const { failure, unsettled, wrong } of [small, large])
    expect([failure, unsettled, wrong]).toEqual([undefined, [], 0]);
  expect(large.refreshed?.changes.length).toBe(10_000);
  expect(large.traffic.bytes).toBeLessThan(11 * small.traffic.bytes);
  expect(large.traffic.requests).toBeLessThan(10 * small.traffic.requests);
  const sizes = large.parts.map((xml) => xml.length);
  expect(Math.max(...sizes)).toBeLessThan(500_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(800_000);
});
