/** The steps from gross sales to the distributor's margin (§2.5). */
import type { CascadeStep } from "./cascade";

/** @param cell Returns the cell of a field's amount. Costs are positive. */
export function cascadeSteps(cell: (field: string) => string): CascadeStep[] {
  const sum = (label: string, field: string): CascadeStep => ({
    label: `"${label}"`,
    amount: cell(field),
    isSum: "TRUE",
  });
  const cost = (label: string, field: string): CascadeStep => ({
    label: `"${label}"`,
    amount: `-N(${cell(field)})`,
    isSum: "FALSE",
  });
  return [
    sum("Gross sales", "grossFIESales"),
    cost("Trade", "tradeExpenses"),
    sum("Net sales", "netFIESales"),
    cost("COGS", "cogs"),
    sum("Gross profit", "grossProfit"),
    cost("Supply chain", "supplyChainCost"),
    cost("Other costs", "otherCosts"),
    sum("EBIT", "ebit"),
    cost("Overhead", "overhead"),
    sum("DPM", "dpm"),
  ];
}
