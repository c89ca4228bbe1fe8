/** A workbook of 100,000 cells: as large as reports get. */
import { MAX_PAYLOAD_BYTES } from "../../../src/spreadsheet/cells/limits";
import { refreshCells } from "./largeWorkbook";

test("100,000 cells are refreshed with no request or answer over 5 MB", async () => {
  const [small, large] = [await refreshCells(10_000), await refreshCells(100_000)];
  for (const { failure, unsettled, wrong } of [small, large])
    expect([failure, unsettled, wrong]).toEqual([undefined, [], 0]);
  expect(large.refreshed?.changes.length).toBe(100_000);
  // The host refuses more; this says how near it comes.
  expect(large.traffic.largest).toBeLessThan(MAX_PAYLOAD_BYTES);
  expect(large.traffic.bytes).toBeLessThan(11 * small.traffic.bytes);
  expect(large.traffic.requests).toBeLessThan(10 * small.traffic.requests);
  const sizes = large.parts.map((xml) => xml.length);
  // 7 MB of ledger, in parts of under 500 kB.
  expect(Math.max(...sizes)).toBeLessThan(500_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000);
});
