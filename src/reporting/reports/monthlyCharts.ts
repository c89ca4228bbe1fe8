/** Net sales and EBIT of months, each in a chart of its own: small numbers would be flat beside large ones. */
import { chartTop } from "./chartCells";
import { chartSection } from "./chartSection";
import { createChartSlots, valueInUnit, type ChartSlots } from "./chartSlots";
import { CHART_NUMBERS } from "./formats";
import type { Page } from "./page";
import { EXPRESSIONS } from "./phrasing";
import { OWN, type ReportSection } from "./sheetSpec";
import { signInWords } from "./spokenNumbers";

interface MonthlyCharts {
  /** The number of the first chart. */
  readonly number: number;
  /** The first row of the charts, and their first and last column. */
  readonly place: { readonly first: number; readonly columns: readonly [string, string] };
  /** The names of the numbers and of their base. Expressions, without "=". */
  readonly names: readonly [own: string, base: string];
  readonly months: readonly MonthColumn[];
  /** A typical number, whose unit both charts have. */
  readonly size: string;
  /** What the chart of a field says. @default in how many months the numbers are below or above their base */
  readonly message?: (field: string) => string;
  /** What the charts show of a field, such as "by month". */
  readonly subject: string;
  readonly about: string;
  /** What the columns are. */
  readonly key: string;
}

/** Expressions, without "=". A month without a number has no column. */
interface MonthColumn {
  readonly name: string;
  readonly own: (field: string) => string;
  /** Drawn outlined behind its own number; alone in a month without one. */
  readonly base: (field: string) => string;
}

/** The rows that each chart covers, counted from the first of both. */
const CHARTED = [
  { field: "netFIESales", label: "Net sales", rows: [0, 8] },
  { field: "ebit", label: "EBIT", rows: [9, 16] },
] as const;
export const MONTHLY_CHART_ROWS = 17;

export function monthlyCharts(page: Page, options: MonthlyCharts): ReportSection[] {
  const {
    first,
    columns: [left, right],
  } = options.place;
  return CHARTED.map(({ field, label, rows: [from, to] }, at) => {
    const area = [`${left}${first + from}`, `${right}${first + to}`] as const;
    return monthlyChart(page, { ...options, field, label, area, number: options.number + at });
  });
}

interface MonthlyChart extends MonthlyCharts {
  readonly field: string;
  readonly label: string;
  readonly area: readonly [string, string];
}

/** What a slot has. */
const [OWN_VALUE, BASE_VALUE] = [0, 1];

function monthlyChart(page: Page, options: MonthlyChart): ReportSection {
  const { number, names, months, size, message, subject, about, key, field, label, area } = options;
  const top = chartTop(number);
  const slots = createChartSlots(
    top,
    months.map(({ name, own, base }) => ({
      name,
      values: [valueInUnit(own(field), number), valueInUnit(base(field), number)],
    })),
  );
  const says = message ? message(field) : comparedMonths(slots, names[1]);
  const cells = (at: number) => {
    const [own, base] = [slots.value(at, OWN_VALUE), slots.value(at, BASE_VALUE)];
    return [
      `=IF(ISNUMBER(${own}),${base},NA())`,
      `=IF(ISNUMBER(${own}),NA(),${base})`,
      `=IF(ISNUMBER(${own}),${own},NA())`,
    ];
  };
  return chartSection(page, {
    name: `Months of ${label}`,
    number,
    place: area,
    type: "ColumnClustered",
    gap: 40,
    // Of the three columns two are there: a base behind its number, or one of the others alone.
    overlap: 80,
    top,
    message: `"${label} "&${says}`,
    subject: `"${label} "&${subject}`,
    about,
    unit: page.inputs.argument("currency"),
    key,
    series: [
      { color: OWN, isOutlined: true },
      { color: OWN, isOutlined: true, labels: CHART_NUMBERS },
      { color: OWN, labels: CHART_NUMBERS },
    ],
    size,
    slots,
    rows: [
      ["", ...[names[1], names[1], names[0]].map((each) => `=${each}`)],
      ...months.map((_, at) => [`=${slots.name(at)}&${differenceBelow(slots, at)}`, ...cells(at)]),
    ],
  });
}

/**
 * Returns a second line of a month's name: how far its number is from its base, if it has both. No column: of 3 % of a number it would be a
 * sliver on the chart's scale, and on a scale of its own as large as the number.
 */
function differenceBelow(slots: ChartSlots, at: number): string {
  const [own, base] = [slots.value(at, OWN_VALUE), slots.value(at, BASE_VALUE)];
  const difference = `(${own}-${base})`;
  const digits = `FIXED(ABS${difference},IF(MAX(${slots.listed(OWN_VALUE)})>=999.95,0,1))`;
  return `IF(COUNT(${own},${base})<2,"",CHAR(10)&${signInWords(EXPRESSIONS, difference)}&${digits})`;
}

/** Returns a text such as "below Committed Plan in 9 of 10 months"; #N/A if no month has both numbers. */
function comparedMonths(slots: ChartSlots, base: string): string {
  const [own, others] = [slots.listed(OWN_VALUE), slots.listed(BASE_VALUE)];
  const both = `ISNUMBER(${own})*ISNUMBER(${others})`;
  const count = (comparison: string) => `SUMPRODUCT(${both}*(${own}${comparison}${others}))`;
  const [all, below, above] = [`SUMPRODUCT(${both})`, count("<"), count(">")];
  const allMonths = `IF(${all}=1,"the only month","all "&${all}&" months shown")`;
  const months = (many: string) => `" in "&IF(${many}=${all},${allMonths},${many}&" of "&${all}&" months")`;
  const shown = (many: string, word: string) => `"${word} "&${base}&${months(many)}`;
  const differs = `IF(${below}>=${above},${shown(below, "below")},${shown(above, "above")})`;
  return `IF(${all}=0,NA(),IF(${below}+${above}=0,"as in "&${base}&" in "&${allMonths},${differs}))`;
}
