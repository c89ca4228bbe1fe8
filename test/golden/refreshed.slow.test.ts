/** Workbooks as releases saved them, refreshed by the command line of this build. */
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { withoutLedger } from "./goldenFile";
import { bytesOf, KEPT, refreshFile } from "./goldenSetup";
import { BOARD } from "./makeGolden";

test.each(Object.keys(KEPT))("The workbook of %s is refreshed as if nothing had been kept", async (release) => {
  const bytes = bytesOf(release);
  const { bytes: refreshed, summary } = await refreshFile(bytes);
  expect(summary.problems).toEqual([]);
  expect(summary.errors.map(({ cell }) => cell)).toEqual([`${BOARD}!E6`]);
  expect(summary.changes.length).toBeGreaterThan(20);
  const plain = await refreshFile(await withoutLedger(bytes));
  expect(await cellsIn(refreshed)).toEqual(await cellsIn(plain.bytes));
});
