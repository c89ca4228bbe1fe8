/** Tables as planners type them: no cell shows another number than its meaning, and what is not known is asked about. */
import { KNOWN_WITH_ITEMS } from "./known";
import { checkTable, readTable } from "./meantTables";
import { LATER_TABLES, PLANNER_TABLES } from "./plannerTables";

const CLASSES = [PLANNER_TABLES, LATER_TABLES].flatMap((text) =>
  text
    .trim()
    .split("# ")
    .filter(Boolean)
    .map((each) => {
      const [name = "", ...tables] = each.trim().split("\n");
      return [name, tables] as const;
    }),
);

test.each(CLASSES)("no cell of tables with %s shows another number than its meaning", async (_name, tables) => {
  for (const text of tables) {
    const { faults } = await checkTable(readTable(text), KNOWN_WITH_ITEMS);
    expect([text, faults]).toEqual([text, []]);
  }
});

test("what is asked although it has a meaning is known", async () => {
  const all = CLASSES.flatMap(([, tables]) => tables);
  const asked = await Promise.all(
    all.map(async (text) => {
      const { states } = await checkTable(readTable(text), KNOWN_WITH_ITEMS);
      return states.includes("asked") ? [text] : [];
    }),
  );
  expect(asked.flat()).toMatchInlineSnapshot(`
   [
     "| Actual FY26 | Actual FY25 | Growth % => A 2026 | A 2025 | %A-PY 2026",
     "| TY | LY => ? | ~A PY cur YTD",
   ]
  `);
});
