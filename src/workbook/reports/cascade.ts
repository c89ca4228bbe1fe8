/** From gross sales to the distributor's margin, as columns that float: Excel's API cannot mark a waterfall's totals. */
import { INK, RED, type CellContent, type ChartSpec } from "./sheetSpec";

/** The cells of one scenario's amounts, by the name of the field. */
export type CellOf = (field: string) => string;

interface Step {
  readonly label: string;
  /** A sum of the cascade stands on the ground; the others hang between two sums. */
  readonly isTotal: boolean;
  readonly amount: string;
}

const HEADINGS = ["Cascade", "Gap", "Total", "Up", "Up below zero", "Down", "Down below zero", "Amount", "Ends at"];
const COLORS = ["none", INK, "#5aa88a", "#5aa88a", RED, RED];

/** @see API specification §2.5: other costs and overhead are not returned, but are what is left between the sums. */
function stepsOf(cell: CellOf): Step[] {
  const total = (label: string, field: string): Step => ({ label, isTotal: true, amount: `N(${cell(field)})` });
  const less = (label: string, ...fields: string[]): Step => ({
    label,
    isTotal: false,
    amount: fields.map((field) => `N(${cell(field)})`).join("-"),
  });
  return [
    total("Gross sales", "grossFIESales"),
    less("Trade", "netFIESales", "grossFIESales"),
    total("Net sales", "netFIESales"),
    less("COGS", "grossProfit", "netFIESales"),
    total("Gross profit", "grossProfit"),
    { label: "Supply chain", isTotal: false, amount: `-N(${cell("supplyChainCost")})` },
    {
      label: "Other costs",
      isTotal: false,
      amount: `N(${cell("ebit")})-N(${cell("grossProfit")})+N(${cell("supplyChainCost")})`,
    },
    total("EBIT", "ebit"),
    less("Overhead", "dpm", "ebit"),
    total("DPM", "dpm"),
  ];
}

/** Nine columns from L on with a heading row, from this row on. The chart shows the first seven of them. */
export function cascadeRows(cell: CellOf, row: number): CellContent[][] {
  const lines = stepsOf(cell).map(({ label, isTotal, amount }, at) => {
    const here = row + 1 + at;
    const [value, end] = [`$S${here}`, `$T${here}`];
    if (isTotal) return [label, 0, `=${value}`, 0, 0, 0, 0, `=${amount}`, `=${value}`];
    const start = `$T${here - 1}`;
    const [low, high] = [`MIN(${start},${end})`, `MAX(${start},${end})`];
    const above = `MAX(0,${high})-MAX(0,${low})`;
    const below = `MIN(0,${low})-MIN(0,${high})`;
    const parts = [">=0", "<0"].flatMap((sign) => [above, below].map((size) => `=IF(${value}${sign},${size},0)`));
    return [label, `=MAX(0,${low})+MIN(0,${high})`, 0, ...parts, `=${amount}`, `=${start}+${value}`];
  });
  return [HEADINGS, ...lines];
}

export function cascadeChart(data: string, place: ChartSpec["place"]): ChartSpec {
  return { type: "ColumnStacked", title: "From gross sales to margin", data, place, colors: COLORS, legend: false };
}
