/** The formulas of single numbers. */
import { NAMESPACE } from "../../grid/environment";
import type { Page } from "./page";
import type { ReportLine } from "./lines";
import type { InputKey } from "./reportParameters";

/** Addresses or expressions without "=". Defaults are the report's inputs. */
export interface FigureOptions {
  readonly period?: string;
  readonly basis?: string;
  readonly groupBy?: string;
  readonly item?: string;
}

/** Returns a call of KPI with the report's plan and currency. */
export function kpi(page: Page, scenario: InputKey, field: string, options: FigureOptions = {}): string {
  const { cell, argument } = page.inputs;
  const { period = argument("period"), basis = "", groupBy = "", item = "" } = options;
  const currency = argument("currency");
  const fieldText = field.startsWith("$") ? field : `"${field}"`;
  return `${NAMESPACE}.KPI(${cell("plan")},${cell(scenario)},${fieldText},${period},${groupBy},${item},${currency},${basis})`;
}

/** Returns an expression's text, blank if it is #N/A. In Univer a blank text becomes a blank cell, and later 0. */
export function unlessMissing(expression: string): string {
  return `IF(ISNA(${expression}),"",${expression}&"")`;
}

/** Returns the expression, or blank if the cell is blank. */
export function unlessBlank(cell: string, expression: string): string {
  return `IF(${cell}="","",${expression})`;
}

export interface LineCell {
  readonly line: ReportLine;
  readonly column: string;
  /** The rows of the table's lines by field. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** The cell that is TRUE if costs are in one line. */
  readonly lacks: string;
}

/**
 * Returns the formula of a line's number in a column. A failure shows the function's error. If the service omits an optional
 * line, the cell is blank as long as the scenario has an EBIT; other costs then include supply chain costs.
 * @param ask Returns the call for a field.
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

/** Returns the gap between sums and their lines. */
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

/** Returns the tolerated gap: half a cent, or the precision of numbers of this size. */
export function allowedGap(column: string, rowOf: ReadonlyMap<string, number>): string {
  return `MAX(0.005,1E-14*ABS(N(${column}$${rowOf.get("netFIESales") ?? 1})))`;
}
