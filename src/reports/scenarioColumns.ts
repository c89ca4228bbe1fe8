/** The columns of a scenario, its base and its variance, then of a second scenario and its variance from the same base. */
import { kpi, lineFigure, timeOf, unlessBlank } from "./figures";
import type { ReportLine } from "./lines";
import { scenarioHeading, type Page } from "./page";
import { AMOUNT_WIDTH, BAR_WIDTH, LABEL_WIDTH, PERCENT_WIDTH, type TableColumn } from "./table";
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
export const LAST_COMPARED = "K";
export const COMPARED_WIDTHS: Readonly<Record<string, number>> = {
  "B:B": LABEL_WIDTH,
  "C:E": AMOUNT_WIDTH,
  "F:F": BAR_WIDTH,
  "G:G": PERCENT_WIDTH,
  "H:I": AMOUNT_WIDTH,
  "J:J": BAR_WIDTH,
  "K:K": PERCENT_WIDTH,
};

const ROLES = { scenario: "own", base: "base", other: "second" } as const;

type Rows = ReadonlyMap<string, number>;

export function comparedColumns(page: Page, rowOf: Rows): TableColumn<ReportLine>[] {
  const { scenario, base, other } = COMPARED_COLUMNS;
  const variance = (own: string, [column, bar]: readonly [string, string], key: "scenario" | "other") => {
    const shownIf = page.inputs.cell(key);
    return varianceColumns(page, { own, base, variance: column, bar, shownIf });
  };
  return [
    scenarioColumn(page, "scenario", scenario, rowOf),
    scenarioColumn(page, "base", base, rowOf),
    ...variance(scenario, ["E", "F"], "scenario"),
    scenarioColumn(page, "other", other, rowOf),
    ...variance(other, ["I", "J"], "other"),
  ];
}

/** Returns the column of a scenario, blank if none is chosen. */
export function scenarioColumn(
  page: Page,
  key: (typeof COMPARED)[number],
  column: string,
  rowOf: Rows,
): TableColumn<ReportLine> {
  const { cell } = page.inputs;
  return {
    heading: `=${unlessBlank(cell(key), scenarioHeading(page, key))}`,
    role: ROLES[key],
    cell: (line) => {
      const ask = (field: string) => kpi(page, key, field, timeOf(page, key));
      return `=${unlessBlank(cell(key), lineFigure({ line, column, rowOf }, ask))}`;
    },
    format: figureFormat,
  };
}

export function figureFormat({ unit }: Pick<ReportLine, "unit">): ReportLine["unit"] {
  return unit;
}
