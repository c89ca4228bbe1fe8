/** The columns of a scenario, its base and its variance, then of a second scenario and its variance from the same base. */
import { callOfKpi, lineFigure, timeOf, unlessBlank } from "./figures";
import { NOTABLE } from "./hiddenColumns";
import type { ReportLine } from "./lines";
import { scenarioHeading, type Page } from "./page";
import { BAR_WIDTH, LABEL_WIDTH, NARROW_AMOUNT_WIDTH, PERCENT_WIDTH, type TableColumn } from "./table";
import type { ReportSection } from "./sheetSpec";
import { varianceColumns } from "./variance";

export const COMPARED = ["base", "scenario", "other"] as const;
export const OWN_AND_BASE = [
  { key: "base", label: "Compared with" },
  { key: "scenario", label: "Scenario" },
] as const;
export const COMPARED_INPUTS = [...OWN_AND_BASE, { key: "other", label: "Second scenario" }] as const;
/** The column of each scenario's amounts. Variance, bar and percent follow. */
export const COMPARED_COLUMNS = { scenario: "C", base: "D", other: "H" } as const;
export const COMPARED_AMOUNTS = ["C", "D", "H"] as const;
/** The columns of the scenario's variance from the base. */
export const OWN_VARIANCE = { own: "C", base: "D", variance: "E", bar: "F", percent: "G" } as const;
const OTHER_VARIANCE = { own: "H", base: "D", variance: "I", bar: "J" } as const;
export const LAST_COMPARED = "K";
const WIDTHS = {
  "B:B": LABEL_WIDTH,
  "C:E": NARROW_AMOUNT_WIDTH,
  "F:F": BAR_WIDTH,
  "G:G": PERCENT_WIDTH,
  "H:I": NARROW_AMOUNT_WIDTH,
};
export const COMPARED_WIDTHS: Readonly<Record<string, number>> = {
  ...WIDTHS,
  "J:J": BAR_WIDTH,
  "K:K": PERCENT_WIDTH,
};

/** Of a statement, whose second scenario has no bars. */
export const LAST_OF_STATEMENT = "J";
export const STATEMENT_WIDTHS: Readonly<Record<string, number>> = {
  ...WIDTHS,
  "J:J": PERCENT_WIDTH,
};

const ROLES = { scenario: "own", base: "base", other: "second" } as const;

type Rows = ReadonlyMap<string, number>;

/** Returns the columns with bars of both scenarios, in one scale. */
export function comparedColumns(page: Page, rowOf: Rows): TableColumn<ReportLine>[] {
  const { cell } = page.inputs;
  return [
    ...ownColumns(page, rowOf, varianceColumns(page, { ...OWN_VARIANCE, shownIf: cell("scenario") })),
    columnOfScenario(page, "other", rowOf),
    ...varianceColumns(page, { ...OTHER_VARIANCE, against: shortBase(page), shownIf: cell("other") }),
  ];
}

/**
 * Returns the columns without bars of the second scenario, beside which those of the first one would be short. Its large variances
 * stand in a hidden column, for their colours.
 */
export function statementColumns(page: Page, rowOf: Rows, lines: readonly ReportLine[]) {
  const { cell } = page.inputs;
  const others = varianceColumns(page, {
    ...OTHER_VARIANCE,
    bar: NOTABLE,
    against: shortBase(page),
    shownIf: cell("other"),
  });
  const columns = [
    ...ownColumns(page, rowOf, varianceColumns(page, { ...OWN_VARIANCE, shownIf: cell("scenario") })),
    columnOfScenario(page, "other", rowOf),
    ...others.filter(({ isBar }) => !isBar),
  ];
  const notable = others.filter(({ isBar }) => isBar);
  const rows = lines.map((line) => notable.map((column) => column.cell(line, rowOf.get(line.field) ?? 0)));
  const section: ReportSection = { blocks: [{ at: `${NOTABLE}${page.top + 1}`, rows }] };
  return { columns, section };
}

/** The most letters of a base's name behind "Δ vs". */
const BASE_LETTERS = 18;

/** The variance of a second scenario stands far from the base's column, so its heading names it. */
function shortBase(page: Page): string {
  return scenarioHeading(page, "base", BASE_LETTERS);
}

function ownColumns(page: Page, rowOf: Rows, variance: TableColumn<ReportLine>[]): TableColumn<ReportLine>[] {
  return [columnOfScenario(page, "scenario", rowOf), columnOfScenario(page, "base", rowOf), ...variance];
}

/** Returns the column of a scenario, blank if none is chosen. */
export function columnOfScenario(page: Page, key: (typeof COMPARED)[number], rowOf: Rows): TableColumn<ReportLine> {
  const { cell } = page.inputs;
  const column = COMPARED_COLUMNS[key];
  return {
    heading: `=${unlessBlank(cell(key), scenarioHeading(page, key))}`,
    role: ROLES[key],
    cell: (line) => {
      const ask = (field: string) => callOfKpi(page, key, field, timeOf(page, key));
      return `=${unlessBlank(cell(key), lineFigure({ line, column, rowOf }, ask))}`;
    },
    format: figureFormat,
  };
}

export function figureFormat({ unit }: Pick<ReportLine, "unit">): ReportLine["unit"] {
  return unit;
}
