/** The one convention of reports for variances: better is positive, and a mark says so in words. */
import type { ReportFormat } from "./formats";
import type { TableColumn } from "./table";
import { unlessBlank } from "./figures";
import type { ReportLine } from "./lines";

export const VARIANCE_NOTE =
  "Variance: scenario against base, better is positive. ▲ Fav better, ▼ Adv worse, n.m. not meaningful, pp percentage points.";

interface VarianceOptions {
  /** Columns: of the scenario, of the base, of the variance itself. */
  readonly own: string;
  readonly base: string;
  readonly variance: string;
  /** The cell that is blank where there is nothing to compare. */
  readonly shownIf: string;
}

/** Amount, percent and mark of what one column differs by from another. */
export function varianceColumns({ own, base, variance, shownIf }: VarianceOptions): TableColumn<ReportLine>[] {
  const text = (words: string) => `=${unlessBlank(shownIf, `"${words}"`)}`;
  const amount = (row: number) => `$${variance}${row}`;
  return [
    {
      heading: text("Variance"),
      cell: (line, row) => `=${varianceAmount(line, `$${own}${row}`, `$${base}${row}`)}`,
      format: varianceFormat,
    },
    {
      heading: text("%"),
      cell: ({ unit }, row) =>
        unit === "ratio" ? "" : `=${variancePercent(amount(row), `$${own}${row}`, `$${base}${row}`)}`,
      format: () => "change",
      align: "Right",
    },
    {
      heading: text("Mark"),
      cell: ({ unit }, row) => `=${varianceMark(unit, amount(row))}`,
      format: () => "mark",
      align: "Center",
    },
  ];
}

/** Which way it is, as far as is shown of it. */
export function varianceMark(unit: ReportLine["unit"], variance: string): string {
  return unlessBlank(variance, `SIGN(ROUND(${variance},${unit === "ratio" ? 1 : 0}))`);
}

function varianceFormat({ unit }: Pick<ReportLine, "unit">): ReportFormat {
  return unit === "ratio" ? "points" : unit;
}

/** As VAR works it out; points of a ratio are percentage points. Blank unless there are both. */
export function varianceAmount(
  { isCost, unit }: Pick<ReportLine, "isCost" | "unit">,
  own: string,
  base: string,
): string {
  const difference = isCost ? `${base}-${own}` : `${own}-${base}`;
  const points = unit === "ratio" ? `100*(${difference})` : difference;
  return `IF(AND(ISNUMBER(${own}),ISNUMBER(${base})),${points},"")`;
}

/** Of the base; n.m. where that is nothing, or the two differ in sign. */
export function variancePercent(variance: string, own: string, base: string): string {
  return unlessBlank(variance, `IF(OR(${base}=0,${own}*${base}<0),"n.m.",${variance}/ABS(${base}))`);
}
