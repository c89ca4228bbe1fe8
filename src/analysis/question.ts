/** The question of a number in words, and the answers behind it. Pure. */
import {
  ENDPOINTS,
  eachRow,
  groupOf,
  monthOfLabel,
  questionInKey,
  rowPeriod,
  stampOf,
  type Answer,
  type Plan,
} from "../insights";
import { planNamed, scenarioNamed } from "../language/nameTexts";
import { cleanItem, itemsNamed } from "../language/items";
import type { CellLabels } from "./cellLabels";
import {
  argumentsByName,
  fieldOf,
  isOutlook,
  measureOf,
  type NumberArguments,
  type NumberCall,
  plainArgument,
  plainTexts,
} from "./numberCall";

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

/** One of the service's answers that a number is computed from. */
export interface AnswerFacts {
  readonly family: string;
  readonly plan: string;
  readonly scenario: string;
  /** When the service computed the answer; milliseconds since the epoch. */
  readonly computedAt: number;
  /** Undefined if the service did not say when it computed the answer. */
  readonly generatedAt?: number | undefined;
  /** When the answer arrived; undefined if that is no longer known. */
  readonly receivedAt?: number | undefined;
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

/** Returns the currency of the answers; undefined if they have none or several. */
export function currencyOf(answers: readonly Answer[]): string | undefined {
  const [currency, ...others] = [...new Set(answers.map((answer) => answer.currency))];
  return others.length === 0 ? currency : undefined;
}

/**
 * Describes the answers to questions; by the ledger, if they are not in memory.
 * @param dated The questions with the times of their answers.
 */
export function answerFacts(
  keys: readonly string[],
  answers: ReadonlyMap<string, Answer>,
  {
    plans,
    dated,
    answeredAt,
  }: { plans: readonly Plan[]; dated: ReadonlyMap<string, number>; answeredAt: number | undefined },
): AnswerFacts[] {
  return keys.map((key) => {
    const { endpoint, plan, scenario } = questionInKey(key);
    const known = plans.find(({ id }) => id === plan);
    const held = answers.get(key);
    // The cell's number may be from an earlier answer than the one in memory.
    const answer = held && stampOf(held) === (dated.get(key) ?? stampOf(held)) ? held : undefined;
    const family = endpoint in ENDPOINTS && endpoint !== "plans" ? ENDPOINTS[endpoint as "pnl"].label : endpoint;
    return {
      family,
      plan: known?.name ?? plan,
      scenario: known?.scenarios.find(({ id }) => id === scenario)?.name ?? scenario,
      computedAt: answer ? stampOf(answer) : (dated.get(key) ?? answeredAt ?? 0),
      generatedAt: answer?.generatedAt,
      receivedAt: answer?.receivedAt ?? answeredAt,
    };
  });
}

/**
 * Counts the rows of the answers that a number combines.
 * @param months Undefined for the service's own full year.
 */
export function countRows(call: NumberCall, answers: readonly Answer[], months: readonly string[] | undefined): number {
  const meant = months && new Set(months);
  const { item } = argumentsByName(call);
  const groups = answers.map(({ scenario }) => eachRow(scenario.rows).flatMap((row) => groupOf(row) ?? []));
  const chosen = new Set(itemsNamed(plainTexts(item), groups));
  const used = new Set<string>();
  for (const { scenario, question } of answers) {
    for (const row of eachRow(scenario.rows)) {
      const named = groupOf(row);
      const group = named === undefined ? undefined : cleanItem(named);
      const month = monthOfLabel(rowPeriod(row));
      const isMeant = meant ? month !== undefined && meant.has(month) : question.parameters.interval === "FY";
      const isChosen = group === undefined ? item === undefined : chosen.has(group);
      if (isMeant && isChosen) used.add(`${question.plan} ${question.scenario} ${month ?? ""} ${group ?? ""}`);
    }
  }
  return used.size;
}
