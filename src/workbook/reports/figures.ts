/** The formulas of single numbers. */
import type { Page } from "./page";
import type { ReportLine } from "./lines";
import type { InputKey } from "./reportParameters";

/** Each is a cell's address or an expression, without "="; what is left out is the report's own. */
export interface FigureOptions {
  readonly period?: string;
  readonly basis?: string;
  readonly groupBy?: string;
  readonly item?: string;
}

/** A call of KPI about the report's plan, in its currency. */
export function kpi(page: Page, scenario: InputKey, field: string, options: FigureOptions = {}): string {
  const { cell, argument } = page.inputs;
  const { period = argument("period"), basis = "", groupBy = "", item = "" } = options;
  const currency = argument("currency");
  const fieldText = field.startsWith("$") ? field : `"${field}"`;
  return `INSIGHTS.KPI(${cell("plan")},${cell(scenario)},${fieldText},${period},${groupBy},${item},${currency},${basis})`;
}

/** The text of an expression, blank where it is #N/A. Univer passes a blank text on as a blank cell, which is 0 further on. */
export function unlessMissing(expression: string): string {
  return `IF(ISNA(${expression}),"",${expression}&"")`;
}

/** The expression where the cell holds something; blank where it holds nothing. */
export function unlessBlank(cell: string, expression: string): string {
  return `IF(${cell}="","",${expression})`;
}

export interface LineCell {
  readonly line: ReportLine;
  readonly column: string;
  /** Rows by field; those of the lines of the same table. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** The cell that says whether costs are in one line. */
  readonly lacks: string;
}

/**
 * A line's number in a column. A failure shows as the function tells it. Where the service leaves out a line that it need not
 * send, the cell is blank, as long as the scenario has an EBIT; other costs then take in supply chain costs.
 * @param ask The call for a field.
 */
export function lineFigure({ line, column, rowOf, lacks }: LineCell, ask: (field: string) => string): string {
  const at = (field: string) => `${column}$${rowOf.get(field) ?? 1}`;
  const anchor = rowOf.has("ebit") ? at("ebit") : undefined;
  const call = ask(line.field);
  if (!line.isOptional || !anchor) return call;
  const sent = `IFNA(${call},"")`;
  const value =
    line.field === "otherCosts"
      ? `IF(${lacks},${at("grossProfit")}-${at("ebit")},${sent})`
      : line.field === "supplyChainCost"
        ? `IF(${lacks},"",${sent})`
        : sent;
  return `IF(ISNUMBER(${anchor}),${value},${anchor})`;
}

/** What a sum and its parts are apart, by more than the service's rounding and what adding up large numbers leaves. */
export function gapOf(column: string, rowOf: ReadonlyMap<string, number>): string {
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
  return gaps.join("+");
}

/** Half a cent, or what floating numbers of this size cannot tell apart. */
export function allowedGap(column: string, rowOf: ReadonlyMap<string, number>): string {
  return `MAX(0.005,1E-14*ABS(N(${column}$${rowOf.get("netFIESales") ?? 1})))`;
}
