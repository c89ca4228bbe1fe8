/** Tables as people type them, each with its meaning written down by hand: no cell may show another number. */
import { CORPUS } from "./corpus";
import { HARD_TABLES } from "./hardTables";
import { checkTable, readTable } from "./meantTables";

const TABLES = `${CORPUS}${HARD_TABLES}`.split("\n").filter(Boolean).map(readTable);

test("the corpus has 310 tables, 170 of them hard", () => {
  expect(TABLES.length).toBeGreaterThanOrEqual(310);
  expect(TABLES.filter(({ name }) => name.startsWith("!")).length).toBeGreaterThanOrEqual(170);
});

test("no cell shows another number than its meaning", async () => {
  const checked = await Promise.all(TABLES.map(async (table) => ({ table, ...(await checkTable(table)) })));
  expect(checked.flatMap(({ table, faults }) => (faults.length > 0 ? [[table.name, ...faults]] : []))).toEqual([]);
  const asked = checked.filter(({ states }) => states.includes("asked")).map(({ table }) => table.name);
  // A planner would know these, but no rule of ours does.
  expect(asked).toMatchInlineSnapshot(`
   [
     "! | Jul | Aug | Sep | YTD | PY | Δ | Δ % => ~A 2026-07 | ~A 2026-08 | ~A 2026-09 | ~A cur YTD | ~A cur YTD PY | ~A-PY cur YTD | ~%A-PY cur YTD",
     "! Q1 26 // | Actual | Plan | Δ | Δ % | % of net sales => (2026-Q1) A | C | A-C | %A-C | A/ns",
     "! Version 3, FY26 // | Actual | Plan => (2026) A | C",
     "! | Ist | Vorjahr | Abw. VJ | Abw. VJ in % => (cur YTD) ~A | ~A PY | ~A-PY | ~%A-PY",
     "! | FY26 Plan | FY25 Plan // | Actual | Actual => ~A cur YTD | ~A FY25 cur YTD",
     "! | Mar-26 Act | Mar-26 Bud | Var | YTD Act | YTD Bud | Var => A 2026-03 | C 2026-03 | A-C 2026-03 | A cur YTD | C cur YTD | A-C cur YTD",
     "! Ist // | 01.2026 | 02.2026 => A 2026-01 | A 2026-02",
     "! | YTD 03/26 | FY 26 => ~A 2026-03 YTD | ~A 2026",
     "! As at 31 March 2026 // | Actual | Plan => ~A cur YTD | ~C cur YTD",
     "! YTD // | AC | PY | ΔPY | ΔPY% => (cur YTD) A | A PY | A-PY | %A-PY",
     "! Prior year comparison FY26 // | Actual | Plan => A 2026 | C 2026",
   ]
  `);
  const states = checked.flatMap((each) => each.states);
  const counts = ["read", "assumed", "asked", "blank"].map(
    (name) => `${states.filter((state) => state === name).length} ${name}`,
  );
  expect(counts).toMatchInlineSnapshot(`
   [
     "718 read",
     "146 assumed",
     "23 asked",
     "174 blank",
   ]
  `);
});
