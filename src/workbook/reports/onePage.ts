/** Executive one-pager: headlines against a base, a short P&L, the cascade and the months, on one page. */
import { cascadeSection } from "./cascade";
import { checkSection } from "./check";
import { costsLabel, lacksCosts, LACKS } from "./costs";
import { headlineSection } from "./headlines";
import { fieldLines, rowsOfLines } from "./lines";
import { MONTHS, monthlyChart, monthsCall } from "./months";
import { kpi, unlessBlank, unlessMissing } from "./figures";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "./page";
import { periodOf, scenarioColumn } from "./scenarioColumns";
import type { SheetSpec } from "./sheetSpec";
import { periodAt, spillSection } from "./spillLists";
import { cascadeSteps } from "./statementCascade";
import type { ReportParameters } from "./reportParameters";
import {
  AMOUNT_WIDTH,
  headingHeight,
  LABEL_WIDTH,
  MARK_WIDTH,
  noteSection,
  PERCENT_WIDTH,
  tableSection,
} from "./table";
import { varianceColumns, VARIANCE_NOTE } from "./variance";

const OPTIONS: PageOptions = {
  title: "Executive summary",
  scenarios: [
    { key: "base", label: "Base scenario" },
    { key: "scenario", label: "Scenario" },
  ],
  time: "period",
};
const SALES = ["grossFIESales", "tradeExpenses", "netFIESales", "cogs", "grossProfit"];
const LINES = fieldLines(...SALES, "supplyChainCost", "otherCosts", "ebit", "ebitPercent", "overhead", "dpm");
/** Rows of the headlines, and the gap below them. */
const HEADLINE_ROWS = 4;
const LAST = "F";

export function onePageSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const top = page.top + HEADLINE_ROWS;
  const rowOf = rowsOfLines(LINES, top + 1);
  const last = top + LINES.length;
  const lines = { rowOf, lacks: LACKS };
  const columns = [
    scenarioColumn(page, "scenario", "B", lines),
    scenarioColumn(page, "base", "C", lines),
    ...varianceColumns({ own: "B", base: "C", variance: "D", shownIf: page.inputs.cell("base") }),
  ];
  return finishPage(page, {
    sections: [
      lacksCosts(page, ["base", "scenario"], periodOf(page)),
      headlineSection(page, page.top),
      tableSection({ top, corner: `=${page.unit}`, lines: LINES, label: costsLabel, columns }),
      checkSection({ row: last + 1, columns: ["B", "C"], rowOf }),
      noteSection(last + 2, VARIANCE_NOTE),
      spillSection(monthsCall(page), [MONTHS]),
      ...charts(page, rowOf, last + 4),
    ],
    widths: { "A:A": LABEL_WIDTH, "B:D": AMOUNT_WIDTH, "E:E": PERCENT_WIDTH, "F:F": MARK_WIDTH },
    heights: { ...headingHeight(top), [`${page.top}:${page.top}`]: 15 },
    lastColumn: LAST,
    lastRow: last + 34,
    onePage: true,
  });
}

function charts(page: Page, rowOf: ReadonlyMap<string, number>, first: number) {
  const scenario = (field: string, at: number) =>
    unlessBlank(periodAt(at), kpi(page, "scenario", field, { period: periodAt(at) }));
  const rows = Array.from({ length: MONTHS }, (_, at) => ({
    name: unlessMissing(periodAt(at)),
    sales: scenario("netFIESales", at),
    ebit: scenario("ebit", at),
  }));
  const sales = `$B$${rowOf.get("netFIESales") ?? 1}`;
  return [
    cascadeSection(
      page,
      {
        ...{ name: "Cascade", number: 0, place: [`A${first}`, `${LAST}${first + 14}`] },
        title: `"From gross sales to margin · "&${scenarioHeading(page, "scenario")}`,
        axisTitle: page.inputs.argument("currency"),
        size: `$B$${rowOf.get("grossFIESales") ?? 1}`,
      },
      cascadeSteps((field) => `$B$${rowOf.get(field) ?? 1}`),
    ),
    monthlyChart(page, {
      number: 1,
      place: [`A${first + 16}`, `${LAST}${first + 30}`],
      rows,
      size: `${sales}/${MONTHS}`,
    }),
  ];
}
