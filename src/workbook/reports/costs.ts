/**
 * A service may leave out supply chain costs (§2.5). Other costs are then not told from them, and one line has both:
 * gross profit less EBIT. So a P&L adds up all the same.
 */
import { kpi, type FigureOptions } from "./figures";
import type { ReportLine } from "./lines";
import { RESULTS } from "./hiddenColumns";
import type { Page } from "./page";
import type { ReportSection } from "./sheetSpec";
import type { InputKey } from "./reportParameters";

/** The cell that says whether costs are in one line. */
export const LACKS = `$${RESULTS}$8`;

/** One line for all of the report's scenarios, if one of them has no other. */
export function lacksCosts(page: Page, scenarios: readonly InputKey[], options: FigureOptions): ReportSection {
  const lacks = scenarios.map((key) => {
    const isMissing = `ISNA(${kpi(page, key, "supplyChainCost", options)})`;
    return `IF(${page.inputs.cell(key)}="",FALSE,${isMissing})`;
  });
  return { blocks: [{ at: LACKS.replaceAll("$", ""), rows: [[`=IFERROR(OR(${lacks.join(",")}),FALSE)`]] }] };
}

export function costsLabel({ field, label }: ReportLine): string {
  return field === "otherCosts" ? `=IF(${LACKS},"Supply chain and other costs","${label}")` : label;
}
