/** The number that a meaning has, asked from the functions without a heading. */
import type { Excel } from "../../numbers/functions/excel";

/** What a cell of a table means. */
export interface Meaning {
  readonly plan: string;
  readonly scenario: string;
  readonly field: string;
  readonly period: string;
  readonly basis?: string;
  readonly currency: string;
  /** Set for an outlook. */
  readonly actualsTo?: string;
  readonly groupBy?: string;
  readonly item?: string;
  /** The number of the year before. */
  readonly isPriorYear?: boolean;
  /** Set for a variance. */
  readonly measure?: "amount" | "percent";
  readonly base?: string;
  readonly basePeriod?: string;
  /** The share of net sales. */
  readonly isShare?: boolean;
  readonly scale?: number;
}

/** Returns "#N/A" where the functions do; undefined for a percentage of a ratio, which has none. */
export async function numberOf(meaning: Meaning, excel: Excel): Promise<unknown> {
  const { measure, base, basePeriod, isShare, scale = 1, isPriorYear, ...named } = meaning;
  const call = isPriorYear ? { ...named, period: yearBefore(named.period) } : named;
  const isRatio = /Percent$|fillRate/.test(meaning.field);
  const ask = (id: "KPI" | "VAR", given: object): Promise<unknown> =>
    excel.call(id, { ...call, ...given }).catch((error: { code?: unknown }) => error.code);
  const divisor = isRatio || measure === "percent" ? 1 : scale;
  if (isShare) return dividedBy(await ask("KPI", {}), await ask("KPI", { field: "netFIESales" }));
  if (!measure) return dividedBy(await ask("KPI", {}), divisor);
  if (measure === "percent" && isRatio) return undefined;
  return dividedBy(await ask("VAR", { base: base ?? "", measure, basePeriod: basePeriod ?? "" }), divisor);
}

function dividedBy(number: unknown, by: unknown): unknown {
  return typeof number === "number" && typeof by === "number" ? number / by : number;
}

function yearBefore(period: string): string {
  return period === "current" ? "current-12" : period.replace(/\d{4}/g, (year) => String(Number(year) - 1));
}
