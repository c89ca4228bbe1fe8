/** Gaps in the simulated data, as real plans have them: actuals that end, items that come and go, lines that are missing. */
import { dayOf, DAYS, type DayRange } from "./calendar";
import type { FieldValues } from "./fields";
import type { MarketLine } from "./market";
import type { Figures } from "./measures";
import { ONE_MONTH_PLAN, type SimulatedPlan, type SimulatedScenario } from "./plans";

export interface Gaps {
  /** The last month of scenarios flagged actual, YYYY-MM. @default the end of the horizon */
  actualsTo?: string | undefined;
  /** Adds a plan that has this month alone, YYYY-MM. */
  oneMonth?: string | undefined;
  /** True: actuals have a product that no plan has, from April 2026, and lack one that all plans have. @default false */
  changingItems?: boolean;
  /** Lines of the P&L that no scenario has, by their names in the API. */
  missingLines?: readonly string[];
  /** Lines of the P&L that scenarios flagged actual lack. */
  missingInActuals?: readonly string[];
  /** True: actual and conservative scenarios end below zero. @default false */
  losses?: boolean;
  /** True: adds the plan of the year before. @default false */
  priorYear?: boolean;
  /** The number of plans: more are added until there are as many. */
  plans?: number;
}

/** The product that changing items give to actuals alone, and the one that they give to all others alone. */
export const CHANGING_ITEMS = { isNew: "Skin Care", isLost: "Vitamins" } as const;

/** The first day of the new product. */
const NEW_FROM = "2026-04-01";

/** Other costs of scenarios with losses, compared with the usual ones. */
const LOSSES = 3;

const WHOLE: DayRange = { from: 0, to: DAYS - 1 };

/** Returns the days of `range` that the scenario has; an empty range for none. */
export function daysOfScenario(
  { actualsTo, oneMonth }: Gaps,
  plan: SimulatedPlan,
  scenario: SimulatedScenario,
  range: DayRange,
): DayRange {
  const own = oneMonth !== undefined && plan.id === ONE_MONTH_PLAN ? daysOfMonth(oneMonth) : WHOLE;
  const end = actualsTo !== undefined && isActual(scenario) ? daysOfMonth(actualsTo).to : WHOLE.to;
  return { from: Math.max(range.from, own.from), to: Math.min(range.to, own.to, end) };
}

/** Returns the days on which a scenario has a line of the market; undefined if it has all lines on all days. */
export function listingOf(
  { changingItems = false }: Gaps,
  scenario: SimulatedScenario,
): ((line: MarketLine) => DayRange) | undefined {
  if (!changingItems) return undefined;
  const [own, other] = isActual(scenario)
    ? [CHANGING_ITEMS.isNew, CHANGING_ITEMS.isLost]
    : [CHANGING_ITEMS.isLost, CHANGING_ITEMS.isNew];
  const isBegun = own === CHANGING_ITEMS.isNew;
  return ({ product: { name } }) => {
    if (name === other) return { from: 0, to: -1 };
    return name === own && isBegun ? { ...WHOLE, from: dayOf(NEW_FROM) ?? 0 } : WHOLE;
  };
}

/** Returns the figures with the costs of a scenario that ends below zero. */
export function withLosses({ losses = false }: Gaps, { id }: SimulatedScenario, figures: Figures): Figures {
  if (!losses || !/-(actual|conservative)$/.test(id)) return figures;
  return { ...figures, otherCosts: figures.otherCosts * LOSSES };
}

/** Returns the P&L without its missing lines. */
export function withoutLines(
  { missingLines = [], missingInActuals = [] }: Gaps,
  scenario: SimulatedScenario,
  fields: FieldValues,
): FieldValues {
  const missing = new Set([...missingLines, ...(isActual(scenario) ? missingInActuals : [])]);
  return missing.size === 0
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => !missing.has(name)));
}

/** True for a month of the horizon, YYYY-MM. */
export function isMonthOfHorizon(text: string): boolean {
  const day = dayOf(`${text}-01`);
  return day !== undefined && day >= 0 && day < DAYS;
}

/** Returns the first and last day of a month of the horizon. */
function daysOfMonth(month: string): DayRange {
  const from = dayOf(`${month}-01`) ?? DAYS;
  const [year = 0, number = 0] = month.split("-").map(Number);
  return { from, to: from + new Date(Date.UTC(year, number, 0)).getUTCDate() - 1 };
}

function isActual({ flags }: SimulatedScenario): boolean {
  return flags.includes("actual");
}
