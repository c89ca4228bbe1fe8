/** The lines of a P&L as a report shows them. */
import { fieldsOf, type Field } from "../../insights";

export interface StatementLine {
  readonly field: string;
  readonly label: string;
  readonly unit: "amount" | "ratio";
  /** More of it is worse. */
  readonly isCost: boolean;
  /** What the lines above it come to. */
  readonly isSum: boolean;
  readonly indent: number;
}

const COSTS = ["tradeExpenses", "cogs", "cogsPercent", "supplyChainCost", "storageAndHandling", "transport"];
const SUMS = ["netFIESales", "grossProfit", "ebit", "dpm"];
const PARTS = ["storageAndHandling", "transport"];

/** @see API specification §2.5, in its order. */
export const STATEMENT_LINES: readonly StatementLine[] = fieldsOf("pnl").map(lineOf);

function lineOf({ name, label, unit }: Field): StatementLine {
  const isRatio = unit === "ratio";
  return {
    field: name,
    label,
    unit: isRatio ? "ratio" : "amount",
    isCost: COSTS.includes(name),
    isSum: SUMS.includes(name),
    indent: isRatio || PARTS.includes(name) ? 1 : 0,
  };
}
