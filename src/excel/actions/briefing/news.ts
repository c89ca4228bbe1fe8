/** What a look at the service means for the workbook. Pure. */
import type { LookComparison } from "../../workbook/refresh/lookComparison";

/**
 * How the service's results compare with those in cells.
 * - `none`: no cell shows a number of the plan.
 * - `older`: cells show something else, of later results than those of the look.
 * - `newer`: formulas would show something else, or later results that could not be compared.
 * - `again`: results were computed later, and the compared ones are the same.
 * - `same`: the cells show what the service has, as far as it was compared.
 * - `unknown`: nothing could be compared, and the service says no time.
 */
export type News = "none" | "older" | "newer" | "again" | "same" | "unknown";

export function newsOf({ shownAt, lookedAt, compared, differing }: LookComparison): News {
  if (shownAt === undefined) return "none";
  if (differing > 0) return lookedAt !== undefined && lookedAt < shownAt ? "older" : "newer";
  const isLater = lookedAt !== undefined && lookedAt > shownAt;
  if (compared > 0) return isLater ? "again" : "same";
  if (lookedAt === undefined) return "unknown";
  return isLater ? "newer" : "same";
}
