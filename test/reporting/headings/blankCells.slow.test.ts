/** No cell stays blank without a word: a question is about it, its line is named, or the layout leaves it blank. */
import { CORPUS } from "./corpus";
import { HARD_TABLES } from "./hardTables";
import { KNOWN_WITH_ITEMS } from "./known";
import { fillTable, readTable, type MeantTable } from "./meantTables";
import { LATER_TABLES, PLANNER_TABLES } from "./plannerTables";
import { TYPED_TABLES } from "./typedTables";

const TABLES = [CORPUS, HARD_TABLES, PLANNER_TABLES, LATER_TABLES, TYPED_TABLES]
  .flatMap((text) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#")))
  .map(readTable);

/** Returns the cells that are blank although their column and their line have headings, while nothing is asked or named. */
function unsaidCells(table: MeantTable): string[] {
  const { cells, formulas, isAsked, unserved } = fillTable(table, KNOWN_WITH_ITEMS);
  if (isAsked || unserved.length > 0) return [];
  const blank = cells.flat().filter(({ isBlank }, at) => !isBlank && formulas.flat()[at] === "");
  return blank.map(({ row, column }) => `${row} ${column}`);
}

/** Returns the table without one of its headings. */
function withoutHeading(table: MeantTable, row: number, column: number): MeantTable {
  const rows = table.rows.map((cells, at) => cells.map((text, right) => (at === row && right === column ? "" : text)));
  return { ...table, rows };
}

test("no cell of a table stays blank without a word, whichever heading is missing", () => {
  const parts = TABLES.flatMap((table, at) =>
    at % 5 > 0 ? [] : table.rows.flatMap((cells, row) => cells.map((_, column) => withoutHeading(table, row, column))),
  );
  const unsaid = [...TABLES, ...parts].flatMap((table) => {
    const cells = unsaidCells(table);
    return cells.length > 0 ? [`${table.rows.map((row) => row.join(" | ")).join(" // ")}: ${cells.join("; ")}`] : [];
  });
  expect(unsaid).toEqual([]);
});
