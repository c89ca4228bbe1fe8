/** Variances in reports: positive is better, with a mark in words. */
import type { ReportFormat } from "./formats";
import type { TableColumn } from "./table";
import { unlessBlank } from "./figures";
import type { ReportLine } from "./lines";

export const VARIANCE_NOTE =
  "Variance: scenario against base, better is positive. ▲ Fav better, ▼ Adv worse, n.m. not meaningful, pp percentage points.";

interface VarianceOptions {
  /** The columns of the scenario, the base and the variance. */
  readonly own: string;
  readonly base: string;
  readonly variance: string;
  /** The cell that is blank if there is nothing to compare. */
  readonly shownIf: string;
}

/** Returns the columns with amount, percent and mark of a variance. */
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

/** Returns the sign of a variance as rounded on the page. */
export function varianceMark(unit: ReportLine["unit"], variance: string): string {
  return unlessBlank(variance, `SIGN(ROUND(${variance},${unit === "ratio" ? 1 : 0}))`);
}

function varianceFormat({ unit }: Pick<ReportLine, "unit">): ReportFormat {
  return unit === "ratio" ? "points" : unit;
}

/** Returns the variance as VAR computes it; for ratios in percentage points. Blank unless both numbers exist. */
export function varianceAmount(
  { isCost, unit }: Pick<ReportLine, "isCost" | "unit">,
  own: string,
  base: string,
): string {
  const difference = isCost ? `${base}-${own}` : `${own}-${base}`;
  const points = unit === "ratio" ? `100*(${difference})` : difference;
  return `IF(AND(ISNUMBER(${own}),ISNUMBER(${base})),${points},"")`;
}

/** Returns the variance in percent of the base; "n.m." if the base is 0 or the signs differ. */
export function variancePercent(variance: string, own: string, base: string): string {
  return unlessBlank(variance, `IF(OR(${base}=0,${own}*${base}<0),"n.m.",${variance}/ABS(${base}))`);
}
