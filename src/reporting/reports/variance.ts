/** Variances in reports: positive is better. */
import { PERCENT_MARK, POINTS } from "../../numbers/language/shareWords";
import { SIGN_NOTES } from "../../numbers/language/varianceSign";
import { unlessBlank } from "./figures";
import type { ReportFormat } from "./formats";
import type { ReportLine } from "./lines";
import { scenarioHeading, type Page } from "./page";
import type { InputKey } from "./reportParameters";
import type { TableColumn } from "./table";

/** Returns the note below a table of variances. @param base The input of the scenario that the others are compared with. */
export function varianceNote(page: Page, base: InputKey = "base", before = ""): string {
  const { inputs } = page;
  const against = `IF(${inputs.cell(base)}="","","Δ against "&${scenarioHeading(page, base)}&"; ${SIGN_NOTES.variance}. ")`;
  const words = `"n.m. not meaningful, ${POINTS} percentage points."`;
  return `="${before}"&${against}&${words}&${thresholdNote(inputs)}&${roundingNote(inputs)}`;
}

/** Returns a text that names the amounts without a colour, or nothing. */
export function thresholdNote({ argument, name }: Page["inputs"]): string {
  const least = argument("threshold");
  const shown = `IF(${name("threshold")}="percent",100*${least}&"${PERCENT_MARK} of the base",${least})`;
  return `IF(${least}=0,""," Amounts below "&${shown}&" have no bar and no colour.")`;
}

/** Returns a text that explains shown numbers that do not add up; "" for units. */
export function roundingNote({ argument }: Page["inputs"]): string {
  return `IF(IFERROR(${argument("scale")},"")="",""," Differences due to rounding.")`;
}

type ComparedLine = Pick<ReportLine, "isCost" | "unit">;

interface VarianceOptions {
  /** The columns of the scenario, the base, the variance and its bar. */
  readonly own: string;
  readonly base: string;
  readonly variance: string;
  readonly bar: string;
  /** The base's name, if it has no column before them. An expression, without "=". @default the heading names none */
  readonly against?: string;
  /** The cell that is blank if there is nothing to compare. */
  readonly shownIf: string;
}

/** Returns the columns with a variance, its bar, and its percent. */
export function varianceColumns(page: Page, options: VarianceOptions): TableColumn<ComparedLine>[] {
  const { base, variance, bar, against, shownIf } = options;
  const cells = (row: number) => [`$${options.own}${row}`, `$${base}${row}`] as const;
  const text = (words: string) => `=${unlessBlank(shownIf, `"${words}"`)}`;
  const amount = (row: number) => `$${variance}${row}`;
  const sign = ({ unit }: ComparedLine) => (unit === "amount" ? bar : variance);
  return [
    {
      heading: against ? `=${unlessBlank(shownIf, `"Δ vs "&${against}`)}` : text("Δ"),
      cell: (line, row) => `=${varianceAmount(line, ...cells(row))}`,
      format: varianceFormat,
      sign,
    },
    {
      heading: `=${unlessBlank(shownIf, BAR_HEADING)}`,
      cell: ({ unit }, row) => (unit === "amount" ? `=${notableVariance(page, amount(row), `$${base}${row}`)}` : ""),
      format: () => "bar",
      isBar: true,
    },
    {
      heading: text("Δ %"),
      cell: (line, row) => (line.unit === "ratio" ? "" : `=${variancePercent(amount(row), ...cells(row))}`),
      format: () => "change",
      sign,
    },
  ];
}

/** On both sides of the bars' axis. An expression, without "=". */
export const BAR_HEADING = '"worse · better"';

/** Returns the variance; blank if it rounds to 0 or is below the report's threshold. */
export function notableVariance({ inputs: { name, argument } }: Page, variance: string, base: string): string {
  const least = argument("threshold");
  const size = `ABS(${variance})`;
  const isSmall = `${size}<IF(${name("threshold")}="percent",${least}*ABS(N(${base})),${least})`;
  return unlessBlank(variance, `IF(OR(${size}<0.5,${isSmall}),"",${variance})`);
}

function varianceFormat({ unit }: ComparedLine): ReportFormat {
  if (unit === "ratio") return "points";
  return unit === "volume" ? "volumeVariance" : "variance";
}

/** Returns the variance as VAR computes it; for ratios in percentage points. Blank unless both numbers exist. */
export function varianceAmount({ isCost, unit }: ComparedLine, own: string, base: string): string {
  const difference = isCost ? `${base}-${own}` : `${own}-${base}`;
  const points = unit === "ratio" ? `100*(${difference})` : difference;
  return `IF(AND(ISNUMBER(${own}),ISNUMBER(${base})),${points},"")`;
}

/** Returns the variance in percent of the base; "n.m." if the base is 0 or the signs differ. */
export function variancePercent(variance: string, own: string, base: string): string {
  return unlessBlank(variance, `IF(OR(${base}=0,${own}*${base}<0),"n.m.",${variance}/ABS(${base}))`);
}
