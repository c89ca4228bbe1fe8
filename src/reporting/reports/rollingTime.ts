/**
 * The columns of the rolling forecast: which months each one has, and how many of them are actual. The rest is the plan's. All are
 * in hidden cells, a row for each column.
 */
import { RESULT_COLUMN, ROLLING } from "./hiddenColumns";
import type { Page } from "./page";
import { periodCall } from "./reportTime";
import type { CellContent, ReportSection } from "./sheetSpec";
import { countOfDate, monthCode, rangeCode, YEAR_FIRST } from "./timeCells";

/** The months of a column, counted from the first of the fiscal year. */
export interface RollingSpan {
  readonly first: number;
  readonly months: number;
  /** True if the basis extends it. */
  readonly isExtended: boolean;
}

/** The cells of a column. */
export interface RollingCells {
  /** The counts of its first month and of its months. */
  readonly first: string;
  readonly months: string;
  /** How many of them are actual, and planned. */
  readonly actual: string;
  readonly planned: string;
  /** The periods of both; blank if there is none. */
  readonly actualPeriod: string;
  readonly plannedPeriod: string;
}

/** The count of the last month of actuals; 0 if there are none. */
const THROUGH = `$${RESULT_COLUMN}$8`;

const FIRST_ROW = 3;

export function placeRollingCells(at: number): RollingCells {
  const cell = (column: number) => `$${ROLLING[column] ?? ""}$${FIRST_ROW + at}`;
  return {
    first: cell(0),
    months: cell(1),
    actual: cell(2),
    planned: cell(3),
    actualPeriod: cell(4),
    plannedPeriod: cell(5),
  };
}

export function rollingSection(page: Page, spans: readonly RollingSpan[]): ReportSection {
  const { cell, argument } = page.inputs;
  const through = countOfDate(periodCall(page.inputs, argument("through"), "", "end"));
  const hasNone = `OR(${cell("through")}="",${cell("actuals")}="")`;
  return {
    blocks: [
      { at: THROUGH.replaceAll("$", ""), rows: [[`=IF(${hasNone},0,${through})`]] },
      { at: `${ROLLING[0]}${FIRST_ROW}`, rows: spans.map((span, at) => spanRow(page, span, placeRollingCells(at))) },
    ],
  };
}

function spanRow(page: Page, { first, months, isExtended }: RollingSpan, cells: RollingCells): CellContent[] {
  const basis = page.inputs.argument("basis");
  const own = `${YEAR_FIRST}+${first}`;
  const part = (name: string) => periodCall(page.inputs, monthCode(`(${own}+${months - 1})`), basis, name);
  // Nothing is left to go after the last month of a year.
  const start = `IF(${cells.months}=0,${own},${countOfDate(part("start"))})`;
  return [
    isExtended ? `=IF(${basis}="",${own},${start})` : `=${own}`,
    isExtended ? `=IF(${basis}="",${months},${part("months")})` : months,
    `=MAX(0,MIN(${cells.months},${THROUGH}-${cells.first}+1))`,
    `=${cells.months}-${cells.actual}`,
    `=IF(${cells.actual}=0,"",${rangeCode(cells.first, cells.actual)})`,
    `=IF(${cells.planned}=0,"",${rangeCode(`${cells.first}+${cells.actual}`, cells.planned)})`,
  ];
}
