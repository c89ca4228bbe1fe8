/** Net sales and EBIT of months: columns, and a line on a second axis, because it would be flat on the axis of sales. */
import { chartTop } from "./chartCells";
import { chartSection } from "./chartSection";
import { chartSlots, valueInUnit } from "./chartSlots";
import type { Page } from "./page";
import { NAVY, PALE, type ReportSection } from "./sheetSpec";

interface MonthlyChart {
  readonly number: number;
  readonly place: readonly [string, string];
  /** Expressions, without "=". */
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly sales: string; readonly ebit: string }[];
  readonly size: string;
}

export function monthlyChart(page: Page, { number, place, title, rows, size }: MonthlyChart): ReportSection {
  const currency = page.inputs.argument("currency");
  const top = chartTop(number);
  const slots = chartSlots(
    top,
    rows.map(({ name, sales, ebit }) => ({ name, values: [valueInUnit(sales, number), valueInUnit(ebit, number)] })),
  );
  return chartSection(page, {
    name: "Months",
    number,
    place,
    type: "ColumnClustered",
    legend: true,
    top,
    title,
    axisTitle: `"Net sales, "&${currency}`,
    secondAxisTitle: `"EBIT, "&${currency}`,
    series: [{ color: PALE }, { color: NAVY, type: "LineMarkers", secondary: true }],
    size,
    slots,
    rows: [
      ["", "Net sales", "EBIT"],
      ...rows.map((_, at) => [`=${slots.name(at)}`, `=${slots.value(at, 0)}`, `=${slots.value(at, 1)}`]),
    ],
  });
}
