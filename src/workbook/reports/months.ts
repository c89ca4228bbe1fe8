/** P&L by month: months, quarters and the year of a plan, and the outlook with actuals through a month. */
import { formatColumn } from "../../grid/address";
import { NAMESPACE } from "../../grid/environment";
import { checkSection } from "./check";
import { chartSection, chartTop, inUnit } from "./chartSection";
import { costsLabel, lacksCosts, LACKS } from "./costs";
import { kpi, lineFigure, unlessBlank, unlessMissing } from "./figures";
import { rowsOfLines, STATEMENT_LINES, type ReportLine } from "./lines";
import { outlookColumns, outlookSection } from "./outlook";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "./page";
import { NAVY, PALE, type ReportSection, type SheetSpec } from "./sheetSpec";
import { periodAt, periodsUpTo, spillSection, wholeTime } from "./spillLists";
import { figureFormat } from "./scenarioColumns";
import type { ReportParameters } from "./reportParameters";
import { headingHeight, LABEL_WIDTH, MARK_WIDTH, noteSection, type TableColumn, tableSection } from "./table";
import { VARIANCE_NOTE } from "./variance";

export const MONTHS = 12;
const OPTIONS: PageOptions = {
  title: "P&L by month",
  scenarios: [
    { key: "scenario", label: "Plan scenario" },
    { key: "actuals", label: "Actuals" },
  ],
  time: "yearAndBasis",
  own: [{ key: "through", label: "Actuals through", source: periodsUpTo(MONTHS) }],
  family: "pnl",
};
/** Smaller than elsewhere, because there are many columns. */
const [SIZE, WIDTH, PERCENT] = [9, 82, 48];
/** The chart is as wide as a screen, even if the table is wider. */
const CHART_END = "K";

/** A column: a month, a quarter after its months, or the year. */
type Time = { readonly heading: string; readonly period: string; readonly basis: boolean };

export function monthsSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top } = page;
  const rowOf = rowsOfLines(STATEMENT_LINES, top + 1);
  const times = timesOf(page);
  const own = times.map((time, at) => timeColumn(page, { time, column: formatColumn(at + 1), rowOf }));
  const total = formatColumn(times.length);
  const outlook = outlookColumns(page, { rowOf, total, first: formatColumn(times.length + 1), lacks: LACKS });
  const columns = [...own, ...outlook];
  const [end, last] = [formatColumn(columns.length), top + STATEMENT_LINES.length];
  const amounts = [...times.map((_, at) => formatColumn(at + 1)), formatColumn(times.length + 1)];
  return finishPage(page, {
    sections: [
      spillSection(monthsCall(page), [MONTHS]),
      lacksCosts(page, ["scenario"], { period: wholeTime(page, MONTHS) }),
      outlookSection(page),
      tableSection({ top, corner: `=${page.unit}`, lines: STATEMENT_LINES, label: costsLabel, columns, size: SIZE }),
      checkSection({ row: last + 1, columns: amounts, rowOf }),
      noteSection(last + 2, `Outlook: actuals through the month named above, then the plan. ${VARIANCE_NOTE}`),
      monthsChart(page, { column: (month) => formatColumn(columnOfMonth(month)), rowOf }, [
        `A${last + 4}`,
        `${CHART_END}${last + 22}`,
      ]),
    ],
    widths: {
      "A:A": LABEL_WIDTH,
      [`B:${formatColumn(times.length + 2)}`]: WIDTH,
      [`${formatColumn(times.length + 3)}:${formatColumn(times.length + 3)}`]: PERCENT,
      [`${end}:${end}`]: MARK_WIDTH,
    },
    heights: headingHeight(top),
    isWide: true,
    lastColumn: end,
    lastRow: last + 22,
  });
}

/** Reads the months from the service, so every year has its labels. */
export function monthsCall({ inputs: { cell, argument } }: Page): string {
  const year = argument("period");
  return `${NAMESPACE}.PNL(${cell("plan")},${cell("scenario")},"ebit","M",${year},${year},${argument("currency")},"table")`;
}

function columnOfMonth(month: number): number {
  return 1 + month + Math.floor(month / 3);
}

function timesOf(page: Page): Time[] {
  const months = Array.from({ length: MONTHS }, (_, month): Time[] => {
    const at = periodAt(month);
    const own = { heading: at, period: at, basis: true };
    if (month % 3 < 2) return [own];
    const [first, last] = [periodAt(month - 2), at];
    const heading = unlessBlank(last, `"Q${(month + 1) / 3}"`);
    return [own, { heading, period: `${first}&":"&${last}`, basis: true }];
  });
  const year = { heading: page.inputs.name("period"), period: wholeTime(page, MONTHS), basis: false };
  return [...months.flat(), year];
}

interface TimeColumn {
  readonly time: Time;
  readonly column: string;
  readonly rowOf: ReadonlyMap<string, number>;
}

function timeColumn(page: Page, { time, column, rowOf }: TimeColumn): TableColumn<ReportLine> {
  const { period, heading } = time;
  const basis = time.basis ? page.inputs.argument("basis") : "";
  const isMonth = heading === period;
  const ask = (field: string) => kpi(page, "scenario", field, { period, basis });
  return {
    heading: `=${unlessMissing(heading)}`,
    cell: (line) => `=${unlessBlank(`${column}$${page.top}`, lineFigure({ line, column, rowOf, lacks: LACKS }, ask))}`,
    format: figureFormat,
    bold: !isMonth,
  };
}

interface MonthCells {
  readonly column: (month: number) => string;
  readonly rowOf: ReadonlyMap<string, number>;
}

function monthsChart(page: Page, { column, rowOf }: MonthCells, place: readonly [string, string]): ReportSection {
  const [sales, ebit] = [rowOf.get("netFIESales") ?? 1, rowOf.get("ebit") ?? 1];
  const rows = Array.from({ length: MONTHS }, (_, month) => {
    const at = (row: number) => `$${column(month)}$${row}`;
    return { name: at(page.top), sales: at(sales), ebit: at(ebit) };
  });
  return monthlyChart(page, { number: 0, place, rows, size: `$${column(0)}$${sales}` });
}

interface MonthlyChart {
  readonly number: number;
  readonly place: readonly [string, string];
  /** Expressions, without "=". */
  readonly rows: readonly { readonly name: string; readonly sales: string; readonly ebit: string }[];
  readonly size: string;
}

/** Charts sales as columns, and EBIT as a line on a second axis, because it would be flat on the axis of sales. */
export function monthlyChart(page: Page, { number, place, rows, size }: MonthlyChart): ReportSection {
  return chartSection(page, {
    name: "Months",
    number,
    place,
    type: "ColumnClustered",
    legend: true,
    top: chartTop(number),
    title: `"Net sales and EBIT by month · "&${scenarioHeading(page, "scenario")}`,
    axisTitle: `"Net sales, "&${page.inputs.argument("currency")}`,
    secondAxisTitle: `"EBIT, "&${page.inputs.argument("currency")}`,
    series: [{ color: PALE }, { color: NAVY, type: "LineMarkers", secondary: true }],
    size,
    rows: [
      ["", "Net sales", "EBIT"],
      ...rows.map(({ name, sales, ebit }) => [`=${name}`, inUnit(sales, number), inUnit(ebit, number)]),
    ],
  });
}
