/** Net sales and EBIT of months, each in a chart of its own: small numbers would be flat beside large ones. */
import { chartTop } from "./chartCells";
import { chartSection } from "./chartSection";
import { chartSlots, valueInUnit } from "./chartSlots";
import { CHART_NUMBERS } from "./formats";
import type { Page } from "./page";
import { OWN, type ReportSection } from "./sheetSpec";

interface MonthlyCharts {
  /** The number of the first chart. */
  readonly number: number;
  readonly place: { readonly first: number; readonly lastColumn: string };
  /** The names of actual and of planned months. Expressions, without "=". */
  readonly names: readonly [actual: string, planned: string];
  readonly months: readonly MonthColumn[];
  /** A typical number, whose unit both charts have. */
  readonly size: string;
  /** What the chart of a field says. */
  readonly message?: (field: string) => string;
  /** The end of the titles. */
  readonly about: string;
}

/** Expressions, without "=". */
interface MonthColumn {
  readonly name: string;
  readonly amount: (field: string) => string;
  /** TRUE for a month that is planned. */
  readonly isPlanned: string;
}

/** The rows that each chart covers, counted from the first of both. */
const CHARTED = [
  { field: "netFIESales", label: "Net sales", rows: [0, 8] },
  { field: "ebit", label: "EBIT", rows: [9, 15] },
] as const;
export const MONTHLY_CHART_ROWS = 16;

/** Draws planned months as a second series, outlined, so they follow the actuals. */
export function monthlyCharts(page: Page, options: MonthlyCharts): ReportSection[] {
  const { first, lastColumn } = options.place;
  return CHARTED.map(({ field, label, rows: [from, to] }, at) => {
    const area = [`B${first + from}`, `${lastColumn}${first + to}`] as const;
    return monthlyChart(page, { ...options, field, label, area, number: options.number + at });
  });
}

interface MonthlyChart extends MonthlyCharts {
  readonly field: string;
  readonly label: string;
  readonly area: readonly [string, string];
}

function monthlyChart(page: Page, options: MonthlyChart): ReportSection {
  const { number, names, months, size, message, about, field, label, area } = options;
  const top = chartTop(number);
  const slots = chartSlots(
    top,
    months.map(({ name, amount, isPlanned }) => {
      const value = valueInUnit(amount(field), number);
      return { name, values: [`IF(${isPlanned},NA(),${value})`, `IF(${isPlanned},${value},NA())`] };
    }),
  );
  return chartSection(page, {
    name: `Months of ${label}`,
    number,
    place: area,
    type: "ColumnClustered",
    legend: true,
    gap: 60,
    // A month has one of the two columns, which then stands in its middle.
    overlap: 100,
    top,
    ...(message && { message: `"${label} "&${message(field)}` }),
    title: `"${label} "&${about}`,
    axisTitle: page.inputs.argument("currency"),
    series: [
      { color: OWN, labels: CHART_NUMBERS },
      { color: OWN, labels: CHART_NUMBERS, isOutlined: true },
    ],
    size,
    slots,
    rows: [
      ["", ...names.map((each) => `=${each}`)],
      ...months.map((_, at) => [`=${slots.name(at)}`, `=${slots.value(at, 0)}`, `=${slots.value(at, 1)}`]),
    ],
  });
}
