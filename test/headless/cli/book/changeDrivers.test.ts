/** Why numbers of a file changed, by what it kept and shows. */
import { createFindDrivers } from "../../../../src/headless/cli/book/changeDrivers";
import type { FormulaOutcome } from "../../../../src/spreadsheet/engine/calculateBook";
import type { Plan } from "../../../../src/insights";
import { callKey } from "../../../../src/numbers/language/callKey";
import { keptCall, type CallResult } from "../../../../src/headless/standalone/savedParts";
import { loadWorkbook } from "../../../../src/spreadsheet/xlsx/workbook";
import { createBook } from "../../../spreadsheet/xlsx/book";

const SETTINGS = { plan: "p" };
const PLANS = [
  { id: "p", name: "Plan", scenarios: [{ id: "c", name: "Committed Plan", flags: ["committed"] }] },
] as unknown as Plan[];

const kpi = (field: string, scenario: string, result: number, row: number): CallResult => ({
  id: "KPI",
  args: [null, scenario, field],
  result,
  cells: new Set([`Plan!A${row}`]),
});

const outcome = (text: string, row: number, value: number): FormulaOutcome => ({
  cell: { sheet: "Plan", row: row - 1, column: 0 },
  formula: { text, fill: "one", rows: 1, columns: 1, problem: undefined },
  rows: [[value]],
  keptFor: [],
  problem: undefined,
  code: "#N/A",
  callErrors: [],
  mixedFrom: undefined,
});

/** Net sales 1000 → 1300 and COGS 400 → 500, so gross profit 600 → 800; its cell shows thousands. */
const CALLS = [
  kpi("grossProfit", "committed", 800, 1),
  kpi("netFIESales", "Committed Plan", 1300, 2),
  kpi("cogs", "COMMITTED", 500, 3),
];
const BEFORE = [600, 1000, 400];
const OUTCOMES = [
  outcome('INSIGHTS.KPI(,"committed","grossProfit")/1000', 1, 0.8),
  outcome('INSIGHTS.KPI(,"Committed Plan","netFIESales")', 2, 1300),
  outcome('INSIGHTS.KPI(,"COMMITTED","cogs")', 3, 500),
];
const CHANGE = { cell: "Plan!A1", old: 0.6, new: 0.8 };

async function find(isKept: boolean, calls = CALLS) {
  const cells = { A1: 0.6, A2: 1000, A3: 400 };
  const workbook = await loadWorkbook(await createBook({ sheets: [{ name: "Plan", cells }] }));
  const kept = CALLS.map((made, at) => {
    const call = keptCall(made, SETTINGS);
    return { ...call, key: callKey(call), result: BEFORE[at], answeredAt: 0, questions: undefined };
  });
  const refreshed = { workbook, outcomes: OUTCOMES, calls, settings: SETTINGS, kept: isKept ? kept : [] };
  return createFindDrivers(refreshed, PLANS)(CHANGE);
}

test("A cell in thousands has drivers in thousands if the file kept its numbers", async () => {
  const drivers = (await find(true)) ?? [];
  expect(drivers.map(({ label, amount }) => [label, Number(amount.toFixed(9))])).toEqual([
    ["Net sales", 0.3],
    ["Cost of goods sold", -0.1],
  ]);
});

test("Without kept numbers, a cell that is more than a call has none", async () => {
  expect(await find(false)).toBeUndefined();
});

test("A cell with two calls has none", async () => {
  const second = { ...kpi("cogs", "committed", 500, 1) };
  expect(await find(true, [...CALLS, second])).toBeUndefined();
});
