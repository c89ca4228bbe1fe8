/**
 * A service may omit supply chain costs (§2.5). Then one line shows them together with other costs, as gross profit less EBIT,
 * so the P&L still adds up.
 */
import { kpi, type FigureOptions } from "./figures";
import type { ReportLine } from "./lines";
import { RESULTS } from "./hiddenColumns";
import type { Page } from "./page";
import type { ReportSection } from "./sheetSpec";
import type { InputKey } from "./reportParameters";

/** The cell that is TRUE if costs are in one line. */
export const LACKS = `$${RESULTS}$8`;

/** Writes `LACKS`: TRUE for all scenarios of the report if one of them lacks supply chain costs. */
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
