/** Variances in reports: positive is better, with a mark in words. */
import { unlessBlank } from "./figures";
import type { ReportFormat } from "./formats";
import type { ReportLine } from "./lines";
import type { Page } from "./page";
import type { CellContent } from "./sheetSpec";
import type { TableColumn } from "./table";

const VARIANCE_NOTE =
  "Variance: scenario against base, better is positive. ▲ Fav better, ▼ Adv worse, n.m. not meaningful, pp percentage points.";

/** Returns the note, which names the size below which a variance has no mark. */
export function varianceNote({ inputs }: Page, before = ""): CellContent {
  return `="${before}${VARIANCE_NOTE}"&${thresholdNote(inputs)}`;
}

/** Returns the end of a note: "No mark below 5%.", or nothing. */
export function thresholdNote({ argument, name }: Page["inputs"]): string {
  const least = argument("threshold");
  const shown = `IF(${name("threshold")}="percent",100*${least}&"%",${least})`;
  return `IF(${least}=0,""," No mark below "&${shown}&".")`;
}

type ComparedLine = Pick<ReportLine, "isCost" | "unit">;

interface VarianceOptions {
  /** The columns of the scenario, the base and the variance. */
  readonly own: string;
  readonly base: string;
  readonly variance: string;
  /** The cell that is blank if there is nothing to compare. */
  readonly shownIf: string;
}

/** Returns the columns with amount, percent and mark of a variance. */
export function varianceColumns(page: Page, options: VarianceOptions): TableColumn<ComparedLine>[] {
  const { base, variance, shownIf } = options;
  const cells = (row: number) => [`$${options.own}${row}`, `$${base}${row}`] as const;
  const text = (words: string) => `=${unlessBlank(shownIf, `"${words}"`)}`;
  const amount = (row: number) => `$${variance}${row}`;
  return [
    {
      heading: text("Variance"),
      cell: (line, row) => `=${varianceAmount(line, ...cells(row))}`,
      format: varianceFormat,
    },
    {
      heading: text("%"),
      cell: (line, row) => (line.unit === "ratio" ? "" : `=${variancePercent(amount(row), ...cells(row))}`),
      format: () => "change",
      align: "Right",
    },
    {
      heading: text("Mark"),
      cell: ({ unit }, row) => `=${varianceMark(unit, amount(row), { page, base: `$${base}${row}` })}`,
      format: () => "mark",
      align: "Center",
    },
  ];
}

interface Threshold {
  readonly page: Page;
  /** The cell with the base's number. */
  readonly base: string;
}

/** Returns the sign of a variance as rounded on the page; blank if it is 0 or below the report's threshold. */
export function varianceMark(unit: ReportLine["unit"], variance: string, threshold?: Threshold): string {
  const isNone = `ROUND(${variance},${unit === "ratio" ? 1 : 0})=0`;
  const mark = `IF(${isNone},"",SIGN(${variance}))`;
  if (!threshold || unit === "ratio") return unlessBlank(variance, mark);
  const { name, argument } = threshold.page.inputs;
  const least = argument("threshold");
  const ofBase = `ABS(${variance})<${least}*ABS(N(${threshold.base}))`;
  const small = `IF(${name("threshold")}="percent",${ofBase},${unit === "amount" ? `ABS(${variance})<${least}` : "FALSE"})`;
  return unlessBlank(variance, `IF(${small},"",${mark})`);
}

function varianceFormat({ unit }: ComparedLine): ReportFormat {
  return unit === "ratio" ? "points" : unit;
}

/** Returns the variance as VAR computes it; for ratios in percentage points. Blank unless both numbers exist. */
export function varianceAmount({ isCost, unit }: ComparedLine, own: string, base: string): string {
  const difference = isCost ? `${base}-${own}` : `${own}-${base}`;
  const points = unit === "ratio" ? `100*(${difference})` : difference;
  return `IF(AND(ISNUMBER(${own}),ISNUMBER(${base})),${points},"")`;
}

/** Returns the variance in percent of the base; "n.m." if the base is 0 or the signs differ. */
function variancePercent(variance: string, own: string, base: string): string {
  return unlessBlank(variance, `IF(OR(${base}=0,${own}*${base}<0),"n.m.",${variance}/ABS(${base}))`);
}
