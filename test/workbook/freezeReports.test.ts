/** Whole reports frozen and thawed. */
import { createLedger } from "../../src/workbook/ledger";
import { freeze } from "../../src/workbook/freeze";
import { openBook, readCells, readSaved, thaw, type Cells, type OpenedBook } from "./firstBuild";

let book: OpenedBook;
afterEach(async () => {
  await book.workbook.settled();
  book.workbook.close();
});

const ledger = createLedger({ now: () => 0, maxAge: () => Infinity, settings: () => ({}) });

/** By sheet, without the anchors and the line that says that the sheet is frozen. */
function shownIn(sheets: Record<string, Cells>): Record<string, Cells> {
  const shown = Object.entries(sheets).filter(([sheet]) => !sheet.startsWith("_insights_"));
  const isLine = (value: unknown) => typeof value === "string" && value.startsWith("Frozen on");
  return Object.fromEntries(
    shown.map(([sheet, cells]) => [
      sheet,
      Object.fromEntries(Object.entries(cells).filter(([, value]) => !isLine(value))),
    ]),
  );
}

test.each(["statement", "months", "one-page"])(
  "A report (%s) freezes as a whole, lists and all, and thaws to what it was",
  async (name) => {
    book = await openBook(readSaved(name));
    const before = await readCells();
    const lists = structuredClone(book.workbook.state.validations);
    const count = Object.values(before.formulas).flatMap(Object.keys).length;
    const { cells, others, skipped } = await freeze({ ledger, scope: "workbook", now: () => 0 });
    expect([cells, skipped]).toEqual([count, []]);
    expect(others).toBeGreaterThan(0);
    const frozen = await readCells();
    expect(Object.values(shownIn(frozen.formulas)).flatMap(Object.keys)).toEqual([]);
    expect(shownIn(frozen.values)).toEqual(before.values);
    expect(JSON.stringify(frozen.values)).toContain("Frozen on");
    expect(lists.length).toBeGreaterThan(0);
    expect(book.workbook.state.validations).toEqual([]);
    expect(await thaw("workbook")).toMatchObject({ cells: count, skipped: [] });
    await book.workbook.settled();
    expect(await readCells()).toEqual(before);
    const addressOf = ({ address, source }: (typeof lists)[number]) => `${address} ${source}`;
    expect(book.workbook.state.validations.map(addressOf).sort()).toEqual(lists.map(addressOf).sort());
  },
);
