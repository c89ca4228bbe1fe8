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

/** Asks of a generation what it is to answer; what it asks fails the refresh where the service fails. */
export type Fill = (next: Generation) => Promise<void>;

interface Refreshing {
  readonly next: Generation;
  readonly done: Promise<void>;
  callers: number;
}

/**
 * Replaces the holder's generation by `start()` once that is complete; rejects and keeps it otherwise.
 * Refreshes at the same time are one, called off when nobody waits for it any more.
 */
export async function refresh(
  holder: Holder,
  start: () => Generation,
  signal: AbortSignal | undefined,
  fill: Fill = (next) => askAgain(holder, next),
): Promise<void> {
  if (signal?.aborted) throw cancelled();
  const refreshing = (holder.refreshing ??= begin(holder, start(), fill));
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

function begin(holder: Holder, next: Generation, fill: Fill): Refreshing {
  return { next, done: replace(holder, next, fill), callers: 0 };
}

function leave(holder: Holder, refreshing: Refreshing): void {
  refreshing.callers -= 1;
  if (refreshing.callers > 0) return;
  if (holder.refreshing === refreshing) holder.refreshing = undefined;
  if (holder.generation !== refreshing.next) refreshing.next.close(cancelled());
}

/** Gets the plans and what `fill` asks for; the first failure of the service ends it. */
async function replace(holder: Holder, next: Generation, fill: Fill): Promise<void> {
  let fail!: (reason: unknown) => void;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const watch = (isFine: (error: unknown) => boolean) => (error: unknown) => {
    if (!isFine(error)) fail(error);
    throw error;
  };
  // That a key may not list the plans is an answer too.
  const plans = () => next.plans().catch(watch((error) => isInsightsError(error, "forbidden")));
  const ask: Generation["ask"] = (...asked) => next.ask(...asked).catch(watch(isOwn));
  const all = async () => {
    await plans().catch(() => {});
    await fill({ ...next, plans, ask });
  };
  await Promise.race([all(), failed]);
  // Called off when the last answer was in, but nobody had heard of it.
  if (holder.refreshing?.next !== next) throw cancelled();
  holder.generation = next;
}

/** Asks everything that the holder's generation was asked, also what is asked of it meanwhile. */
async function askAgain(holder: Holder, next: Generation): Promise<void> {
  const tried = new Set<Question>();
  const untried = () => holder.generation.questions().filter((question) => !tried.has(question));
  for (let questions = untried(); questions.length > 0; questions = untried()) {
    for (const question of questions) tried.add(question);
    await Promise.allSettled(questions.map((question) => next.ask(question)));
  }
}

/** What the service says does not exist is left to the cells that ask for it; its failure fails the refresh. */
function isOwn(error: unknown): boolean {
  return (
    isInsightsError(error, "unknown", "missing", "unoffered") ||
    (isInsightsError(error, "refused") && error.fromService)
  );
}
