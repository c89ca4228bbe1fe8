/** The headlines of a page: figures with their variance from the base. */
import { kpi, timeOf, unlessBlank } from "./figures";
import { fieldLines, type ReportLine } from "./lines";
import type { Page } from "./page";
import { figureFormat } from "./scenarioColumns";
import { INK, QUIET, TINT, type RangeStyle, type ReportSection } from "./sheetSpec";
import { varianceAmount } from "./variance";
import { RESULTS } from "./hiddenColumns";

const LINES = fieldLines("netFIESales", "grossProfit", "ebit", "ebitPercent", "fillRate");
/** The columns of each card. The last card has two. */
const CARDS = ["A", "B", "C", "D", "E:F"] as const;
/** The row of the base's figures, which the cards do not show. */
const BASE_ROW = 40;

export function headlineSection(page: Page, top: number): ReportSection {
  const { cell } = page.inputs;
  const figure = (key: "scenario" | "base", { field }: ReportLine) =>
    `=${unlessBlank(cell(key), kpi(page, key, field, timeOf(page, key)))}`;
  const base = (at: number) => `$${RESULTS}$${BASE_ROW + at}`;
  const cards = LINES.flatMap((line, at) => {
    const column = firstOf(at);
    const variance = varianceAmount(line, `${column}$${top + 1}`, base(at));
    return [
      { at: `${column}${top}`, rows: [[line.label], [figure("scenario", line)], [`=${variance}`]] },
      { at: base(at).replaceAll("$", ""), rows: [[figure("base", line)]] },
    ];
  });
  return { blocks: cards, styles: LINES.flatMap((line, at) => cardStyles(line, at, top)) };
}

function firstOf(at: number): string {
  return (CARDS[at] ?? "A").slice(0, 1);
}

function cardStyles(line: ReportLine, at: number, top: number): RangeStyle[] {
  const [first, last = first] = (CARDS[at] ?? "A").split(":") as [string, string?];
  const row = (number: number) => `${first}${number}:${last}${number}`;
  const look = { fill: TINT, align: "Right", shrinks: true, ...(first !== last && { merged: true }) } as const;
  return [
    { ...look, range: row(top), color: QUIET, size: 9, top: INK },
    { ...look, range: row(top + 1), bold: true, size: 12, format: figureFormat(line) },
    { ...look, range: row(top + 2), size: 9, format: line.unit === "ratio" ? "markedPoints" : "markedAmount" },
  ];
}
