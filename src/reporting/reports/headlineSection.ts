/** The headlines of a page: figures with their variance from the base. */
import { callOfKpi, timeOf, unlessBlank } from "./figures";
import { fieldLines, type ReportLine } from "./lines";
import { ROW_HEIGHT, scenarioHeading, type Page } from "./page";
import { figureFormat } from "./scenarioColumns";
import { INK, QUIET, signStyles, TINT, type RangeStyle, type ReportSection } from "./sheetSpec";
import { varianceAmount } from "./variance";
import { RESULT_COLUMN } from "./hiddenColumns";
import { spokenVariance } from "./spokenNumbers";

const LINES = fieldLines("netFIESales", "grossProfit", "ebit", "ebitPercent", "fillRate");
/** The columns of each card. The last card has two. */
const CARDS = ["B", "C", "D", "E", "F:G"] as const;
/** The rows of the base's figures and of the variances, as numbers. */
const [BASE_ROW, VARIANCE_ROW] = [40, 45];
/** Letters of the base's name, which the context names in full. */
const MOST_LETTERS = 10;

export function headlineSection(page: Page, top: number): ReportSection {
  const { cell } = page.inputs;
  const figure = (key: "scenario" | "base", { field }: ReportLine) =>
    `=${unlessBlank(cell(key), callOfKpi(page, key, field, timeOf(page, key)))}`;
  const base = (at: number) => `$${RESULT_COLUMN}$${BASE_ROW + at}`;
  const variance = (at: number) => `$${RESULT_COLUMN}$${VARIANCE_ROW + at}`;
  const named = scenarioHeading(page, "base", MOST_LETTERS);
  const against = `" vs "&IF(${cell("base")}="committed","plan",${named})`;
  const cards = LINES.flatMap((line, at) => {
    const column = firstOf(at);
    const own = `${column}$${top + 1}`;
    const shown = unlessBlank(variance(at), `${spokenVariance(variance(at), line.unit)}&${against}`);
    return [
      { at: `${column}${top}`, rows: [[line.label], [figure("scenario", line)], [`=${shown}`]] },
      { at: base(at).replaceAll("$", ""), rows: [[figure("base", line)]] },
      { at: variance(at).replaceAll("$", ""), rows: [[`=${varianceAmount(line, own, base(at))}`]] },
    ];
  });
  return {
    blocks: cards,
    heights: { [`${top}:${top}`]: ROW_HEIGHT },
    styles: LINES.flatMap((line, at) => cardStyles(line, at, top)),
    conditionalStyles: LINES.flatMap((_, at) => signStyles(`${firstOf(at)}${top + 2}`, variance(at))),
  };
}

function firstOf(at: number): string {
  return (CARDS[at] ?? "B").slice(0, 1);
}

function cardStyles(line: ReportLine, at: number, top: number): RangeStyle[] {
  const [first, last = first] = (CARDS[at] ?? "B").split(":") as [string, string?];
  const row = (number: number) => `${first}${number}:${last}${number}`;
  const style = { fill: TINT, align: "Right", shrinks: true, ...(first !== last && { merged: true }) } as const;
  return [
    { ...style, range: row(top), color: QUIET, size: 9, top: INK },
    { ...style, range: row(top + 1), bold: true, size: 12, format: figureFormat(line) },
    { ...style, range: row(top + 2), size: 9 },
  ];
}
