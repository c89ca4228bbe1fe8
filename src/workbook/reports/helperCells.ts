/** The hidden columns of a report, AA to AL: the lists behind its inputs, and what its visible formulas read. */
import { CURRENCY, PLAN } from "./head";
import type { CellBlock } from "./sheetSpec";

/** The months of the plan, as the service labels them. `monthLabels` fills these cells. */
export const MONTH_LABELS = "$AK$3:$AK$14";

/** A P&L by month is asked for one field, only for the months that it names in its second column. */
export function monthLabels(scenario: string): CellBlock {
  return {
    at: "AJ2",
    rows: [[`=INSIGHTS.PNL(${PLAN},${scenario},"netFIESales","M",,,${CURRENCY},"table")`]],
  };
}

const FIRST_GROUP_ROW = 21;

/** The first groups of the year, as the service labels them. `groupNames` fills these cells. */
export function groupNameCells(count: number): string {
  return `$AK$${FIRST_GROUP_ROW}:$AK$${FIRST_GROUP_ROW + count - 1}`;
}

/** @param groupBy The cell that says by what demand is grouped. */
export function groupNames(scenario: string, groupBy: string): CellBlock {
  return {
    at: `AI${FIRST_GROUP_ROW - 1}`,
    rows: [[`=INSIGHTS.DEMAND(${PLAN},${scenario},"demandVolume","FY",${groupBy},,,${CURRENCY},"table")`]],
  };
}
