/** The rows that a number is worked out from: those of one scenario for a period. Fields and items differ from cell to cell. */
import { InsightsError, type Family, type Field, type Memory, type Parameters, type Question } from "../insights";
import { checkGroups, readCurrency, readGroupBy, readText, type ScenarioTexts } from "./arguments";
import type { CellCall } from "./call";
import { readField } from "./fieldChoice";
import { quote } from "./names";
import { checkOneCurrency } from "./oneCurrency";
import { isOver, type KpiPeriod } from "./kpiPeriod";
import { rowsOfItem } from "./items";
import { askPeriod, type PeriodRows } from "./periodRows";
import { readOnce } from "./reading";
import { onlyScenario, resolveScenarios } from "./resolve";
import { total } from "./total";

/** Which rows are meant. */
export interface RowsQuery {
  readonly texts: ScenarioTexts;
  readonly endpoint: Family;
  readonly parameters: Parameters;
  /** With its basis. */
  readonly period: KpiPeriod;
}

export interface FoundRows {
  readonly query: RowsQuery;
  /** Undefined if no month is left of the year. */
  readonly rows: PeriodRows | undefined;
}

/** Which number of the rows a cell shows. */
export interface OwnNumber {
  readonly field: Field;
  /** One group, "" for all together. */
  readonly item: string;
}

export function readOwnNumber(
  { field, item }: { readonly field: unknown; readonly item: unknown },
  memory: Memory,
): OwnNumber {
  return readOnce(memory, ["number", field, item], () => {
    const own = { field: readField(field), item: readText(item, "item") };
    if (own.item !== "") checkGroups(own.field.family, own.field.label);
    return own;
  });
}

/** How the rows are divided and in which currency. */
export function readParameters(
  given: { readonly currency: unknown; readonly groupBy: unknown },
  { family, label }: Field,
): Parameters {
  const groupBy = readGroupBy(given.groupBy, family, label);
  return { ...readCurrency(given.currency, family), ...groupBy };
}

/** @param what What the message calls a scenario that is not one. */
export function resolveRows(query: RowsQuery, functionId: string, call: CellCall, what?: string): Question {
  const { endpoint, parameters, texts } = query;
  const resolved = resolveScenarios(texts, call);
  return { endpoint, plan: resolved.plan, scenario: onlyScenario(resolved, functionId, what).id, parameters };
}

export function askRows(query: RowsQuery, question: Question, call: CellCall): FoundRows {
  const rows = isOver(query.period) ? undefined : askPeriod(question, query.period, call);
  if (rows) checkOneCurrency(rows.answers);
  return { query, rows };
}

export function numberOf({ rows }: FoundRows, { field, item }: OwnNumber, { memory }: CellCall): number {
  if (!rows) return nothingToGo(field);
  const ofItem = rowsOfItem(rows, item, memory);
  return item !== "" && ofItem.length === 0 ? noRows(field, item) : total(field, ofItem);
}

/** The item has rows in other months alone: an amount of it is 0, a share has no value. */
function noRows({ label, total: { by } }: Field, item: string): number {
  if (by === "sum") return 0;
  throw new InsightsError("missing", `${label} has no value, since item ${quote(item)} has no row in this time.`);
}

/** Nothing is left of the year: an amount of nothing is 0, a share of nothing is no number. */
function nothingToGo({ label, total: { by } }: Field): number {
  if (by === "sum") return 0;
  throw new InsightsError("missing", `${label} has no value, since the fiscal year has no month left to go.`);
}
