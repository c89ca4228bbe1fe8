/** A line that shows if a P&L does not add up. It is blank if the P&L does. */
import { RED, type ReportSection } from "./sheetSpec";

export interface CheckLine {
  readonly row: number;
  /** The columns with amounts. */
  readonly columns: readonly string[];
  readonly rowOf: ReadonlyMap<string, number>;
}

/** The largest gap that rounding to whole units can leave: half a unit for each of four numbers. */
const ROUNDING = 2;

export function checkSection({ row, columns, rowOf }: CheckLine): ReportSection {
  const cells = `${columns[0] ?? ""}${row}:${columns.at(-1) ?? ""}${row}`;
  const largest = `IF(MAX(${cells})>${ROUNDING},"The lines do not add up: largest gap","Rounding: largest gap of the lines")`;
  return {
    blocks: [
      { at: `A${row}`, rows: [[`=IF(COUNT(${cells})=0,"",${largest})`]] },
      ...columns.map((column) => {
        const gap = largestGap(column, rowOf);
        return { at: `${column}${row}`, rows: [[`=IFERROR(IF(${gap}>${allowedGap(column, rowOf)},${gap},""),"")`]] };
      }),
    ],
    styles: [
      { range: `A${row}`, color: RED, shrinks: true },
      ...columns.map((column) => ({
        range: `${column}${row}`,
        color: RED,
        format: "rest" as const,
        shrinks: true,
      })),
    ],
  };
}

/** Returns the largest gap between a sum and its lines. One wrong number leaves a gap in two sums, which is counted once. */
function largestGap(column: string, rowOf: ReadonlyMap<string, number>): string {
  const at = (field: string) => `${column}$${rowOf.get(field) ?? 1}`;
  const gap = (whole: string, parts: readonly string[], sum: string) => {
    const cells = [whole, ...parts, sum].map(at);
    const rest = `${cells[0]}-${cells.slice(1).join("-")}`;
    return `IF(COUNT(${cells.join(",")})=${cells.length},ABS(${rest}),0)`;
  };
  const costs = `IF(COUNT(${["grossProfit", "otherCosts", "ebit"].map(at).join(",")})=3,ABS(${at("grossProfit")}-N(${at("supplyChainCost")})-${at("otherCosts")}-${at("ebit")}),0)`;
  const gaps = [
    gap("grossFIESales", ["tradeExpenses"], "netFIESales"),
    gap("netFIESales", ["cogs"], "grossProfit"),
    gap("supplyChainCost", ["storageAndHandling"], "transport"),
    costs,
    gap("ebit", ["overhead"], "dpm"),
  ];
  return `MAX(${gaps.join(",")})`;
}

/** Returns the tolerated gap: half a cent, or the precision of numbers of this size. */
function allowedGap(column: string, rowOf: ReadonlyMap<string, number>): string {
  return `MAX(0.005,1E-14*ABS(N(${column}$${rowOf.get("netFIESales") ?? 1})))`;
}
