/** Refuses ratios in percent: 48.4 beside 0.484 would be a wrong number that nobody notices (§2.5: a ratio of 0.484 is 48.4 %). */
import type { FieldKind } from "./askedRows";
import { numberAt, type SentRows } from "./columns";
import { InsightsError } from "./errors";

/** No share of deliveries or forecasts is above this. */
const MOST_SHARE = 1.5;
/** A smaller one may be a hundred times its amounts by rounding. */
const LEAST_PERCENT = 1;
/** How far a percentage may be from a hundred times its amounts, as a share of it. */
const TOLERANCE = 0.01;

/** Throws `malformed` for a field whose numbers are a hundredfold; `where` is for the message. */
export function checkRatios(rows: SentRows, fields: readonly FieldKind[], where: string): void {
  const wrong = fields.find((field) => field.unit === "ratio" && isInPercent(field, rows));
  if (!wrong) return;
  throw new InsightsError(
    "malformed",
    `The service returned ${wrong.label} in percent instead of as a ratio (${where}), so none of these numbers is shown. Report this to the operator of the service.`,
  );
}

function isInPercent({ name, total }: FieldKind, { length, values }: SentRows): boolean {
  const sent = values.get(name);
  if (!sent) return false;
  const { numerator, denominator } = total;
  if (numerator === undefined || denominator === undefined) return sent.some((value) => Math.abs(value) > MOST_SHARE);
  const [part, whole] = [values.get(numerator), values.get(denominator)];
  for (let at = 0; at < length; at += 1) {
    const value = numberAt(sent, at);
    const percent = (100 * (numberAt(part, at) ?? NaN)) / (numberAt(whole, at) ?? NaN);
    const isComparable = value !== undefined && Math.abs(value) >= LEAST_PERCENT && Number.isFinite(percent);
    if (isComparable && Math.abs(value - percent) <= TOLERANCE * Math.abs(percent)) return true;
  }
  return false;
}
