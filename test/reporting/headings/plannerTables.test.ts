/** Tables as planners type them: no cell shows another number than its meaning, and what is not known is asked about. */
import { KNOWN_WITH_ITEMS } from "./known";
import { checkTable, readTable } from "./meantTables";
import { PLANNER_TABLES } from "./plannerTables";

const CLASSES = PLANNER_TABLES.trim()
  .split("# ")
  .filter(Boolean)
  .map((each) => {
    const [name = "", ...tables] = each.trim().split("\n");
    return [name, tables] as const;
  });

test.each(CLASSES)("no cell of tables with %s shows another number than its meaning", async (_name, tables) => {
  for (const text of tables) {
    const { faults } = await checkTable(readTable(text), KNOWN_WITH_ITEMS);
    expect([text, faults]).toEqual([text, []]);
  }
});
