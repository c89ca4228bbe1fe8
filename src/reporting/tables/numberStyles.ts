/** The number formats of tables: those of reports. Pure. */
import type { Field } from "../../insights";
import type { NumberStyle, Scale } from "../../numbers/language/numberFormats";
import { tableFormat } from "../reports/formats";

const MARKS: Readonly<Record<Scale, string>> = { thousands: "k", millions: "m" };
const MILLION = 1_000_000;

interface OwnNumbers extends NumberStyle {
  /** What amounts are divided by, as headings say; then no scale applies. */
  readonly divisor?: number | undefined;
}

/** Returns the format for numbers among a user's own headings, which may not say the scale: it stands behind each number. */
export function ownFormat(field: Pick<Field, "unit">, { measure, scale, divisor = 1 }: OwnNumbers): string {
  const whole = tableFormat(field, { measure });
  if (divisor >= MILLION) return whole.replaceAll("#,##0", "#,##0.0");
  const format = tableFormat(field, { measure, scale });
  return scale && divisor === 1 && format !== whole ? format.replace(/#,##0[.0,]*/g, `$&" ${MARKS[scale]}"`) : whole;
}
