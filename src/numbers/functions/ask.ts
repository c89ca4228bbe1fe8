/** Questions of a query to its generation. */
import { isInsightsError, type Answer, type Plan, type Question } from "../../insights";
import { getHost } from "./host";
import type { QueryContext } from "./query";

export async function askPlans(context: QueryContext): Promise<readonly Plan[]> {
  const plans = await getHost().session.plans(context);
  context.plans = plans;
  return plans;
}

/** Returns undefined for a key without plans:read. */
export function askVisiblePlans(context: QueryContext): Promise<readonly Plan[] | undefined> {
  return askPlans(context).catch(undefinedIfForbidden);
}

function undefinedIfForbidden(error: unknown): undefined {
  if (!isInsightsError(error, "forbidden")) throw error;
}

export async function askOne(question: Question, context: QueryContext): Promise<Answer> {
  const answer = await getHost().session.ask(question, context);
  context.answers.push(answer);
  return answer;
}

/** Waits until all promises have settled. If several fail, it always rejects with the first in order. */
export async function all<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [At in keyof T]: Awaited<T[At]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
