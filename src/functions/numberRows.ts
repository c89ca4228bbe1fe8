/** The rows that a number is computed from: those of one scenario for a period. Each cell selects its field and item. */
import { InsightsError, type Family, type Field, type Memory, type Parameters, type Question } from "../insights";
import { checkGroups, readCurrency, readField, readGroupBy, type ScenarioTexts } from "./arguments";
import { isOver, type KpiPeriod } from "./kpiPeriod";
import { readItems, rowsOfItems } from "./items";
import { listNames } from "./names";
import { checkOneCurrency } from "./oneCurrency";
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
  /** Undefined if no month is left of the year. */
  readonly rows: PeriodRows | undefined;
}

/** Which number of the rows a cell shows. */
export interface NumberChoice {
  readonly field: Field;
  /** Names and criteria of groups; none for all groups together. */
  readonly items: readonly string[];
}

export function readNumberChoice(given: { readonly field: unknown; readonly item: unknown }): NumberChoice {
  const field = readField(given.field);
  const items = readItems(given.item);
  if (items.length > 0) checkGroups(field.family, field.label);
  return { field, items };
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
  const rows = isOver(choice.period) ? undefined : await askPeriod(question, choice.period, context);
  checkOneCurrency(context.answers);
  return { rows };
}

export function numberOf({ rows }: NumberRows, { field, items }: NumberChoice, memory: Memory): number {
  if (!rows) return nothingToGo(field);
  const found = rowsOfItems(rows, items, memory);
  return items.length > 0 && found.rows.length === 0 ? noRows(field, items) : total(field, found.rows, found.isSingle);
}

/** The items have rows in other months alone: an amount of them is 0, a share has no value. */
function noRows({ label, total: { by } }: Field, items: readonly string[]): number {
  if (by === "sum") return 0;
  throw new InsightsError("missing", `${label} has no value, since item ${listNames(items)} has no row in this time.`);
}

/** No month is left in the year: an amount is then 0, a share has no value. */
function nothingToGo({ label, total: { by } }: Field): number {
  if (by === "sum") return 0;
  throw new InsightsError("missing", `${label} has no value because no month of the fiscal year is left.`);
}
