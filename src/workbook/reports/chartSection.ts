/**
 * A chart with the cells that it shows: its titles, and a table in columns that are not shown. A chart's axes and labels do not
 * follow conditional formats, so the table counts in what the report's scale says, and the axes' titles say so.
 */
import { formatColumn } from "../../grid/address";
import type { ChartSpec } from "./chartSpec";
import { CHART_COLUMN, CHART_TEXTS } from "./hiddenColumns";
import { CHART_AXIS } from "./formats";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";

export interface ChartOptions extends Pick<ChartSpec, "name" | "type" | "series" | "legend" | "place"> {
  /** Its place among the charts of the sheet, from 0. */
  readonly number: number;
  /** Expressions, without "=". */
  readonly title: string;
  /** What the axes count in is put after their titles. */
  readonly axisTitle: string;
  readonly secondAxisTitle?: string;
  /** A number of the chart, by whose size it counts in thousands or millions where the report's scale is units. */
  readonly size: string;
  /** Names of the series, right of an empty cell; below it the categories. Of cells beyond the series only formulas read. */
  readonly rows: readonly (readonly CellContent[])[];
  /** The row of the names. */
  readonly top: number;
}

/** Rows between the tables of two charts. */
const CHART_TABLE_ROWS = 20;
/** The titles, and what the chart counts in. */
const TEXTS = 4;

export function chartSection(page: Page, options: ChartOptions): ReportSection {
  const { number, title, axisTitle, secondAxisTitle, size, rows, top, ...spec } = options;
  const first = chartColumn(0);
  const text = (at: number) => textCell(number, at);
  const counted = (expression: string) => `${expression}&${unitWord(number)}`;
  const texts = [title, counted(axisTitle), secondAxisTitle ? counted(secondAxisTitle) : '""', unitOf(page, size)];
  return {
    blocks: [
      { at: `${first}${top}`, rows },
      { at: text(0).replaceAll("$", ""), rows: texts.map((expression) => [`=${expression}`]) },
    ],
    charts: [
      {
        ...spec,
        ...{ title: text(0), axisTitle: text(1), ...(secondAxisTitle && { secondAxisTitle: text(2) }) },
        data: `${first}${top}:${chartColumn(spec.series.length)}${top + rows.length - 1}`,
        numbers: CHART_AXIS,
      },
    ],
  };
}

/** From 0: the titles of the chart and of its axes, and the number that its numbers are divided by. */
function textCell(number: number, at: number): string {
  return `$${CHART_TEXTS}$${2 + TEXTS * number + at}`;
}

/** The cell with the number that a chart's numbers are divided by. */
export function chartUnit(number: number): string {
  return textCell(number, TEXTS - 1);
}

/** As the scale says; where it says units, so that labels are short. */
function unitOf({ inputs }: Page, size: string): string {
  const scale = `IFERROR(${inputs.argument("scale")},"")`;
  const own = `IFERROR(ABS(N(${size})),0)`;
  const bySize = `IF(${own}>=10000000,1000000,IF(${own}>=10000,1000,1))`;
  return `IF(${scale}="",${bySize},IF(${scale}=" thousands",1000,1000000))`;
}

function unitWord(number: number): string {
  const unit = chartUnit(number);
  return `IF(${unit}=1,"",IF(${unit}=1000," thousands"," millions"))`;
}

/** A number as the chart counts it; blank where there is none. */
export function inUnit(expression: string, number: number): string {
  return `=IFERROR((${expression})/${chartUnit(number)},"")`;
}

/** The row of the names of a chart's series. */
export function chartTop(number: number): number {
  return 2 + CHART_TABLE_ROWS * number;
}

/** The columns of a chart's table, from 0, the categories. */
export function chartColumn(at: number): string {
  return formatColumn(FIRST_COLUMN + at);
}

/** Two letters: after A to Z there are 26 columns for each first letter. */
const FIRST_COLUMN = 26 * (CHART_COLUMN.charCodeAt(0) - 64) + CHART_COLUMN.charCodeAt(1) - 65;
