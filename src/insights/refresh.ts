/** A refresh: the next generation is filled beside the one in use, and takes its place only when all is in. */
import { cancelled, isInsightsError } from "./errors";
import type { Generation, JoinableGeneration } from "./generation";
import type { Question } from "./key";
import { unlessAborted } from "./signals";

/** Where the generation in use is, and the one that may take its place. */
export interface GenerationSlot {
  generation: JoinableGeneration;
  refreshing?: Refreshing | undefined;
}

/** Asks of a generation what it is to answer; what it asks fails the refresh where the service fails. */
export type FillGeneration = (next: Generation) => Promise<void>;

interface Refreshing {
  readonly next: JoinableGeneration;
  readonly done: Promise<void>;
  callers: number;
}

/**
 * Replaces the slot's generation by `start()` once that is complete; rejects and keeps it otherwise.
 * Refreshes at the same time are one, called off when nobody waits for it any more.
 */
export async function refreshGeneration(
  slot: GenerationSlot,
  start: () => JoinableGeneration,
  signal: AbortSignal | undefined,
  fill: FillGeneration = (next) => askAgain(slot, next),
): Promise<void> {
  if (signal?.aborted) throw cancelled();
  const refreshing = (slot.refreshing ??= begin(slot, start(), fill));
  refreshing.callers += 1;
  try {
    await unlessAborted(refreshing.done, signal, cancelled);
  } catch (error) {
    // Called off too late: the new generation is in.
    if (slot.generation !== refreshing.next) throw error;
  } finally {
    leave(slot, refreshing);
  }
}

function begin(slot: GenerationSlot, next: JoinableGeneration, fill: FillGeneration): Refreshing {
  return { next, done: replace(slot, next, fill), callers: 0 };
}

function leave(slot: GenerationSlot, refreshing: Refreshing): void {
  refreshing.callers -= 1;
  if (refreshing.callers > 0) return;
  if (slot.refreshing === refreshing) slot.refreshing = undefined;
  if (slot.generation !== refreshing.next) refreshing.next.close(cancelled());
}

/** Gets the plans and what `fill` asks for; the first failure of the service ends it. */
async function replace(slot: GenerationSlot, next: JoinableGeneration, fill: FillGeneration): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const watched = reportingFailures(next, reject);
    // A key that may not list the plans may still ask by id; any other failure has been reported.
    watched
      .plans()
      .catch(() => {})
      .then(() => fill(watched))
      .then(resolve, reject);
  });
  // Called off when the last answer was in, but nobody had heard of it.
  if (slot.refreshing?.next !== next) throw cancelled();
  slot.generation = next;
}

/** The generation, with every failure of the service told to `onFailure` as well as to whoever asked. */
function reportingFailures(next: Generation, onFailure: (error: unknown) => void): Generation {
  return {
    ...next,
    plans: () =>
      next.plans().catch((error: unknown) => {
        if (!isInsightsError(error, "forbidden")) onFailure(error);
        throw error;
      }),
    ask: (question, signal) =>
      next.ask(question, signal).catch((error: unknown) => {
        // A caller that has left has nothing to do with the service.
        if (!signal?.aborted && !isAnswer(error)) onFailure(error);
        throw error;
      }),
  };
}

/** Asks everything that the slot's generation was asked, also what is asked of it meanwhile. */
async function askAgain(slot: GenerationSlot, next: Generation): Promise<void> {
  const tried = new Set<Question>();
  const untried = () => slot.generation.questions().filter((question) => !tried.has(question));
  for (let questions = untried(); questions.length > 0; questions = untried()) {
    for (const question of questions) tried.add(question);
    await Promise.allSettled(questions.map((question) => next.ask(question)));
  }
}

/** Whether an error is the answer to one question, left to the cells that ask it, and not a failure of the service. */
function isAnswer(error: unknown): boolean {
  return (
    isInsightsError(error, "unknown", "missing", "unoffered") ||
    (isInsightsError(error, "refused") && error.fromService)
  );
}
