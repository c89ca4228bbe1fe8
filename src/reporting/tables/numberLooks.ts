/** The number formats of tables: those of reports. Pure. */
import type { Field } from "../../insights";
import type { NumberStyle, Scale } from "../../numbers/language/numberFormats";
import { formatInScale, type ReportFormat } from "../reports/formats";

const NUMBERS: Readonly<Record<Field["unit"], ReportFormat>> = {
  amount: "amount",
  volume: "volume",
  ratio: "ratio",
  "kg CO2e": "volume",
  "amount per unit": "rest",
};
const VARIANCES: Readonly<Record<Field["unit"], ReportFormat>> = {
  amount: "variance",
  volume: "volumeVariance",
  ratio: "ratioPoints",
  "kg CO2e": "volumeVariance",
  "amount per unit": "restVariance",
};

/** Returns the number format of a field, or of its variance. Volumes and prices have no scale. */
export function tableFormat({ unit }: Pick<Field, "unit">, { measure, scale }: NumberStyle): string {
  if (measure === "percent") return formatInScale("change", undefined);
  return formatInScale((measure ? VARIANCES : NUMBERS)[unit], scale);
}

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
