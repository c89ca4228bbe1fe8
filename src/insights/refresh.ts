/** A refresh: the next generation is filled beside the one in use, and takes its place only when all is in. */
import { cancelled, isInsightsError } from "./errors";
import type { Generation } from "./generation";
import type { Question } from "./key";
import { unlessAborted } from "./signals";

/** What holds the generation in use. */
export interface Holder {
  generation: Generation;
  refreshing?: Refreshing | undefined;
}

interface Refreshing {
  readonly next: Generation;
  readonly done: Promise<void>;
  callers: number;
}

/**
 * Replaces the holder's generation by `start()` once that is complete; rejects and keeps it otherwise.
 * Refreshes at the same time are one, called off when nobody waits for it any more.
 */
export async function refresh(holder: Holder, start: () => Generation, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw cancelled();
  const refreshing = (holder.refreshing ??= begin(holder, start()));
  refreshing.callers += 1;
  try {
    await unlessAborted(refreshing.done, signal, cancelled);
  } catch (error) {
    // Called off too late: the new generation is in.
    if (holder.generation !== refreshing.next) throw error;
  } finally {
    leave(holder, refreshing);
  }
}

function begin(holder: Holder, next: Generation): Refreshing {
  return { next, done: fill(holder, next), callers: 0 };
}

function leave(holder: Holder, refreshing: Refreshing): void {
  refreshing.callers -= 1;
  if (refreshing.callers > 0) return;
  if (holder.refreshing === refreshing) holder.refreshing = undefined;
  if (holder.generation !== refreshing.next) refreshing.next.close(cancelled());
}

/** Gets the plans and an answer to everything asked, also to what is asked meanwhile. */
async function fill(holder: Holder, next: Generation): Promise<void> {
  await next.plans().catch((error: unknown) => {
    if (!isInsightsError(error, "forbidden")) throw error;
  });
  const tried = new Set<Question>();
  const untried = () => holder.generation.questions().filter((question) => !tried.has(question));
  for (let questions = untried(); questions.length > 0; questions = untried()) {
    for (const question of questions) tried.add(question);
    await Promise.all(questions.map((question) => next.ask(question).catch(throwFailure)));
  }
  // Called off when the last answer was in, but nobody had heard of it.
  if (holder.refreshing?.next !== next) throw cancelled();
  holder.generation = next;
}

/** What the service says does not exist is left to the cells that ask for it; its failure fails the refresh. */
function throwFailure(error: unknown): void {
  const isOwn = isInsightsError(error, "unknown", "missing", "unoffered");
  if (!isOwn && !(isInsightsError(error, "refused") && error.fromService)) throw error;
}
