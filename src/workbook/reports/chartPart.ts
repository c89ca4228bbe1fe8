/** A chart with the cells that it shows: its titles, and a table in columns that are not shown. */
import type { ChartSpec } from "./chartSpec";
import { letterAt } from "./columns";
import { CHART_COLUMN, CHART_TEXTS } from "./machinery";
import { CHART_NUMBERS } from "./formats";
import type { CellContent, SheetPart } from "./sheetSpec";

export interface ChartOptions extends Pick<ChartSpec, "name" | "type" | "series" | "legend" | "place"> {
  /** Its place among the charts of the sheet, from 0. */
  readonly number: number;
  /** Expressions, without "=". */
  readonly title: string;
  readonly axisTitle: string;
  readonly secondAxisTitle?: string;
  /** Names of the series, right of an empty cell; below it the categories. Of cells beyond the series only formulas read. */
  readonly rows: readonly (readonly CellContent[])[];
  /** The row of the names. */
  readonly top: number;
}

/** Rows between the tables of two charts. */
const CHART_TABLE_ROWS = 20;
const TEXTS = 3;

export function chartPart({ number, title, axisTitle, secondAxisTitle, rows, top, ...spec }: ChartOptions): SheetPart {
  const first = chartColumn(0);
  const text = (at: number) => `$${CHART_TEXTS}$${2 + TEXTS * number + at}`;
  const texts = [title, axisTitle, secondAxisTitle ?? '""'].map((expression) => [`=${expression}`]);
  return {
    blocks: [
      { at: `${first}${top}`, rows },
      { at: `${CHART_TEXTS}${2 + TEXTS * number}`, rows: texts },
    ],
    charts: [
      {
        ...spec,
        ...{ title: text(0), axisTitle: text(1), ...(secondAxisTitle && { secondAxisTitle: text(2) }) },
        data: `${first}${top}:${chartColumn(spec.series.length)}${top + rows.length - 1}`,
        numbers: CHART_NUMBERS,
      },
    ],
  };
}

/** The row of the names of a chart's series. */
export function chartTop(number: number): number {
  return 2 + CHART_TABLE_ROWS * number;
}

/** The columns of a chart's table, from 0, the categories. */
export function chartColumn(at: number): string {
  return letterAt(FIRST_COLUMN + at);
}

/** Two letters: after A to Z there are 26 columns for each first letter. */
const FIRST_COLUMN = 26 * (CHART_COLUMN.charCodeAt(0) - 64) + CHART_COLUMN.charCodeAt(1) - 65;
