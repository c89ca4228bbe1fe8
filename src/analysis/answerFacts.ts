/** The answers behind a number: when they were computed, and how their rows become the number. */
import {
  ENDPOINTS,
  eachRow,
  fieldLabel,
  groupOf,
  groupTexts,
  monthOfLabel,
  questionInKey,
  rowPeriod,
  stampOf,
  type Answer,
  type Plan,
} from "../insights";
import { cleanItem, indexItems, itemsNamed } from "../language/items";
import { monthsOfCode } from "../language/periods";
import { argumentsByName, fieldOf, isOutlook, plainTexts, type NumberCall } from "./numberCall";
import type { NumberSource } from "./numberSource";
import { isWholeYear } from "./parts";
import { knownPeriod } from "./question";

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

/** How the service's rows become a number. */
export interface Combination {
  readonly by: "sum" | "ratio" | "weighted" | "none";
  /** Rows of the answers that are combined; undefined if they are not in memory. */
  readonly rows?: number | undefined;
  /** Undefined for the service's own full year. */
  readonly months?: number | undefined;
  /** The labels of numerator and denominator, or of the weight. */
  readonly labels: readonly string[];
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
  const indexes = answers.map(({ scenario }) => indexItems(groupTexts(scenario.rows)));
  const named = itemsNamed(plainTexts(item), indexes).map((items) => new Set(items));
  const used = new Set<string>();
  for (const [at, { scenario, question }] of answers.entries()) {
    for (const row of eachRow(scenario.rows)) {
      const written = groupOf(row);
      const group = written === undefined ? undefined : cleanItem(written);
      const month = monthOfLabel(rowPeriod(row));
      const isMeant = meant ? month !== undefined && meant.has(month) : question.parameters.interval === "FY";
      const isChosen = group === undefined ? item === undefined : named[at]?.has(group);
      if (isMeant && isChosen) used.add(`${question.plan} ${question.scenario} ${month ?? ""} ${group ?? ""}`);
    }
  }
  return used.size;
}

export async function findCombination(
  call: NumberCall,
  source: NumberSource,
  answers: readonly Answer[],
): Promise<Combination | undefined> {
  const field = fieldOf(call);
  if (!field || call.id === "VAR") return undefined;
  const isYear = isWholeYear(call);
  const code = isYear ? undefined : await knownPeriod(call, source, "code");
  const months = code === undefined ? undefined : monthsOfCode(code);
  const { total } = field;
  const names =
    total.by === "ratio" ? [total.numerator, total.denominator] : total.by === "weighted" ? [total.weight] : [];
  // The answers of an outlook have more months than it takes of each.
  const isCounted = (months || isYear) && !isOutlook(argumentsByName(call));
  const rows = isCounted ? countRows(call, answers, months) : undefined;
  return { by: total.by, rows: rows || undefined, months: months?.length, labels: names.map(fieldLabel) };
}
