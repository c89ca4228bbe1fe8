/** Executive one-pager: headlines against a base, a short P&L, the cascade and the months, on one page. */
import { cascadeSection } from "../cascade";
import { checkSection } from "../check";
import { commonCosts } from "../costs";
import { headlineSection } from "../headlineSection";
import { cellOfLine, fieldLines, rowsOfLines } from "../lines";
import { MONTHLY_CHART_ROWS } from "../monthlyCharts";
import { scenarioMonths } from "../scenarioMonths";
import { ebitMessage } from "../ebitMessage";
import { messageSection } from "../reportTitle";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "../page";
import { OWN_AND_BASE, OWN_VARIANCE, columnOfScenario } from "../scenarioColumns";
import type { ReportSection, SheetSpec } from "../sheetSpec";
import { cascadeMessage, cascadeSteps } from "../statementCascade";
import type { ReportParameters } from "../reportParameters";
import { BAR_WIDTH, LABEL_WIDTH, NARROW_AMOUNT_WIDTH, notesSection, PERCENT_WIDTH, tableSection } from "../table";
import { TIME_TEXT } from "../timeCells";
import { varianceColumns, varianceNote } from "../variance";

const OPTIONS: PageOptions = {
  scenarios: OWN_AND_BASE,
  time: "period",
};
const SALES = ["grossFIESales", "tradeExpenses", "netFIESales", "cogs", "grossProfit"] as const;
const LINES = fieldLines(...SALES, "supplyChainCost", "otherCosts", "ebit", "ebitPercent", "overhead", "dpm");
/** Rows of the headlines, and a low row below them. */
const HEADLINE_ROWS = 4;
/** In points. */
const GAP_HEIGHT = 6;
const LAST = "G";

export function onePageSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const top = page.top + HEADLINE_ROWS;
  const rowOf = rowsOfLines(LINES, top + 1);
  const last = top + LINES.length;
  const columns = [
    columnOfScenario(page, "scenario", rowOf),
    columnOfScenario(page, "base", rowOf),
    ...varianceColumns(page, { ...OWN_VARIANCE, shownIf: page.inputs.cell("base") }),
  ];
  const amounts = ["C", "D"];
  // The charts come before the commentary, so their top is in sight on a small screen.
  const first = last + 3;
  const commentary = first + MONTHLY_CHART_ROWS;
  const costs = commonCosts({ rowOf, columns, amounts });
  return finishPage(page, {
    sections: [
      messageSection(ebitMessage(page, rowOf), page),
      headlineSection(page, page.top),
      tableSection({ top, corner: `=${page.unit}`, lines: LINES, label: costs.label, columns: costs.columns }),
      costs.section,
      checkSection({ row: last + 1, columns: amounts, rowOf }),
      notesSection({ row: last + 2, commentary }, varianceNote(page), LAST),
      ...charts(page, rowOf, first),
      { heights: { [`${top - 1}:${top - 1}`]: GAP_HEIGHT } },
    ],
    widths: {
      "B:B": LABEL_WIDTH,
      "C:E": NARROW_AMOUNT_WIDTH,
      "F:F": BAR_WIDTH,
      "G:G": PERCENT_WIDTH,
      "H:H": BAR_WIDTH,
    },
    lastColumn: LAST,
    lastRow: commentary,
  });
}

/** Side by side: how EBIT comes about, and the months. */
function charts(page: Page, rowOf: ReadonlyMap<string, number>, first: number): ReportSection[] {
  const own = scenarioHeading(page, "scenario");
  const at = (field: string) => cellOfLine("$C", field, rowOf);
  const size = at("grossFIESales");
  return [
    cascadeSection(
      page,
      {
        name: "Cascade",
        number: 0,
        place: [`B${first}`, `C${first + MONTHLY_CHART_ROWS - 1}`],
        message: cascadeMessage(at),
        subject: '"From gross sales to EBIT"',
        about: `${own}&" · "&${TIME_TEXT}`,
        unit: page.inputs.argument("currency"),
        size,
        isVariance: false,
      },
      // Names of more steps would not fit below their columns.
      cascadeSteps(at, "ebit"),
    ),
    // The unit of the cascade: a page has one.
    ...scenarioMonths(page, { number: 1, first, columns: ["D", LAST], size }),
  ];
}
