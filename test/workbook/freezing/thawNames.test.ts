/** What was frozen by names, in the first design, becomes the same formulas in every later build. */
import { openBook, readCells, readSaved, readShown, thaw, type Cells, type OpenedBook } from "../firstBuild";

const FOLDER = "frozen-by-names";
const shown = readShown("book", FOLDER);
const countOf = (formulas: Record<string, Cells>) => Object.values(formulas).flatMap(Object.keys).length;

let book: OpenedBook;
beforeEach(async () => {
  book = await openBook(readSaved("book", FOLDER));
});
afterEach(() => book.workbook.close());

async function names(): Promise<string[]> {
  return Excel.run(async (context) => {
    const collection = context.workbook.names.load("items/name");
    await context.sync();
    return collection.items.map(({ name }) => name).filter((name) => name.startsWith("_insights_"));
  });
}

test("A workbook that was frozen by names shows its values, thaws to the very formulas, and keeps no name of them", async () => {
  const frozen = await readCells();
  expect(frozen.values).toEqual(shown.values);
  const count = countOf(shown.formulas) - countOf(frozen.formulas);
  expect(count).toBeGreaterThan(50);
  expect(await thaw("workbook")).toMatchObject({ cells: count, skipped: [] });
  await book.workbook.settled();
  expect((await readCells()).formulas).toEqual(shown.formulas);
  expect(await names()).toEqual([]);
  expect(Object.values(book.workbook.state.parts).join()).not.toContain("_insights_");
});
