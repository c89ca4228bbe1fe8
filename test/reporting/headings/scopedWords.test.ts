/** A sample of words in the scope of tables. All of them are tried in `scopedWords.slow.test.ts`. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { PLACES, silentCells, TABLES, unaskedCells, VOCABULARY, WORDS } from "./scopedWords";

test("a word in the scope of a table changes its cells, is asked about, or is shown as not read", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TABLES),
      fc.constantFrom(...WORDS, ...VOCABULARY),
      fc.constantFrom(...PLACES),
      (table, word, place) => {
        expect([silentCells(table, word, place), unaskedCells(table, word, place)]).toEqual([[], []]);
      },
    ),
    { numRuns: runs(100) },
  );
});

test("a word that nobody knows is shown as not read in a title, and asked about in a heading or a label", () => {
  for (const table of TABLES)
    for (const place of ["title", "row above the lines", "corner", "column", "line"] as const)
      expect([table, place, silentCells(table, "Zorblat", place)]).toEqual([table, place, []]);
});
