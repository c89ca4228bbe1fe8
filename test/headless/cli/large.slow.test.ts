/** Large workbooks cost what they hold, and not what each of their cells would. */
import { bookOf } from "../../../src/headless/cli/book/refreshSheets";
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { createSession } from "../../../src/insights";
import { createSandbox } from "../../../sandbox/sandbox";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { workbookOfConstants, workbookOfFormulas } from "../../bench/files";
import { hashes } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";

const sandbox = createSandbox();

async function refreshed(bytes: Uint8Array) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly: false });
}

test("A formula copied to a thousand cells is read once and correct in each", async () => {
  const bytes = await workbookOfFormulas(2_400);
  const { sheets } = bookOf(await loadWorkbook(bytes));
  const distinct = sheets.map(({ formulas }) => new Set(formulas.map(({ formula }) => formula)).size);
  expect(sheets.map(({ formulas }) => formulas.length)).toEqual([1_200, 1_200]);
  // All calls are one formula; of the others there are the first total and those below it, two sums and three more.
  expect(distinct).toEqual([1, 7]);
  const { bytes: after, summary } = await refreshed(bytes);
  expect([summary.refreshed, summary.problems, summary.errors]).toEqual([1_200, [], []]);
  const cells = (await cellsIn(after)) as Record<string, number>;
  const at = (address: string) => cells[address] ?? NaN;
  for (let row = 6; row < 105; row++) {
    expect(at(`Report!B${row}`)).toBeCloseTo(at(`Report!B${row - 1}`) + at(`Plan!B${row}`), 4);
    expect(at(`Report!C${row}`)).toBeCloseTo(at(`Plan!C${row}`) / at(`Plan!B${row}`) - 1, 9);
    expect(at(`Report!E${row}`)).toBeCloseTo(at(`Plan!E${row}`) / at(`Report!B${row}`), 9);
  }
});

test("A sheet that no formula reads stays the same to the byte", async () => {
  const bytes = await workbookOfConstants(20_000);
  const { bytes: after, summary } = await refreshed(bytes);
  expect(summary.changes).toEqual([{ cell: "Plan!A1", old: 0, new: expect.any(Number) }]);
  const [old, now] = [await hashes(bytes), await hashes(after)];
  expect(Object.keys(old).filter((name) => old[name] !== now[name])).toEqual(["xl/worksheets/sheet2.xml"]);
});
