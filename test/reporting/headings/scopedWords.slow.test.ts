/** Every word in every place of every table. */
import { PLACES, silentCells, TABLES, unaskedCells, WORDS } from "./scopedWords";

test.each(PLACES)("no word is dropped in silence in the place %s", (place) => {
  const silent = TABLES.flatMap((table) =>
    WORDS.flatMap((word) => {
      const cells = [...silentCells(table, word, place), ...unaskedCells(table, word, place)];
      return cells.length > 0 ? [`${word} // ${table.title} // ${table.columns.join(" | ")}: ${cells.join("; ")}`] : [];
    }),
  );
  expect(silent).toEqual([]);
});
