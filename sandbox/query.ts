/**
 * Reads a request's parameters. Each mistake is refused with the parameter, its value and the accepted values.
 * @see API specification §4.4 and §4.5
 */
import type { FamilyEndpoint, GroupBy, Interval } from "../src/insights/endpoints";
import { SCENARIOS_PER_REQUEST } from "../src/insights/endpoints";
import type { Dialect } from "./dialect";
import { DAYS, dayOf, type DayRange } from "./planning/calendar";
import type { Planning } from "./planning/planning";
import type { SimulatedPlan, SimulatedScenario } from "./planning/plans";
import { refuse } from "./refusal";

/** The value of a parameter; sent empty is not sent. */
export type Ask = (parameter: string) => string | undefined;

export interface Query {
  plan: SimulatedPlan;
  scenarios: readonly SimulatedScenario[];
  interval: Interval;
  /** Within the horizon; may be empty. */
  range: DayRange;
  currency: string;
  /** Units of the currency for one US dollar. */
  rate: number;
  groupBy: GroupBy;
}

const GROUPINGS: readonly GroupBy[] = ["product", "sku", "region", "channel"];

export function readQuery(ask: Ask, planning: Planning, endpoint: FamilyEndpoint, dates: Dialect["dates"]): Query {
  const plan = readPlan(ask, planning.plans);
  const interval = readChoice(ask, "interval", endpoint.intervals, endpoint.defaultInterval);
  const range = readRange(ask, plan);
  return {
    plan,
    scenarios: readScenarios(ask, plan),
    interval,
    range: dates === "ignored" ? rangeOf(interval, plan, range) : range,
    ...readCurrency(ask, planning.rates),
    groupBy: readChoice(ask, "groupBy", GROUPINGS, "product"),
  };
}

function readPlan(ask: Ask, plans: readonly SimulatedPlan[]): SimulatedPlan {
  const ids = plans.map(({ id }) => id).join(", ");
  const id = ask("planId") ?? refuse(400, `planId is missing; the plans are ${ids}.`);
  return plans.find((plan) => plan.id === id) ?? refuse(404, `planId: there is no plan '${id}'; the plans are ${ids}.`);
}

/** Distinct scenarios in the order asked. */
function readScenarios(ask: Ask, plan: SimulatedPlan): SimulatedScenario[] {
  const accepted = `the scenarios of plan '${plan.id}' are ${plan.scenarios.map(({ id }) => id).join(", ")}`;
  const texts = (ask("scenarioIds") ?? "").split(",").map((text) => text.trim());
  const ids = [...new Set(texts)].filter(Boolean);
  if (ids.length === 0) refuse(400, `scenarioIds is missing; ${accepted}.`);
  if (ids.length > SCENARIOS_PER_REQUEST) {
    refuse(400, `scenarioIds names ${ids.length} scenarios; at most ${SCENARIOS_PER_REQUEST} are accepted.`);
  }
  return ids.map((id) => {
    const scenario = plan.scenarios.find((known) => known.id === id);
    return scenario ?? refuse(400, `scenarioIds: there is no scenario '${id}'; ${accepted}.`);
  });
}

function readChoice<Choice extends string>(
  ask: Ask,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = ask(name);
  if (text === undefined) return fallback;
  return (
    choices.find((choice) => choice === text) ??
    refuse(400, `${name} is '${text}'; accepted are ${choices.join(", ")}.`)
  );
}

function readCurrency(ask: Ask, rates: Planning["rates"]): Pick<Query, "currency" | "rate"> {
  const currency = ask("currency") ?? "USD";
  const accepted = [...rates.keys()].join(", ");
  const rate = rates.get(currency) ?? refuse(400, `currency is '${currency}'; accepted are ${accepted}.`);
  return { currency, rate };
}

function readDay(ask: Ask, name: string): number | undefined {
  const text = ask(name);
  if (text === undefined) return undefined;
  return dayOf(text) ?? refuse(400, `${name} is '${text}'; accepted is a day of the calendar such as 2026-03-31.`);
}

/** The days of a service that ignores dates: more months than it has without dates, and the days and weeks of the full year. */
function rangeOf(interval: Interval, { fullYear }: SimulatedPlan, asked: DayRange): DayRange {
  if (interval === "FY") return asked;
  return interval === "M" ? { from: 0, to: DAYS - 1 } : fullYear;
}

/** Without dates the plan's full year; with one, the full year's other end, or the horizon's if nothing were left. */
function readRange(ask: Ask, { fullYear }: SimulatedPlan): DayRange {
  const [first, last] = [readDay(ask, "dateFrom"), readDay(ask, "dateTo")];
  if (first !== undefined && last !== undefined && first > last) {
    refuse(400, `dateFrom '${ask("dateFrom")}' is after dateTo '${ask("dateTo")}'.`);
  }
  const from = first ?? (last !== undefined && last < fullYear.from ? 0 : fullYear.from);
  const to = last ?? (first !== undefined && first > fullYear.to ? DAYS - 1 : fullYear.to);
  return { from: Math.max(from, 0), to: Math.min(to, DAYS - 1) };
}
