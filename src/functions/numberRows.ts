/** The rows that a number is computed from: those of one scenario for a period. Each cell selects its field and item. */
import { InsightsError, type Family, type Field, type Memory, type Parameters, type Question } from "../insights";
import { checkGroups, readCurrency, readField, readGroupBy, readText, type ScenarioTexts } from "./arguments";
import { isOver, type KpiPeriod } from "./kpiPeriod";
import { rowsOfItem } from "./monthIndex";
import { askPeriod, type PeriodRows } from "./periodRows";
import type { QueryContext } from "./query";
import { onlyScenario, resolveScenarios } from "./resolve";
import { total } from "./total";

/** Which rows to ask for. */
export interface RowsChoice {
  readonly texts: ScenarioTexts;
  readonly endpoint: Family;
  readonly parameters: Parameters;
  /** Already extended by the basis. */
  readonly period: KpiPeriod;
}

export interface NumberRows {
  readonly choice: RowsChoice;
  readonly parts: PeriodRows;
}

/** Which number of the rows a cell shows. */
export interface NumberChoice {
  readonly field: Field;
  /** One group; "" for all of them. */
  readonly item: string;
}

export function readNumberChoice(given: { readonly field: unknown; readonly item: unknown }): NumberChoice {
  const field = readField(given.field);
  const item = readText(given.item, "item");
  if (item !== "") checkGroups(field.family, field.label);
  return { field, item };
}

/** Reads the currency and the grouping. */
export function readParameters(
  given: { readonly currency: unknown; readonly groupBy: unknown },
  { family, label }: Field,
): Parameters {
  const groupBy = readGroupBy(given.groupBy, family, label);
  return { ...readCurrency(given.currency, family), ...groupBy };
}

/** @param what The name of the scenario argument in messages. */
export async function resolveRows(
  { endpoint, parameters, texts }: RowsChoice,
  functionId: string,
  context: QueryContext,
  what?: string,
): Promise<Question> {
  const resolved = await resolveScenarios(texts, context);
  return { endpoint, plan: resolved.plan, scenario: onlyScenario(resolved, functionId, what).id, parameters };
}

export async function askRows(choice: RowsChoice, question: Question, context: QueryContext): Promise<NumberRows> {
  return { choice, parts: isOver(choice.period) ? [] : await askPeriod(question, choice.period, context) };
}

export function numberOf({ choice, parts }: NumberRows, { field, item }: NumberChoice, memory: Memory): number {
  if (isOver(choice.period)) return nothingToGo(field);
  return total(field, rowsOfItem(parts, item, choice.parameters.groupBy, memory));
}

/** No month is left in the year: an amount is then 0, a share has no value. */
function nothingToGo({ label, total: { by } }: Field): number {
  if (by === "sum") return 0;
  throw new InsightsError("missing", `${label} has no value because no month of the fiscal year is left.`);
}
