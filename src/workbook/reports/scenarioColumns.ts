/** The columns of a base and up to two scenarios, each with its variance from the base. */
import { formatColumn } from "../../grid/address";
import { kpi, lineFigure, unlessBlank } from "./figures";
import type { ReportLine } from "./lines";
import { scenarioHeading, type Page } from "./page";
import { AMOUNT_WIDTH, LABEL_WIDTH, MARK_WIDTH, PERCENT_WIDTH, type TableColumn } from "./table";
import { varianceColumns } from "./variance";

export const COMPARED = ["base", "scenario", "other"] as const;
export const COMPARED_INPUTS = [
  { key: "base", label: "Base scenario" },
  { key: "scenario", label: "Compared with base" },
  { key: "other", label: "Compared with base" },
] as const;
/** The column of each scenario's amounts. Variance, percent and mark follow. */
export const COMPARED_COLUMNS = { base: "B", scenario: "C", other: "G" } as const;
export const LAST_COMPARED = "J";
export const COMPARED_WIDTHS: Readonly<Record<string, number>> = {
  "A:A": LABEL_WIDTH,
  "B:D": AMOUNT_WIDTH,
  "E:E": PERCENT_WIDTH,
  "F:F": MARK_WIDTH,
  "G:H": AMOUNT_WIDTH,
  "I:I": PERCENT_WIDTH,
  "J:J": MARK_WIDTH,
};

interface ComparedLines {
  readonly rowOf: ReadonlyMap<string, number>;
  /** The cell or value that is TRUE if costs are in one line. */
  readonly lacks: string;
}

export function comparedColumns(page: Page, lines: ComparedLines): TableColumn<ReportLine>[] {
  return COMPARED.flatMap((key) => {
    const column = COMPARED_COLUMNS[key];
    const amounts = scenarioColumn(page, key, column, lines);
    if (key === "base") return [amounts];
    const variance = formatColumn(column.charCodeAt(0) - 64);
    return [
      amounts,
      ...varianceColumns({ own: column, base: COMPARED_COLUMNS.base, variance, shownIf: page.inputs.cell(key) }),
    ];
  });
}

/** Returns the column of a scenario, blank if none is chosen. */
export function scenarioColumn(
  page: Page,
  key: (typeof COMPARED)[number],
  column: string,
  { rowOf, lacks }: ComparedLines,
): TableColumn<ReportLine> {
  const { cell } = page.inputs;
  return {
    heading: `=${unlessBlank(cell(key), scenarioHeading(page, key))}`,
    cell: (line) => {
      const ask = (field: string) => kpi(page, key, field, periodOf(page));
      return `=${unlessBlank(cell(key), lineFigure({ line, column, rowOf, lacks }, ask))}`;
    },
    format: figureFormat,
  };
}

export function figureFormat({ unit }: Pick<ReportLine, "unit">): ReportLine["unit"] {
  return unit;
}

/** Returns the inputs' period and basis. */
export function periodOf({ inputs }: Page): { readonly period: string; readonly basis: string } {
  return { period: inputs.argument("period"), basis: inputs.argument("basis") };
}
