import { drillSheet, type SheetContent } from "../../../src/workbook/explain/drillSheet";
import type { DrillRow } from "../../../src/workbook/explain/drilldown";
import { callByNames, type NumberArguments } from "../../../src/workbook/explain/numberArguments";
import type { NumberCall } from "../../../src/workbook/changes/numberCall";

const call = (id: NumberCall["id"], args: NumberArguments) => callByNames(id, args, { settings: {} });
const row = (label: string, own: NumberCall | undefined, sign: 1 | -1 = 1): DrillRow => ({
  label,
  call: own,
  sign,
  value: 1,
  share: 0.5,
});
const formulas = ({ cells }: SheetContent) =>
  cells.flat().flatMap((cell) => (typeof cell === "object" ? [cell.formula] : []));

test("writes rows that read the inputs and their own label, with shares and what they leave", () => {
  const args = { plan: "FY26 Plan", scenario: "committed", field: "demandValue", period: "2026-04", basis: "YTD" };
  const part = (item: string) => call("KPI", { ...args, groupBy: "region", item });
  const rows = [row("North", part("North")), row("=South", part("=South")), row("Other", undefined)];
  const content = drillSheet({ title: "Demand", call: call("KPI", args), dimension: "region", rows, plan: "" });
  expect(content.cells).toEqual([
    ["Demand", "", ""],
    ["", "", ""],
    ["Plan", "FY26 Plan", ""],
    ["Scenario", "committed", ""],
    ["Field", "demandValue", ""],
    ["Period", "2026-04", ""],
    ["Group by", "region", ""],
    ["Basis", "YTD", ""],
    ["", "", ""],
    ["Region", "Demand value", "Share"],
    [
      "North",
      { formula: "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6, $B$7, $A11, , $B$8)" },
      { formula: '=IF($B$14=0,"",B11/$B$14)' },
    ],
    [
      "=South",
      { formula: "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6, $B$7, $A12, , $B$8)" },
      { formula: '=IF($B$14=0,"",B12/$B$14)' },
    ],
    ["Other", { formula: "=B14-SUM(B11:B12)" }, { formula: '=IF($B$14=0,"",B13/$B$14)' }],
    [
      "Total",
      { formula: "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6, , , , $B$8)" },
      { formula: '=IF($B$14=0,"",B14/$B$14)' },
    ],
  ]);
  expect(content).toMatchObject({ headings: 9, first: 10, last: 13, hasShares: true });
});

test("names the plan that a blank argument means, and subtracts costs", () => {
  const args = { scenario: "s1", field: "grossProfit", period: "2026-04" };
  const rows = [
    row("Net sales", call("KPI", { ...args, field: "netFIESales" })),
    row("Cost of goods sold", call("KPI", { ...args, field: "cogs" }), -1),
  ];
  const content = drillSheet({ title: "", call: call("KPI", args), dimension: "lines", rows, plan: "FY26 Plan" });
  expect(content.cells[2]).toEqual(["Plan", "FY26 Plan", ""]);
  expect(formulas(content).filter((each) => each.includes("KPI"))).toEqual([
    "=INSIGHTS.KPI($B$3, $B$4, $A9, $B$6)",
    "=-INSIGHTS.KPI($B$3, $B$4, $A10, $B$6)",
    "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6)",
  ]);
});

test("writes both sides of a variance, and no shares", () => {
  const args = { plan: "P", scenario: "s1", base: "s2", field: "ebit", period: "2026-04", measure: "percent" };
  const side = (scenario: string) => call("KPI", { plan: "P", scenario, field: "ebit", period: "2026-04" });
  const rows = [row("One", side("s1")), row("Two", side("s2"))];
  const content = drillSheet({ title: "", call: call("VAR", args), dimension: "sides", rows, plan: "" });
  expect(content.hasShares).toBe(false);
  expect(formulas(content)).toEqual([
    "=INSIGHTS.KPI($B$3, $B$4, $B$6, $B$7)",
    "=INSIGHTS.KPI($B$3, $A12, $B$6, $B$7)",
    "=INSIGHTS.VAR($B$3, $B$4, $B$5, $B$6, $B$7, , , , , $B$8)",
  ]);
});
