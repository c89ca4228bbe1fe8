/** P&L statement: a base, up to two scenarios with their variances, and the base's cascade. */
import { cascadeSection } from "./cascade";
import { checkSection } from "./check";
import { costsLabel, lacksCosts, LACKS } from "./costs";
import { STATEMENT_LINES, rowsOfLines } from "./lines";
import { createPage, finishPage, scenarioHeading, type PageOptions } from "./page";
import {
  COMPARED,
  COMPARED_COLUMNS,
  COMPARED_INPUTS,
  COMPARED_WIDTHS,
  comparedColumns,
  LAST_COMPARED,
  periodOf,
} from "./scenarioColumns";
import type { SheetSpec } from "./sheetSpec";
import { cascadeSteps } from "./statementCascade";
import type { ReportParameters } from "./reportParameters";
import { headingHeight, noteSection, tableSection } from "./table";
import { VARIANCE_NOTE } from "./variance";

const OPTIONS: PageOptions = { title: "P&L statement", scenarios: COMPARED_INPUTS, time: "period", family: "pnl" };

export function statementSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top } = page;
  const rowOf = rowsOfLines(STATEMENT_LINES, top + 1);
  const last = top + STATEMENT_LINES.length;
  const columns = comparedColumns(page, { rowOf, lacks: LACKS });
  const cascade = {
    ...{ name: "Cascade", number: 0, place: [`A${last + 4}`, `${LAST_COMPARED}${last + 21}`] as const },
    title: `"From gross sales to margin · "&${scenarioHeading(page, "base")}`,
    axisTitle: page.inputs.argument("currency"),
    size: `$${COMPARED_COLUMNS.base}$${rowOf.get("grossFIESales") ?? 1}`,
  };
  return finishPage(page, {
    sections: [
      lacksCosts(page, COMPARED, periodOf(page)),
      tableSection({ top, corner: `=${page.unit}`, lines: STATEMENT_LINES, label: costsLabel, columns }),
      checkSection({ row: last + 1, columns: Object.values(COMPARED_COLUMNS), rowOf }),
      noteSection(last + 2, VARIANCE_NOTE),
      cascadeSection(
        page,
        cascade,
        cascadeSteps((field) => `$${COMPARED_COLUMNS.base}$${rowOf.get(field) ?? 1}`),
      ),
    ],
    widths: COMPARED_WIDTHS,
    heights: headingHeight(top),
    lastColumn: LAST_COMPARED,
    lastRow: last + 21,
  });
}
