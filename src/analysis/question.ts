/** The question of a number in words, and its names. Sends nothing. */
import { ENDPOINTS, type Plan } from "../insights";
import { planNamed, scenarioNamed } from "../language/nameTexts";
import type { CellLabels } from "./cellLabels";
import {
  argumentsByName,
  fieldOf,
  isOutlook,
  measureOf,
  periodPartCall,
  plainArgument,
  type NumberArguments,
  type NumberCall,
} from "./numberCall";
import { knownNumber, type NumberSource } from "./numberSource";
import { isWholeYear } from "./parts";

/** The plans that the names of a call are looked up in. */
export interface PlanNames {
  readonly plans: readonly Plan[];
  /** The id of the plan that a blank argument means. */
  readonly defaultPlan: string | undefined;
}

/** The plans, period and currency that put a question into words. */
export interface QuestionNames extends PlanNames {
  /** The months in words, such as "Jan–Apr 2026"; undefined if they are not known. */
  readonly period: string | undefined;
  /** ISO 4217, if known. */
  readonly currency: string | undefined;
}

/** Returns the plan that a call names. */
export function planOfCall(call: NumberCall, { plans, defaultPlan }: PlanNames): Plan | undefined {
  return planNamed(plans, plainArgument(argumentsByName(call).plan) || (defaultPlan ?? ""));
}

/** Returns the question in words, such as "EBIT of Committed in FY26 Plan, Jan–Apr 2026 (YTD), in EUR". */
export function questionInWords(call: NumberCall, names: QuestionNames): string {
  const args = argumentsByName(call);
  const field = fieldOf(call);
  const plan = planOfCall(call, names);
  const planText = plan?.name ?? (plainArgument(args.plan) || (names.defaultPlan ?? ""));
  const label = field?.label ?? plainArgument(args.field);
  const scenario = ownInWords(args, plan);
  const subject =
    call.id === "VAR"
      ? `${MEASURE_WORDS[measureOf(call) ?? "amount"]} of ${label}, ${scenario} against ${baseInWords(call, plan, names)}`
      : `${label} of ${scenario}`;
  const isMoney = field?.unit === "amount" || field?.unit === "amount per unit";
  const parts = [
    planText === "" ? subject : `${subject} in ${planText}`,
    itemsInWords(call),
    periodInWords(call, names),
    isMoney && names.currency && measureOf(call) !== "percent" ? `in ${names.currency}` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** Labels a number by its question, as a table would: "Demand value · region North" and "Actual · Jan–Apr 2026". */
export function labelsInWords(call: NumberCall, names: QuestionNames): CellLabels {
  const args = argumentsByName(call);
  const own = ownInWords(args, planOfCall(call, names));
  const join = (parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");
  return {
    row: join([fieldOf(call)?.label ?? plainArgument(args.field), itemsInWords(call)]),
    column: join([call.id === "VAR" ? sidesInWords(call, names).join(" vs ") : own, periodInWords(call, names)]),
  };
}

/** Names the scenario and the base of a variance, such as "Committed" and "Committed of the prior year". */
export function sidesInWords(call: NumberCall, names: PlanNames): [own: string, base: string] {
  const plan = planOfCall(call, names);
  return [ownInWords(argumentsByName(call), plan), baseInWords(call, plan, names, true)];
}

const MEASURE_WORDS = { amount: "Variance", percent: "Variance in %", difference: "Difference" } as const;

/** "Committed", or "Outlook (actuals to 2026-10, then Committed)". */
function ownInWords(args: NumberArguments, plan: Plan | undefined): string {
  const scenario = scenarioName(args.scenario, plan);
  if (!isOutlook(args)) return scenario;
  const last = plainArgument(args.actualsTo);
  return `Outlook (actuals to ${last.toLowerCase() === "current" ? "the current month" : last}, then ${scenario})`;
}

function scenarioName(given: unknown, plan: Plan | undefined): string {
  const text = plainArgument(given);
  return scenarioNamed(plan, text)?.name ?? text;
}

/** @param namesScenario True to name the base's scenario, even if it is the call's own. */
function baseInWords(call: NumberCall, plan: Plan | undefined, names: PlanNames, namesScenario = false): string {
  const args = argumentsByName(call);
  const basePlanText = plainArgument(args.basePlan);
  const basePlan = basePlanText === "" ? plan : planNamed(names.plans, basePlanText);
  const isNamed = namesScenario || basePlanText !== "";
  const scenario = scenarioName(args.base ?? (isNamed ? args.scenario : undefined), basePlan);
  const period = plainArgument(args.basePeriod);
  const when = { "": "", PY: "the prior year", PP: "the period before" }[period.toUpperCase()] ?? period;
  const base = scenario && when ? `${scenario} of ${when}` : scenario || when;
  return basePlanText === "" ? base : `${base} in ${basePlan?.name ?? basePlanText}`;
}

function itemsInWords(call: NumberCall): string {
  const { item, groupBy } = argumentsByName(call);
  const items = plainArgument(item);
  if (items === "") return "";
  const [grouping] = ENDPOINTS[fieldOf(call)?.family ?? "demand"].groupings;
  return `${plainArgument(groupBy) || (grouping ?? "item")} ${items}`;
}

function periodInWords(call: NumberCall, { period }: QuestionNames): string {
  const args = argumentsByName(call);
  const text = plainArgument(args.period);
  if (text === "") return "full year";
  const basis = plainArgument(args.basis);
  return (period ?? text) + (basis === "" ? "" : ` (${basis.toUpperCase()})`);
}

/** What an explanation reads: the numbers in memory, and the defaults of arguments that calls leave out. */
export interface ExplainContext extends PlanNames {
  readonly source: NumberSource;
  /** The report currency of the workbook. */
  readonly currency: string | undefined;
}

/**
 * Returns the question of a number in words, with the period that it has by the answers in memory.
 * @param answered The currency of its answers. @default the one that the call or the workbook asks for
 */
export async function titleOf(call: NumberCall, context: ExplainContext, answered?: string): Promise<string> {
  return questionInWords(call, await namesFor(call, context, answered));
}

export async function namesFor(call: NumberCall, context: ExplainContext, answered?: string): Promise<QuestionNames> {
  const label = isWholeYear(call) ? undefined : await knownPeriod(call, context.source, "label");
  const { currency } = argumentsByName(call);
  return {
    plans: context.plans,
    defaultPlan: context.defaultPlan,
    period: typeof label === "string" ? label : undefined,
    currency: answered ?? (typeof currency === "string" ? currency.toUpperCase() : context.currency),
  };
}

/** Returns the result of PERIOD for the call's period; undefined if it is not known. */
export async function knownPeriod(call: NumberCall, source: NumberSource, part: "code" | "label"): Promise<unknown> {
  const result = await knownNumber(source, periodPartCall(call, part));
  return result.state === "known" ? result.value : undefined;
}
