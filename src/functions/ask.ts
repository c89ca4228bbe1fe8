/** Questions to the session, and what it answers. Where that is not in memory, the call is put off. */
import { isInsightsError, questionKey, type Answer, type Plan, type Question } from "../insights";
import { obtain, type CellCall } from "./call";
import { getHost } from "./host";

export function askPlans(call: CellCall): readonly Plan[] {
  return heldPlans(call) ?? obtain(call, "plans", () => requestPlans(call));
}

/** Undefined for a key without plans:read. */
export function askVisiblePlans(call: CellCall): readonly Plan[] | undefined {
  const held = heldPlans(call);
  if (held) return held;
  return obtain(call, "visible plans", () => {
    const plans = requestPlans(call);
    return call.memory.recall(plans, "visible", () => plans.catch(undefinedIfForbidden));
  });
}

function heldPlans({ generation }: CellCall): readonly Plan[] | undefined {
  return (generation ?? getHost().session.generation)?.peekPlans();
}

/** One promise for all who ask. */
function requestPlans({ generation, memoryOnly }: CellCall): Promise<readonly Plan[]> {
  const { session } = getHost();
  const asked = generation ?? session.generation;
  return asked && !memoryOnly ? asked.plans() : session.plans({ generation, memoryOnly });
}

function undefinedIfForbidden(error: unknown): undefined {
  if (!isInsightsError(error, "forbidden")) throw error;
}

/** A generation that a refresh fills is asked also for what it holds, since the refresh listens to what is asked. */
export function askOne(question: Question, call: CellCall): Answer {
  const { session } = getHost();
  const { generation, memoryOnly } = call;
  const held = generation ? undefined : session.generation?.peek(question);
  const answer =
    held ??
    obtain(call, questionKey(question), () =>
      generation || memoryOnly ? session.ask(question, { generation, memoryOnly }) : session.join(question, call),
    );
  call.answers.push(answer);
  return answer;
}
