/** The steps from gross sales to EBIT, or on to the distributor's margin (§2.5). */
import { fieldLabel, JOINT_COSTS } from "../../insights";
import type { CascadeStep } from "./cascade";
import { linesTo } from "./lines";
import { spokenShare } from "./spokenNumbers";

/** What the chart says. @param cell Returns the cell of a field's number. */
export function cascadeMessage(cell: (field: string) => string): string {
  const share = cell("ebitPercent");
  return `IF(ISNUMBER(${share}),"EBIT "&${spokenShare(share)}&" of net sales",NA())`;
}

/** Labels that fit below a column, by field; other steps have the field's. */
export const SHORT_LABELS: Readonly<Record<string, string>> = {
  tradeExpenses: "Trade",
  cogs: "COGS",
  supplyChainCost: "Supply chain",
  dpm: "DPM",
};

/**
 * Returns the steps whose amounts are numbers.
 * @param cell Returns the cell of a field's amount. Costs are positive.
 */
export function cascadeSteps(cell: (field: string) => string, last: "ebit" | "dpm" = "dpm"): CascadeStep[] {
  const stepLabel = (field: string) => {
    const label = `"${SHORT_LABELS[field] ?? fieldLabel(field)}"`;
    // Without supply chain costs, one line of the report holds both.
    return field === JOINT_COSTS.place
      ? `IF(ISNUMBER(${cell(JOINT_COSTS.omitted)}),${label},"Supply chain, other")`
      : label;
  };
  return linesTo(last).map(({ field, isSum }) => ({
    label: `IF(ISNUMBER(${cell(field)}),${stepLabel(field)},"")`,
    amount: isSum ? cell(field) : `-${cell(field)}`,
    isSum: isSum ? "TRUE" : "FALSE",
  }));
}
