/** The steps from gross sales to the distributor's margin (§2.5). */
import type { CascadeStep } from "./cascade";

/**
 * Returns the steps whose amounts are numbers.
 * @param cell Returns the cell of a field's amount. Costs are positive.
 */
export function cascadeSteps(cell: (field: string) => string): CascadeStep[] {
  const named = (label: string, field: string) => `IF(ISNUMBER(${cell(field)}),${label},"")`;
  const sum = (label: string, field: string): CascadeStep => ({
    label: named(`"${label}"`, field),
    amount: cell(field),
    isSum: "TRUE",
  });
  const cost = (label: string, field: string): CascadeStep => ({
    label: named(label, field),
    amount: `-${cell(field)}`,
    isSum: "FALSE",
  });
  // Without supply chain costs, one line of the report holds both.
  const others = `IF(ISNUMBER(${cell("supplyChainCost")}),"Other costs","Supply chain, other")`;
  return [
    sum("Gross sales", "grossFIESales"),
    cost('"Trade"', "tradeExpenses"),
    sum("Net sales", "netFIESales"),
    cost('"COGS"', "cogs"),
    sum("Gross profit", "grossProfit"),
    cost('"Supply chain"', "supplyChainCost"),
    cost(others, "otherCosts"),
    sum("EBIT", "ebit"),
    cost('"Overhead"', "overhead"),
    sum("DPM", "dpm"),
  ];
}
