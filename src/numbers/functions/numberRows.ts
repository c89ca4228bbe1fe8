/** Computes one number from the rows of a scenario in a period. Each cell selects its field and items. */
import { InsightsError, type Field, type Memory, type Parameters } from "../../insights";
import { checkGroups, readCurrency, readField, readGroupBy } from "./arguments";
import { readItems, rowsOfItems } from "./items";
import { listNames } from "../language/names";
import type { PeriodRows } from "./periodRows";
import { addUp } from "./rowSum";

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

export function chosenNumber(rows: PeriodRows, { field, items }: NumberChoice, memory: Memory): number {
  if (rows.parts.length === 0) return nothingToGo(field);
  const found = rowsOfItems(rows, items, memory);
  return items.length > 0 && found.rows.length === 0 ? noRows(field, items) : addUp(field, found.rows, found.isSingle);
}

/** True if values of the field combine: a sum, or shares of sums. */
export function isAddable({ total: { by } }: Field): boolean {
  return by !== "none";
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
