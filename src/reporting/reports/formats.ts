/**
 * The number formats of reports, as they are in English. Amounts and volumes have a format for each scale, which a conditional
 * format applies: the cell holds the whole number, whatever scale it shows.
 */
import type { Field } from "../../insights";
import type { NumberStyle } from "../../numbers/language/numberFormats";
import { POINTS, POINTS_OF_PERCENT } from "../../numbers/language/shareWords";

/** The choices of the scale's input. The first shows whole numbers; a new report has the second. */
export const SCALES = ["Units", "Thousands", "Millions"] as const;

interface Format {
  readonly units: string;
  readonly thousands?: string;
  readonly millions?: string;
}

/** @param pattern A format with `#,##0` in place of each number. */
function scaled(pattern: string): Format {
  return {
    units: pattern,
    thousands: pattern.replaceAll("#,##0", "#,##0,"),
    millions: pattern.replaceAll("#,##0", "#,##0.0,,"),
  };
}

/** A variance has a sign, whose colour a conditional format adds (`signLooks` in `sheetSpec.ts`). */
const FORMATS = {
  text: { units: "@" },
  amount: scaled('#,##0;"−"#,##0;"–"'),
  volume: { units: '#,##0;"−"#,##0;"–"' },
  ratio: { units: '0.0 %;"−"0.0 %' },
  variance: scaled('+#,##0;"−"#,##0;"–"'),
  volumeVariance: { units: '+#,##0;"−"#,##0;"–"' },
  points: { units: `+0.0" ${POINTS}";"−"0.0" ${POINTS}";"–"` },
  // Of a difference of ratios that is not multiplied.
  ratioPoints: { units: `+0.0 %"${POINTS_OF_PERCENT}";"−"0.0 %"${POINTS_OF_PERCENT}";"–"` },
  change: { units: '+0.0 %;"−"0.0 %;"–"' },
  // Of what is shown as a bar alone.
  bar: { units: ";;;" },
  restVariance: { units: '+#,##0.00##;"−"#,##0.00##;"–"' },
  rest: { units: '#,##0.00##;"−"#,##0.00##' },
} satisfies Readonly<Record<string, Format>>;

export type ReportFormat = keyof typeof FORMATS;

/** Returns the number format for unscaled numbers. */
export function numberFormatOf(format: ReportFormat): string {
  return FORMATS[format].units;
}

/** Returns the number format for numbers of one scale. What a scale does not apply to has one format. */
export function formatInScale(format: ReportFormat, scale: "thousands" | "millions" | undefined): string {
  const { units, [scale ?? "units"]: scaled = units }: Format = FORMATS[format];
  return scaled;
}

/** Returns the number formats by choice of scale; empty if the scale does not apply. */
export function scaledFormatsOf(format: ReportFormat): readonly (readonly [scale: string, numberFormat: string])[] {
  const { thousands, millions }: Format = FORMATS[format];
  const [, second, third] = SCALES;
  return thousands && millions
    ? [
        [second, thousands],
        [third, millions],
      ]
    : [];
}

const OF_FIELDS: Readonly<Record<Field["unit"], ReportFormat>> = {
  amount: "amount",
  volume: "volume",
  ratio: "ratio",
  "kg CO2e": "volume",
  "amount per unit": "rest",
};
const OF_VARIANCES: Readonly<Record<Field["unit"], ReportFormat>> = {
  amount: "variance",
  volume: "volumeVariance",
  ratio: "ratioPoints",
  "kg CO2e": "volumeVariance",
  "amount per unit": "restVariance",
};

/** Returns the number format of a field, or of its variance. Volumes and prices have no scale. */
export function tableFormat({ unit }: Pick<Field, "unit">, { measure, scale }: NumberStyle): string {
  if (measure === "percent") return formatInScale("change", undefined);
  return formatInScale((measure ? OF_VARIANCES : OF_FIELDS)[unit], scale);
}

/** The format of chart labels. Large numbers have no decimals. */
export const CHART_NUMBERS = "[>=999.95]#,##0;[<=-999.95]-#,##0;0.0";
