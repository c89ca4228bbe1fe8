/** Questions to the session, and what it answers: at once where that is in memory. */
import { cancelled, type Answer, type Awaitable, type Plan, type Question } from "../insights";
import type { CellCall } from "./call";
import { getHost } from "./host";

export function askPlans(call: CellCall): Awaitable<readonly Plan[]> {
  const { session } = getHost();
  const generation = call.generation ?? session.generation;
  if (!generation || call.memoryOnly) return session.plans(call);
  return generation.peekPlans() ?? generation.plans();
}

/** A generation that a refresh fills is asked also for what it holds, since the refresh listens to what is asked. */
export function askOne(question: Question, call: CellCall): Awaitable<Answer> {
  const { session } = getHost();
  if (call.isCancelled) throw cancelled();
  if (call.generation) return session.ask(question, call);
  const held = session.generation?.peek(question);
  if (held) return held;
  return call.memoryOnly ? session.ask(question, call) : session.join(question, call);
}
