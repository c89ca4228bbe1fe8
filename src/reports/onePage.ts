/** Executive one-pager: headlines against a base, a short P&L, the cascade and the months, on one page. */
import { cascadeSection } from "./cascade";
import { checkSection } from "./check";
import { commonCosts } from "./costs";
import { headlineSection } from "./headlines";
import { cellOfLine, fieldLines, rowsOfLines } from "./lines";
import { MONTHLY_CHART_ROWS, monthlyCharts } from "./monthlyCharts";
import { MONTHS } from "./months";
import { kpi } from "./figures";
import { ebitMessage } from "./ebitMessage";
import { messageSection } from "./message";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "./page";
import { OWN_AND_BASE, OWN_VARIANCE, scenarioColumn } from "./scenarioColumns";
import type { ReportSection, SheetSpec } from "./sheetSpec";
import { cascadeMessage, cascadeSteps } from "./statementCascade";
import type { ReportParameters } from "./reportParameters";
import { AMOUNT_WIDTH, BAR_WIDTH, LABEL_WIDTH, notesSection, PERCENT_WIDTH, tableSection } from "./table";
import { CURRENT_COUNT, monthCode, monthHeading, TIME_TEXT, YEAR_FIRST, YEAR_TEXT } from "./timeCells";
import { varianceColumns, varianceNote } from "./variance";

const OPTIONS: PageOptions = {
  scenarios: OWN_AND_BASE,
  time: "period",
};
const SALES = ["grossFIESales", "tradeExpenses", "netFIESales", "cogs", "grossProfit"] as const;
const LINES = fieldLines(...SALES, "supplyChainCost", "otherCosts", "ebit", "ebitPercent", "overhead", "dpm");
/** Rows of the headlines, and the gap below them. */
const HEADLINE_ROWS = 4;
const LAST = "G";

export function onePageSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const top = page.top + HEADLINE_ROWS;
  const rowOf = rowsOfLines(LINES, top + 1);
  const last = top + LINES.length;
  const columns = [
    scenarioColumn(page, "scenario", rowOf),
    scenarioColumn(page, "base", rowOf),
    ...varianceColumns(page, { ...OWN_VARIANCE, shownIf: page.inputs.cell("base") }),
  ];
  const amounts = ["C", "D"];
  const costs = commonCosts({ rowOf, columns, amounts });
  return finishPage(page, {
    sections: [
      messageSection(ebitMessage(page, rowOf)),
      headlineSection(page, page.top),
      tableSection({ top, corner: `=${page.unit}`, lines: LINES, label: costs.label, columns: costs.columns }),
      costs.section,
      checkSection({ row: last + 1, columns: amounts, rowOf }),
      notesSection(last + 2, varianceNote(page), LAST),
      ...charts(page, rowOf, last + 5),
    ],
    widths: { "B:B": LABEL_WIDTH, "C:E": AMOUNT_WIDTH, "F:F": BAR_WIDTH, "G:G": PERCENT_WIDTH, "H:H": BAR_WIDTH },
    lastColumn: LAST,
    lastRow: last + 20 + MONTHLY_CHART_ROWS,
  });
}

function charts(page: Page, rowOf: ReadonlyMap<string, number>, first: number): ReportSection[] {
  const own = scenarioHeading(page, "scenario");
  return [
    cascadeSection(
      page,
      {
        name: "Cascade",
        number: 0,
        place: [`B${first}`, `${LAST}${first + 14}`],
        message: cascadeMessage((field) => cellOfLine("$C", field, rowOf)),
        title: `"From gross sales to margin · "&${own}&" · "&${TIME_TEXT}`,
        axisTitle: page.inputs.argument("currency"),
        size: cellOfLine("$C", "grossFIESales", rowOf),
      },
      cascadeSteps((field) => cellOfLine("$C", field, rowOf)),
    ),
    ...monthlyCharts(page, {
      number: 1,
      place: { first: first + 16, lastColumn: LAST },
      names: [own, `${own}&IFERROR(", after "&${monthHeading(CURRENT_COUNT)},"")`],
      months: Array.from({ length: MONTHS }, (_, at) => {
        const month = `(${YEAR_FIRST}+${at})`;
        return {
          name: monthHeading(month),
          amount: (field) => kpi(page, "scenario", field, { period: monthCode(month) }),
          // Without a current month, none counts as planned.
          isPlanned: `IFERROR(${month}>${CURRENT_COUNT},FALSE)`,
        };
      }),
      // The unit of the cascade: a page has one.
      size: cellOfLine("$C", "grossFIESales", rowOf),
      about: `"by month · "&${own}&" · "&${YEAR_TEXT}`,
    }),
  ];
}
