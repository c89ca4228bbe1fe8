/** The formulas by which reports ask for single numbers. */
import { CURRENCY, PLAN } from "./head";

/** Each is a cell's address or an expression, without "="; what is left out stays blank. */
interface KpiArguments {
  readonly period?: string;
  readonly groupBy?: string;
  readonly item?: string;
}

/** A call of KPI about the report's plan in its currency. What the service leaves out stays blank; any other failure shows. */
export function kpi(
  scenario: string,
  field: string,
  { period = "", groupBy = "", item = "" }: KpiArguments = {},
): string {
  return `IFNA(INSIGHTS.KPI(${PLAN},${scenario},"${field}",${period},${groupBy},${item},${CURRENCY}),"")`;
}

/** The expression where the cell holds something; blank where it holds nothing. */
export function unlessBlank(cell: string, expression: string): string {
  return `IF(${cell}="","",${expression})`;
}
