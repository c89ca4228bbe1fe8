/** Refresh: fills the next generation beside the current one, and replaces that only when every answer has come. */
import { cancelled, isInsightsError } from "./errors";
import type { AnswerSource, Generation, OpenGeneration } from "./generation";
import type { Question } from "./key";
import { unlessAborted } from "./signals";

/** Holds the current generation, and the refresh that may replace it. */
export interface GenerationSlot {
  generation: OpenGeneration;
  refreshing?: Refreshing | undefined;
}

/** Asks the questions of the next generation. If the service fails on one of them, the refresh fails. */
export type FillGeneration = (next: Generation) => Promise<void>;

interface Refreshing {
  readonly next: OpenGeneration;
  readonly done: Promise<void>;
  waiting: number;
}

/**
 * Replaces the slot's generation with `start()` once that is complete; otherwise rejects and keeps it. Concurrent refreshes
 * share one, which is cancelled with the last of them.
 */
export async function refreshGeneration(
  slot: GenerationSlot,
  start: () => OpenGeneration,
  signal: AbortSignal | undefined,
  fill: FillGeneration = (next) => askAgain(slot, next),
): Promise<void> {
  if (signal?.aborted) throw cancelled();
  const refreshing = (slot.refreshing ??= begin(slot, start(), fill));
  refreshing.waiting += 1;
  try {
    await unlessAborted(refreshing.done, signal, cancelled);
  } catch (error) {
    // Cancelled too late: the new generation is in use.
    if (slot.generation !== refreshing.next) throw error;
  } finally {
    unsubscribe(slot, refreshing);
  }
}

function begin(slot: GenerationSlot, next: OpenGeneration, fill: FillGeneration): Refreshing {
  return { next, done: replace(slot, next, fill), waiting: 0 };
}

function unsubscribe(slot: GenerationSlot, refreshing: Refreshing): void {
  refreshing.waiting -= 1;
  if (refreshing.waiting > 0) return;
  if (slot.refreshing === refreshing) slot.refreshing = undefined;
  if (slot.generation !== refreshing.next) refreshing.next.close(cancelled());
}

/** Fetches the plans and all that `fill` asks for. Rejects with the first failure of the service. */
async function replace(slot: GenerationSlot, next: OpenGeneration, fill: FillGeneration): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const watched: Generation = { ...next, ...reportFailures(next, reject) };
    // A key without plans:read can still ask by id. Any other failure has been reported.
    watched
      .plans()
      .catch(() => {})
      .then(() => fill(watched))
      .then(resolve, reject);
  });
  // Cancelled after the last answer.
  if (slot.refreshing?.next !== next) throw cancelled();
  slot.generation = next;
}

/** Reports every failure of the service to `onFailure` as well as to the caller. */
function reportFailures(next: AnswerSource, onFailure: (error: unknown) => void): AnswerSource {
  return {
    ...next,
    plans: () =>
      next.plans().catch((error: unknown) => {
        if (!isInsightsError(error, "forbidden")) onFailure(error);
        throw error;
      }),
    ask: (question, signal) =>
      next.ask(question, signal).catch((error: unknown) => {
        // A cancelled question is no failure of the service.
        if (!signal?.aborted && !isAnswer(error)) onFailure(error);
        throw error;
      }),
  };
}

/** Asks every question of the current generation again, including those that it gets meanwhile. */
async function askAgain(slot: GenerationSlot, next: Generation): Promise<void> {
  const tried = new Set<Question>();
  const untried = () => slot.generation.questions().filter((question) => !tried.has(question));
  for (let questions = untried(); questions.length > 0; questions = untried()) {
    for (const question of questions) tried.add(question);
    await Promise.allSettled(questions.map((question) => next.ask(question)));
  }
}

/** True if the error is the service's answer to one question, which concerns its own cells only. */
export function isAnswer(error: unknown): boolean {
  return (
    isInsightsError(error, "unknown", "missing", "unoffered") ||
    (isInsightsError(error, "refused") && error.said !== undefined)
  );
}
