/** The answers behind a number: when they were computed, and how their rows become the number. */
import { ENDPOINTS, fieldLabel, questionInKey, stampOf, type Answer, type Plan } from "../../insights";
import type { Figure, FigureSide } from "../language/figure";

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
export function describeAnswers(
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
 * Returns the questions whose answers have rows of the number. An answer that only told the current month has none.
 * @param keys Those that the shown number was computed from: answers in memory may be to others.
 */
export function sourcesAmong(keys: readonly string[], { field, own, base, sources }: Figure): readonly string[] {
  if (sources?.every((key) => keys.includes(key))) return sources;
  return keys.filter((key) => {
    const question = questionInKey(key);
    return question.endpoint === field.family && [own, ...(base ? [base] : [])].some((side) => mayAsk(side, question));
  });
}

/** True if the side may have asked the question: for names without ids that is not known. */
function mayAsk({ plan, scenario, actualsTo }: FigureSide, question: ReturnType<typeof questionInKey>): boolean {
  const isOwn = (scenario.id ?? question.scenario) === question.scenario;
  // The first months of an outlook are those of another scenario.
  return (plan.id ?? question.plan) === question.plan && (isOwn || actualsTo !== undefined);
}

/** Returns how the function has combined the rows; undefined for a variance. */
export function combinationOf({ field: { total }, own, base, rows }: Figure): Combination | undefined {
  if (base) return undefined;
  const names =
    total.by === "ratio" ? [total.numerator, total.denominator] : total.by === "weighted" ? [total.weight] : [];
  return { by: total.by, rows, months: own.months?.length, labels: names.map(fieldLabel) };
}
