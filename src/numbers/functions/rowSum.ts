/** Combines several rows into one number, as far as the field allows. */
import { groupOf, InsightsError, rowPeriod, type Field, type AnswerRow } from "../../insights";
import { quote } from "../language/names";
import { rowValue, valueNotReturned } from "../language/rowValue";

/**
 * Returns one number for a field over all rows. Amounts and volumes add up, a ratio is recomputed from its two totals (§2.5), a
 * fill rate is weighted by demand volume (§2.4). Throws `missing` if values are omitted or cannot be combined.
 * @param isSingle False if more than one month or item was asked for: an accuracy then has no value, even if all others lack a row.
 */
export function addUp(field: Field, rows: readonly AnswerRow[], isSingle = true): number {
  const [only] = rows;
  const isComplete = isSingle && only && rows.length === 1;
  if (isComplete && (field.total.by !== "ratio" || rowValue(only, field.name) !== undefined)) {
    return sum(field.name, rows);
  }
  switch (field.total.by) {
    case "sum":
      return sum(field.name, rows);
    case "ratio":
      return ratio(field, sum(field.total.numerator, rows), sum(field.total.denominator, rows));
    case "weighted":
      return weighted(field, field.total.weight, rows);
    case "none":
      throw new InsightsError(
        "missing",
        `${field.label} of several items or months cannot be added up or averaged. Name one item and one month.`,
      );
  }
}

function sum(name: string, rows: readonly AnswerRow[]): number {
  if (rows.length === 0) valueNotReturned(name);
  return rows.reduce((subtotal, row) => subtotal + requiredValue(name, row), 0);
}

function weighted(field: Field, weight: string, rows: readonly AnswerRow[]): number {
  const relevant = rows.filter((row) => requiredValue(weight, row) !== 0);
  const parts = relevant.reduce(
    (subtotal, row) => subtotal + requiredValue(field.name, row) * requiredValue(weight, row),
    0,
  );
  return ratio(field, parts, sum(weight, rows));
}

function ratio(field: Field, numerator: number, denominator: number): number {
  if (denominator !== 0) return numerator / denominator;
  throw new InsightsError("missing", `${field.label} has no value because its denominator is 0.`);
}

function requiredValue(name: string, row: AnswerRow): number {
  const value = rowValue(row, name);
  if (value !== undefined) return value;
  const where = [rowPeriod(row), groupOf(row)].flatMap((text) => (text ? quote(text) : []));
  return valueNotReturned(name, where.length > 0 ? ` for ${where.join(", ")}` : "");
}
