/** Rows of reports over data with gaps: each is right in itself, and each column adds up. */
import { findField } from "../../src/insights";
import type { Gaps } from "../../src/sandbox/planning/gaps";
import { REPORT_KINDS, type ReportKind } from "../../src/reports/reportParameters";
import { cellsBeside } from "../oracle/variance";
import { calculateReport, type ShownRows } from "./reportSetup";

const ACTUALS = { actualsTo: "2026-04", losses: true };
const GAPS: readonly Gaps[] = [
  { ...ACTUALS, missingInActuals: ["supplyChainCost", "transport"] },
  { ...ACTUALS, missingInActuals: ["tradeExpenses", "storageAndHandling", "dpm"] },
  { ...ACTUALS, missingLines: ["supplyChainCost"] },
];
const BOTH = "Supply chain and other costs";
/** The year of the forecast and of the plan, and the variance. */
const COLUMNS_OF_MONTHS = [17, 18, 19] as const;

const calculate = (kind: ReportKind, gaps: Gaps) =>
  calculateReport({ kind, plan: "FY26 Plan", gaps, settings: { currency: "USD" } });

const fieldOf = (label: unknown) => (label === BOTH ? "otherCosts" : findField(String(label))?.name);

/** The rows whose variance is not that of the two numbers beside it. */
function wrongRows(rows: ShownRows, [own, base, variance]: readonly [number, number, number]): ShownRows {
  return rows.filter((row) => {
    const field = fieldOf(row[0]);
    if (field === undefined) return false;
    const expected = cellsBeside(field, row[own], row[base])?.amount;
    if (!expected) return row[variance] !== "";
    return Math.abs(Number(row[variance]) - expected.value) > 1e-9 * expected.size;
  });
}

/** The table: what follows the last row that begins with the unit. */
function tableOf(rows: ShownRows): ShownRows {
  return rows.slice(rows.map(([corner]) => corner).lastIndexOf("USD") + 1);
}

describe.each(GAPS.map((gaps) => [JSON.stringify(gaps), gaps] as const))("Over %s", (_name, gaps) => {
  test.each(REPORT_KINDS.filter((kind) => kind !== "bridge" && kind !== "demand"))(
    "each variance of %s is that of the row's numbers",
    async (kind) => {
      const table = tableOf(await calculate(kind, gaps));
      expect(table.filter(([label]) => fieldOf(label) !== undefined).length).toBeGreaterThan(8);
      expect(wrongRows(table, kind === "months" ? COLUMNS_OF_MONTHS : [1, 2, 3])).toEqual([]);
    },
  );

  test("each variance of demand is that of the item's numbers", async () => {
    const rows = await calculate("demand", gaps);
    const items = rows.slice(rows.findIndex(([label]) => label === "All")).filter((row) => typeof row[1] === "number");
    expect(items.length).toBeGreaterThan(3);
    for (const [label, own, base, variance] of items)
      expect([label, variance]).toEqual([label, cellsBeside("demandValue", own, base)?.amount.value]);
  });

  test("the steps of the bridge lead from one EBIT to the other", async () => {
    const rows = await calculate("bridge", gaps);
    const steps = rows.slice(rows.findIndex(([, amount]) => amount === "Amount") + 1).map(([, amount]) => amount);
    const shown = steps.filter((amount): amount is number => typeof amount === "number");
    const [last = 0, ...others] = shown.reverse();
    expect(others.length).toBeGreaterThan(2);
    expect(others.reduce((sum, step) => sum + step, 0)).toBeCloseTo(last, 5);
  });
});

test.each(["statement", "onePage", "months"] as const)(
  "The %s has one line of costs in all columns if one lacks supply chain costs",
  async (kind) => {
    const table = tableOf(await calculate(kind, GAPS[0]!));
    const row = (label: string) => table.find(([each]) => each === label)!;
    const variances = kind === "months" ? [19, 20, 21] : [3, 4, 5, 7, 8, 9];
    const amounts = row("EBIT").flatMap((cell, at) =>
      typeof cell === "number" && !variances.includes(at) ? [at] : [],
    );
    expect(amounts.length).toBeGreaterThan(1);
    for (const at of amounts) {
      expect(row("Supply chain costs")[at]).toBe("");
      expect(row(BOTH)[at]).toBeCloseTo((row("Gross profit")[at] as number) - (row("EBIT")[at] as number), 5);
    }
    expect(table.some(([label]) => label === "Other costs")).toBe(false);
  },
);
