/**
 * The number formats of reports, in the form that is the same in every language of Excel. Those of amounts and volumes have
 * one for each scale, which a conditional format puts in place: the cell holds the whole number, whatever it shows.
 */

/** What the scale's input can say; the first shows numbers as they are. */
export const SCALES = ["Units", "Thousands", "Millions"] as const;

interface Format {
  readonly units: string;
  readonly thousands?: string;
  readonly millions?: string;
}

/** @param pattern With `#,##0` wherever the number stands. */
function scaled(pattern: string): Format {
  return {
    units: pattern,
    thousands: pattern.replaceAll("#,##0", "#,##0,"),
    millions: pattern.replaceAll("#,##0", "#,##0.0,,"),
  };
}

/** Finance writes a minus as parentheses; digits stay aligned. Better and worse are told by a mark, not by colour alone. */
const FORMATS = {
  text: { units: "@" },
  amount: scaled('#,##0_);(#,##0);"–"_)'),
  volume: { units: '#,##0_);(#,##0);"–"_)' },
  ratio: { units: "0.0%_)" },
  points: { units: '+0.0" pp"_);-0.0" pp"_);"–"_)' },
  change: { units: '+0.0%_);-0.0%_);"–"_)' },
  mark: { units: '[Color10]"▲ Fav";[Red]"▼ Adv";""' },
  markedAmount: scaled('[Color10]"▲ Fav "#,##0_);[Red]"▼ Adv "#,##0_);"–"_)'),
  markedPoints: { units: '[Color10]"▲ Fav "0.0" pp"_);[Red]"▼ Adv "0.0" pp"_);"–"_)' },
  rest: { units: "#,##0.00##_);(#,##0.00##)" },
} satisfies Readonly<Record<string, Format>>;

export type ReportFormat = keyof typeof FORMATS;

/** The number format of cells as they are written. */
export function numberFormatOf(format: ReportFormat): string {
  return FORMATS[format].units;
}

/** The number formats by the text of the scale's input; none where the scale does not matter. */
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

/** Numbers on charts are counted in what the title of the axis says; those at an axis are round. */
export const CHART_AXIS = "[>=1000]#,##0;[<=-1000]-#,##0;General";
/** Large ones need no decimals. */
export const CHART_NUMBERS = "[>=999.95]#,##0;[<=-999.95]-#,##0;0.0";
/** At columns: 0 is left out, as a stack has a part of each kind in every column. */
export const CHART_LABELS = '[=0]"";[>=999.95]#,##0;0.0';
export const CHART_FALLS = '[=0]"";[>=999.95]"–"#,##0;"–"0.0';
