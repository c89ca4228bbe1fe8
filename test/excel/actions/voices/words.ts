/** The words that a call means, written once more: what the figure's printers have to say. */
import { findField } from "../../../../src/insights";
import { CURRENCIES } from "./service";
import type { CallCell, Given, World } from "./world";

interface ExpectedWords {
  readonly field: string;
  readonly plan: string;
  readonly scenario: string;
  /** Undefined for a call without a base. */
  readonly base: string | undefined;
  readonly baseSide: string | undefined;
  readonly items: string;
  /** Undefined if the current month is not known. */
  readonly time: string | undefined;
  readonly currency: string;
  readonly unit: string;
}

const MEASURES: Readonly<Record<string, string>> = {
  percent: "Variance in %",
  difference: "Difference",
};
const TIMES: Readonly<Record<string, string>> = {
  PY: "the prior year",
  PP: "the period before",
};

/** @param isKnown False if the service's answer is not in memory: it says the currency, and the month that "current" is. */
export async function expectedWords(world: World, { id, given }: CallCell, isKnown = true): Promise<ExpectedWords> {
  const { plan, scenario } = namesOf(world, given.plan, given.scenario);
  const base = id === "VAR" ? namesOf(world, given.plan, given.base).scenario : undefined;
  const field = findField(text(given.field));
  const against = TIMES[text(given.basePeriod)];
  const sideOf = (isNamed: boolean) => {
    if (!against) return base;
    return isNamed || base !== scenario ? `${base} of ${against}` : against;
  };
  const isMoney = (field?.unit === "amount" || field?.unit === "amount per unit") && given.measure !== "percent";
  const currency = isMoney
    ? text(given.currency) || (world.state().settings.currency ?? (isKnown ? CURRENCIES[0] : ""))
    : "";
  return {
    field: field?.label ?? "",
    plan,
    scenario,
    base: base && sideOf(false),
    baseSide: base && sideOf(true),
    items: given.item ? `${text(given.groupBy)} ${text(given.item)}` : "",
    time: await timeOf(world, given, isKnown),
    currency,
    unit: currency || (field?.unit === "volume" && given.measure !== "percent" ? "units" : ""),
  };
}

/** The sentence of Explain; undefined if its months are not known. */
export async function expectedSentence(world: World, cell: CallCell, isKnown = true): Promise<string | undefined> {
  const { field, plan, scenario, base, items, time, currency } = await expectedWords(world, cell, isKnown);
  if (time === undefined) return undefined;
  const measure = MEASURES[text(cell.given.measure)] ?? "Variance";
  const subject =
    base === undefined ? `${field} of ${scenario}` : `${measure} of ${field}, ${scenario} against ${base}`;
  return [`${subject} in ${plan}`, items, time, currency && `in ${currency}`].filter(Boolean).join(", ");
}

async function timeOf(
  world: World,
  { plan, period, basis, currency }: Given,
  isKnown: boolean,
): Promise<string | undefined> {
  if (!period) return "full year";
  // PERIOD asks in the workbook's currency; the months of another one tell a call's current month.
  if (!isKnown && text(currency) && period === "current") return basis ? `current (${text(basis)})` : "current";
  const label = await world.outcome("PERIOD", {
    plan,
    period,
    basis,
    part: "label",
  });
  if (!label || !("value" in label) || typeof label.value !== "string") return undefined;
  return basis ? `${label.value} (${text(basis)})` : label.value;
}

function namesOf(world: World, planText: unknown, scenarioText: unknown) {
  const meant = text(planText) || world.state().settings.plan;
  const plan = world.service.data().plans.find(({ id, name }) => id === meant || name === meant);
  const sought = text(scenarioText).toLowerCase();
  const byFlag = plan?.scenarios.filter(({ flags }) => flags.includes(sought));
  const scenario =
    plan?.scenarios.find(({ id, name }) => id === sought || name.toLowerCase() === sought) ?? byFlag?.[0];
  return { plan: plan?.name ?? "", scenario: scenario?.name ?? "" };
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
