/** The service's choices where the specification says "not shown". They are independent, and all are reasonable. */
import type { Family } from "../src/insights/endpoints";
import { dateOf, isoOf, type CalendarPeriod } from "./planning/calendar";

export interface Dialect {
  /**
   * How a group shows in a demand series: under an extra key named after groupBy (`region: "North"`), under the key `group`,
   * or as a scenario element for each group, with the extra key there.
   */
  groups: "keys" | "rows" | "scenarios";
  /** A month of P&L: `{period, ...fields}` or `{period, pnl: {...fields}}`. */
  monthlyPnl: "flat" | "nested";
  /** `quickstart` leaves out what API specification §2 lets be left out. */
  fields: "all" | "quickstart";
  /** W 2026-W05, M 2026-01, FY 2026; or 2026-W05, Jan 2026, FY2026; or 2026-01-26, 2026-01-01, FY26. */
  periods: "plain" | "named" | "dated";
  /** Scenarios come as they were asked for, or the other way round. */
  order: "asked" | "reversed";
  /** Rows of demand have their group alone, or other texts too: its code, and a status that changes. */
  texts: "group" | "more";
  /** Demand has its groups alone, or rows too that hold their sums: without a group, or called Total. */
  totals: "none" | "rows" | "named";
  /** Answers in days, weeks and months have those that were asked for, or all that there are. */
  dates: "obeyed" | "ignored";
}

/** Every choice, the usual one first. */
export const DIALECTS: { readonly [Choice in keyof Dialect]: readonly Dialect[Choice][] } = {
  groups: ["keys", "rows", "scenarios"],
  monthlyPnl: ["flat", "nested"],
  fields: ["all", "quickstart"],
  periods: ["plain", "named", "dated"],
  order: ["asked", "reversed"],
  texts: ["group", "more"],
  totals: ["none", "rows", "named"],
  dates: ["obeyed", "ignored"],
};

export const USUAL_DIALECT: Dialect = {
  groups: "keys",
  monthlyPnl: "flat",
  fields: "all",
  periods: "plain",
  order: "asked",
  texts: "group",
  totals: "none",
  dates: "obeyed",
};

/** The label of a period. Demand's months are always YYYY-MM (§2.4), and days are ISO days. */
export function labelOf({ interval, start }: CalendarPeriod, family: Family, { periods }: Dialect): string {
  const iso = isoOf(start);
  const year = iso.slice(0, 4);
  switch (interval) {
    case "D":
      return iso;
    case "W":
      return periods === "dated" ? iso : isoWeekOf(start);
    case "M":
      return periods === "plain" || family === "demand"
        ? iso.slice(0, 7)
        : periods === "dated"
          ? iso
          : monthNameOf(start);
    case "FY":
      return { plain: year, named: `FY${year}`, dated: `FY${year.slice(2)}` }[periods];
  }
}

/** A week belongs to the year that its Thursday falls into (ISO 8601). */
function isoWeekOf(monday: number): string {
  const thursday = dateOf(monday + 3);
  const year = thursday.getUTCFullYear();
  const daysBefore = Math.round((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000);
  return `${year}-W${String(Math.floor(daysBefore / 7) + 1).padStart(2, "0")}`;
}

function monthNameOf(day: number): string {
  return dateOf(day).toLocaleString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
}
