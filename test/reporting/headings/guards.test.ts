/** Every test that Fill writes into a formula is read back, whatever the table. */
import { guardsOf } from "../../../src/numbers/language/guards";
import { KNOWN_WITH_ITEMS } from "./known";
import { fillTable, readTable } from "./meantTables";
import { LATER_TABLES, PLANNER_TABLES } from "./plannerTables";
import { TYPED_TABLES } from "./typedTables";

const TABLES = [PLANNER_TABLES, LATER_TABLES, TYPED_TABLES].flatMap((text) =>
  text.split("\n").filter((line) => line.includes(" => ")),
);

test("each formula with a guard is known by its headings, and no other one is", () => {
  const formulas = TABLES.flatMap((text) => fillTable(readTable(text), KNOWN_WITH_ITEMS).formulas.flat());
  const guarded = formulas.filter((formula) => formula.startsWith("=IF("));
  expect(guarded.length).toBeGreaterThan(100);
  expect(guarded.filter((formula) => guardsOf(formula).length === 0)).toEqual([]);
  const others = formulas.filter((formula) => formula !== "" && !formula.startsWith("=IF("));
  expect(others.filter((formula) => guardsOf(formula).length > 0)).toEqual([]);
});
