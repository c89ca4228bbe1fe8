/** Tables as planners type them: no cell shows another number than its meaning, and what is not known is asked about. */
import { KNOWN_WITH_ITEMS } from "./known";
import { checkTable, readTable } from "./meantTables";
import { LATER_TABLES, PLANNER_TABLES } from "./plannerTables";
import { TEMPLATE_TABLES } from "./templateTables";
import { TYPED_TABLES } from "./typedTables";

const CLASSES = [PLANNER_TABLES, LATER_TABLES, TYPED_TABLES, TEMPLATE_TABLES].flatMap((text) =>
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
     "Flash March 2026, USD m // | Actual | Forecast | Budget | Act vs Bud | Act vs Fcst // Net sales = ns // EBIT = ebit => (2026-03 /1000000) A | ? | C | A-C | ?",
     "Compte de résultat 2026, k€ // | Réel | Budget | Écart | Écart % // Ventes nettes = ns // EBIT = ebit => (2026 EUR /1000) A | C | A-C | %A-C",
     "| Mar-26 | | | YTD Mar-26 | | // | Act | Bud | Var | Act | Bud | Var // Net sales = ns // EBIT = ebit => A 2026-03 | C 2026-03 | A-C 2026-03 | A 2026-03 YTD | C 2026-03 YTD | A-C 2026-03 YTD",
     "| FY24 Act | FY25 Act | FY26 Bud | FY26 LE // Net sales = ns // EBIT = ebit => A 2024 | A 2025 | C 2026 | ?",
     "FY26 // | Actual | Budget | Var % // Net sales = ns // Trade spend = te // Trade spend % NS = te% // EBIT = ebit // EBIT % = ebit% => (2026) A | C | %A-C",
     "P&L // | Current month | Prior month | YTD // EBIT = ebit => ~A cur | ~A cur-1 | ~A cur YTD",
     "| Mar-26 | Feb-26 | MoM | MoM % // EBIT = ebit => ~A 2026-03 | ~A 2026-02 | ? | ~%A-A vs:2026-02 2026-03",
     "Three months ended March 31, 2026 // | Actual | Plan // EBIT = ebit => (2026-03 R3) A | C",
     "| Actual FY26 // Net sales = ns // thereof North = ? // EBIT = ebit => A 2026",
     "| Actual FY26 | Plan FY26 // Volume = vol //   North = vol region=North //   South = vol region=South // Fill rate = fill //   North = fill region=North //   South = fill region=South => A 2026 | C 2026",
     "FY26 // | Actual YTD | Plan YTD // EBIT = ebit // * YTD through March => A cur YTD | C cur YTD",
     "Acc. | Actual FY26 | Plan FY26 // 4000 | Net sales = ns // 7000 | EBIT = ebit => A 2026 | C 2026",
     "No. | Actual FY26 | Plan FY26 // 1 | Net sales = ns // 2 | EBIT = ebit => A 2026 | C 2026",
     "Line | Actual FY26 // Net sales | Sales = ns // EBIT | CFO = ebit => A 2026",
     "Line | Actual FY26 | Plan FY26 // Net sales | USD k = ns /1000 // EBIT | USD k = ebit /1000 // Volume | pcs = vol => A 2026 | C 2026",
     "EBIT // | Plan | Optimistic | Δ | Conservative | Δ // FY26 = ebit 2026 => C | O | O-C | N | N-C",
     "YTD // | Actual | Plan | Var | Var % | FY Plan | % achieved // EBIT = ebit => A cur YTD | C cur YTD | A-C cur YTD | %A-C cur YTD | C 2026 | ?",
   ]
  `);
});
