/** The formulas of single numbers. */
import { NAMESPACE } from "../../numbers/language/environment";
import { JOINT_COSTS } from "../../insights";
import type { Inputs } from "./inputs";
import { cellOfLine, type ReportLine } from "./lines";
import type { InputKey } from "./reportParameters";
import { BASE_BASIS, BASE_PERIOD } from "./timeCells";

/** Addresses or expressions without "=". Defaults are the report's inputs. */
export interface FigureOptions {
  readonly period?: string;
  readonly basis?: string;
  readonly groupBy?: string;
  readonly item?: string;
  readonly plan?: string;
}

/** A page, as far as its inputs. */
interface PageInputs {
  readonly inputs: Inputs;
}

/** Returns the inputs' plan, period and basis; for a base, its own. */
export function timeOf({ inputs: { argument, cell, has } }: PageInputs, key: InputKey): FigureOptions {
  if (key === "base" && has("basePeriod"))
    return { plan: argument("basePlan"), period: BASE_PERIOD, basis: BASE_BASIS };
  return { plan: cell("plan"), period: argument("period"), basis: argument("basis") };
}

/** Returns a call of KPI with the report's plan and currency. */
export function callOfKpi(
  { inputs: { cell, argument } }: PageInputs,
  scenario: InputKey,
  field: string,
  options: FigureOptions,
): string {
  const { plan = cell("plan"), period = argument("period"), basis = "", groupBy = "", item = "" } = options;
  const currency = argument("currency");
  const fieldText = field.startsWith("$") ? field : `"${field}"`;
  return `${NAMESPACE}.KPI(${plan},${cell(scenario)},${fieldText},${period},${groupBy},${item},${currency},${basis})`;
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
}

/**
 * Returns the formula of a line's number in a column. A failure shows the function's error. If the service omits an optional
 * line, the cell is blank as long as the scenario has an EBIT. If supply chain costs are not shown, other costs include them
 * (§2.5).
 * @param ask Returns the call for a field.
 */
export function lineFigure({ line, column, rowOf }: LineCell, ask: (field: string) => string): string {
  const at = (field: string) => cellOfLine(column, field, rowOf);
  const anchor = rowOf.has("ebit") ? at("ebit") : undefined;
  const call = ask(line.field);
  if (!line.isOptional || !anchor) return call;
  const sent = `IFNA(${call},"")`;
  const isRest = line.field === JOINT_COSTS.place && rowOf.has(JOINT_COSTS.omitted);
  const both = JOINT_COSTS.impliedBy.map(at).join("-");
  const value = isRest ? `IF(ISNUMBER(${at(JOINT_COSTS.omitted)}),${sent},${both})` : sent;
  return `IF(ISNUMBER(${anchor}),${value},${anchor})`;
}
