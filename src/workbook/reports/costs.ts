/**
 * A service may omit supply chain costs (§2.5). A column without them shows gross profit less EBIT as other costs, so it still adds
 * up. Its variance compares both costs together, since the base may have them apart.
 */
import type { ReportLine } from "./lines";

/** @param columns The columns of scenarios. */
export function costsLabel(
  columns: readonly string[],
  rowOf: ReadonlyMap<string, number>,
): (line: ReportLine) => string {
  const cells = (field: string, columnsOf: readonly string[]) =>
    columnsOf.map((column) => `${column}$${rowOf.get(field) ?? 1}`).join(",");
  const [apart, shown] = [`COUNT(${cells("supplyChainCost", columns)})`, `COUNT(${cells("ebit", columns)})`];
  const rest = `IF(${apart}=0,"Supply chain and other costs","Other, or supply chain and other")`;
  return ({ field, label }) => (field === "otherCosts" ? `=IF(${apart}=${shown},"${label}",${rest})` : label);
}
