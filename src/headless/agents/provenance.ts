/** Where numbers come from: the service, the run of each plan, and the currency. */
import { answersTo, type NumberSource } from "../../numbers/analysis/numberSource";
import { questionInKey, questionKey, stampOf } from "../../insights";
import type { AgentTurn, FinishedCall } from "./agentSession";

/** When the service computed the numbers of one plan. Times are ISO 8601 in UTC. */
interface PlanRun {
  readonly plan: string;
  readonly oldest: string;
  readonly newest: string;
}

export interface Provenance {
  readonly service: string;
  /** The time of the oldest number. */
  readonly asOf?: string;
  readonly runs?: readonly PlanRun[];
  /** ISO 4217; several if the numbers differ in it. */
  readonly currency?: string;
}

type AskedQuestion = NonNullable<FinishedCall["questions"]>[number];

/** @param asked The questions that the numbers were computed from. */
export function provenanceOf(
  { session: { address: service = "" } }: AgentTurn,
  source: NumberSource,
  asked: readonly AskedQuestion[],
): Provenance {
  if (asked.length === 0) return { service };
  const answers = answersTo(
    source,
    asked.map(({ key }) => key),
  );
  const currencies = [...new Set(answers.flatMap(({ currency }) => currency ?? []))].sort();
  const nameOf = (id: string) => source.generation?.peekPlans()?.find((plan) => plan.id === id)?.name ?? id;
  const ids = [...new Set(asked.map(planOf))];
  return {
    service,
    asOf: spanOf(asked).oldest,
    runs: ids.map((id) => ({ plan: nameOf(id), ...spanOf(asked.filter((each) => planOf(each) === id)) })),
    ...(currencies.length > 0 ? { currency: currencies.join(", ") } : {}),
  };
}

/** Returns the questions of these keys whose answers are in memory, with the times of these. */
export function questionsOf(source: NumberSource, keys: readonly string[]): AskedQuestion[] {
  return answersTo(source, keys).map((answer) => ({ key: questionKey(answer.question), computedAt: stampOf(answer) }));
}

function planOf({ key }: AskedQuestion): string {
  return questionInKey(key).plan;
}

function spanOf(asked: readonly AskedQuestion[]): Omit<PlanRun, "plan"> {
  const times = asked.map(({ computedAt }) => computedAt);
  const iso = (time: number) => new Date(time).toISOString();
  return { oldest: iso(Math.min(...times)), newest: iso(Math.max(...times)) };
}
