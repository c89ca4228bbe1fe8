/** P&L statement: a scenario with its variance from a base, a second scenario with its own, and a cascade. */
import { cascadeSection } from "../cascade";
import { checkSection } from "../check";
import { commonCosts } from "../costs";
import { cellOfLine, rowsOfLines, STATEMENT_LINES } from "../lines";
import { ebitMessage } from "../ebitMessage";
import { messageSection } from "../reportTitle";
import { MONTHLY_CHART_ROWS } from "../monthlyCharts";
import { createPage, finishPage, scenarioHeading, type PageOptions } from "../page";
import {
  COMPARED_AMOUNTS,
  COMPARED_COLUMNS,
  COMPARED_INPUTS,
  LAST_OF_STATEMENT,
  STATEMENT_WIDTHS,
  statementColumns,
} from "../scenarioColumns";
import type { SheetSpec } from "../sheetSpec";
import { cascadeMessage, cascadeSteps } from "../statementCascade";
import type { ReportParameters } from "../reportParameters";
import { notesSection, tableSection } from "../table";
import { scenarioMonths } from "../scenarioMonths";
import { TIME_TEXT } from "../timeCells";
import { varianceNote } from "../variance";

const OPTIONS: PageOptions = {
  scenarios: COMPARED_INPUTS.map((input) => ({ ...input, isRare: input.key === "other" })),
  time: "period",
  family: "pnl",
};

export function statementSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top } = page;
  const rowOf = rowsOfLines(STATEMENT_LINES, top + 1);
  const last = top + STATEMENT_LINES.length;
  // The charts come before the commentary, so their top is in sight on a small screen.
  const first = last + 3;
  const commentary = first + MONTHLY_CHART_ROWS;
  const compared = statementColumns(page, rowOf, STATEMENT_LINES);
  const costs = commonCosts({ rowOf, columns: compared.columns, amounts: COMPARED_AMOUNTS });
  const { columns, label } = costs;
  // The cascade is the scenario's; the base's if no scenario is chosen.
  const isBaseAlone = `${page.inputs.cell("scenario")}=""`;
  const shown = (field: string) => {
    const [own, base] = [COMPARED_COLUMNS.scenario, COMPARED_COLUMNS.base].map((column) =>
      cellOfLine(`$${column}`, field, rowOf),
    );
    return `IF(${isBaseAlone},${base},${own})`;
  };
  const cascade = {
    name: "Cascade",
    number: 0,
    place: [`B${first}`, `D${first + MONTHLY_CHART_ROWS - 1}`] as const,
    isVariance: false,
    message: cascadeMessage(shown),
    subject: '"From gross sales to margin"',
    about: `IF(${isBaseAlone},${scenarioHeading(page, "base")},${scenarioHeading(page, "scenario")})&" · "&${TIME_TEXT}`,
    unit: page.inputs.argument("currency"),
    size: shown("grossFIESales"),
  };
  return finishPage(page, {
    sections: [
      messageSection(ebitMessage(page, rowOf), page),
      tableSection({ top, corner: `=${page.unit}`, lines: STATEMENT_LINES, label, columns }),
      costs.section,
      compared.section,
      checkSection({ row: last + 1, columns: COMPARED_AMOUNTS, rowOf }),
      notesSection({ row: last + 2, commentary }, varianceNote(page), LAST_OF_STATEMENT),
      cascadeSection(page, cascade, cascadeSteps(shown)),
      ...scenarioMonths(page, { number: 1, first, columns: ["E", LAST_OF_STATEMENT], size: shown("grossFIESales") }),
    ],
    widths: STATEMENT_WIDTHS,
    lastColumn: LAST_OF_STATEMENT,
    headingRow: top,
    lastRow: commentary,
  });
}
