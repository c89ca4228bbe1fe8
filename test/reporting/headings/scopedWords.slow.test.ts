/** Every word in every place of every table. */
import {
  PLACES,
  silentCells,
  TABLES,
  unaskedCells,
  VOCABULARY,
  WORDS,
  type Place,
  type TestTable,
} from "./scopedWords";

function silentWords(tables: readonly TestTable[], words: readonly string[], place: Place): string[] {
  return tables.flatMap((table) =>
    words.flatMap((word) => {
      const cells = [...silentCells(table, word, place), ...unaskedCells(table, word, place)];
      return cells.length > 0 ? [`${word} // ${table.title} // ${table.columns.join(" | ")}: ${cells.join("; ")}`] : [];
    }),
  );
}

test.each(PLACES)("no word is dropped in silence in the place %s", (place) => {
  expect(silentWords(TABLES, WORDS, place)).toEqual([]);
});

test.each(PLACES)("no word of the vocabulary is dropped in silence in the place %s", (place) => {
  const some = TABLES.filter((_, at) => at % 24 === 0);
  expect(silentWords(some, VOCABULARY, place)).toEqual([]);
});
