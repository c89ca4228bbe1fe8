/** Tables as planners type them: no cell shows another number than its meaning, and what is not known is asked about. */
import { KNOWN_WITH_ITEMS } from "./known";
import { checkTable, readTable } from "./meantTables";
import { LATER_TABLES, PLANNER_TABLES } from "./plannerTables";
import { TYPED_TABLES } from "./typedTables";

const CLASSES = [PLANNER_TABLES, LATER_TABLES, TYPED_TABLES].flatMap((text) =>
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
     "Flash March 2026, USD m // | Actual | Forecast | Budget | Act vs Bud | Act vs Fcst // Net sales = ns // EBIT = ebit => (2026-03 /1000000) A | ? | C | A-C | ?",
     "Compte de résultat 2026, k€ // | Réel | Budget | Écart | Écart % // Ventes nettes = ns // EBIT = ebit => (2026 EUR /1000) A | C | A-C | %A-C",
     "Committed plan 2026 in TUSD // | Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec | Total // Net sales = ns => (C /1000) 2026-01 | 2026-02 | 2026-03 | 2026-04 | 2026-05 | 2026-06 | 2026-07 | 2026-08 | 2026-09 | 2026-10 | 2026-11 | 2026-12 | 2026",
     "| Mar-26 | | | YTD Mar-26 | | // | Act | Bud | Var | Act | Bud | Var // Net sales = ns // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03 | A 2026-03 YTD | C 2026-03 YTD | A-C 2026-03 YTD",
     "| FY24 Act | FY25 Act | FY26 Bud | FY26 LE // Net sales = ns // EBIT = ebit => A 2024 | A 2025 | C 2026 | ?",
     "| TY Mar | LY Mar | Chg % // Net sales = ns => A 2026-03 | ~A 2026-03 PY | %A-PY 2026-03",
     "FY26 // | Actual | Budget | Var % // Net sales = ns // Trade spend = te // Trade spend % NS = te% // EBIT = ebit // EBIT % = ebit% => (2026) A | C | %A-C",
   ]
  `);
});
