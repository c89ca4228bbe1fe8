/** All answers fetched in one refresh, and those asked since. Each question is asked once, however many callers wait for it. */
import type { Plan, ScenarioResult } from "./answers";
import { cancelled, isInsightsError, type InsightsError } from "./errors";
import { questionKey, type Question } from "./key";
import { createMemory, type Memory } from "./memory";
import { unlessAborted } from "./signals";

/** The service's answer to one question. */
export interface Answer {
  readonly question: Question;
  readonly scenario: ScenarioResult;
  /** ISO 4217, if the service returned it. */
  readonly currency: string | undefined;
  /** When the service computed the answer, if it returned that; milliseconds since the epoch. */
  readonly generatedAt: number | undefined;
  /** When the service sent it, by the service's clock, if readable; milliseconds since the epoch. */
  readonly sentAt: number | undefined;
  /** By this machine's clock. */
  readonly receivedAt: number;
}

/**
 * Returns the time by which answers to one question are compared: the later one is newer. This machine's clock counts only if
 * the service returned no time, since another user's clock may differ.
 */
export function stampOf({ generatedAt, sentAt, receivedAt }: Answer): number {
  return generatedAt ?? sentAt ?? receivedAt;
}

/** Answers from memory, or asks the service. A refresh wraps it to hear of each failure. */
export interface AnswerSource {
  /** All plans. A refusal because the key lacks plans:read is cached as well. */
  plans(): Promise<readonly Plan[]>;
  /** Cancels the request when the signals of all who wait for any of its answers have aborted. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
}

export interface Generation extends AnswerSource {
  /** The plans, if they are in memory. */
  peekPlans(): readonly Plan[] | undefined;
  /** The answer, if it is in memory. */
  peek(question: Question): Answer | undefined;
  /** The answers to matching questions. Waits for pending requests, but never starts one. */
  cachedAnswers(matches: (question: Question) => boolean): Promise<Answer[]>;
  /** All questions that are pending or answered. */
  questions(): Question[];
  /** Adds an answer of another generation, unless the question was asked here. */
  hold(answer: Answer): void;
  /** Caches what is computed from the answers. */
  readonly memory: Memory;
}

/** A generation for the session that opened it. */
export interface OpenGeneration extends Generation {
  size(): { readonly waiting: number; readonly held: number };
  /** Rejects everything pending with this reason. */
  close(reason: InsightsError): void;
}

/** A question without an answer, as the source of a generation gets it. */
export interface OpenQuestion {
  readonly question: Question;
  readonly isWanted: () => boolean;
  readonly answer: (answer: Answer) => void;
  readonly fail: (reason: unknown) => void;
  /** Called when the last caller has stopped waiting. @default the answer is still awaited */
  onLeft?: () => void;
}

/** What a generation asks for the plans and answers that are not in its memory. */
export interface QuestionSource {
  /** Plans that are in memory from the start: they are not asked for. */
  readonly known?: readonly Plan[] | undefined;
  plans(signal: AbortSignal): Promise<readonly Plan[]>;
  ask(open: OpenQuestion): void;
  /** Resolves when the present recalculation has asked its questions. */
  whenAsked(): Promise<void>;
}

/** A question that is pending or answered. */
interface Entry extends OpenQuestion {
  held?: Answer;
  /** Shared by all subscribers. */
  readonly promise: Promise<Answer>;
  /** The callers that still wait. */
  readonly subscribers: Set<object>;
}

interface PlanList {
  readonly promise: Promise<readonly Plan[]>;
  /** Undefined while the list is pending, and for a key that cannot list plans. */
  plans?: readonly Plan[];
}

interface GenerationState {
  readonly source: QuestionSource;
  /** By question key. */
  readonly entries: Map<string, Entry>;
  list?: PlanList | undefined;
  readonly closed: AbortController;
}

/**
 * Creates an empty generation. An answer stays in memory as long as the generation. A failure is never cached: its entry is
 * dropped before the subscribers hear of it, so the next calculation asks again.
 */
export function createGeneration(source: QuestionSource): OpenGeneration {
  const { known } = source;
  const list = known && { promise: Promise.resolve(known), plans: known };
  const state: GenerationState = { source, entries: new Map(), list, closed: new AbortController() };
  const entries = () => [...state.entries.values()];
  return {
    memory: createMemory(),
    plans: () => plans(state),
    peekPlans: () => state.list?.plans,
    ask: (question, signal) => ask(state, question, signal),
    peek: (question) => state.entries.get(questionKey(question))?.held,
    async cachedAnswers(matches) {
      // The questions of the recalculation's other calls are pending then.
      await source.whenAsked();
      const found = entries().filter(({ question }) => matches(question));
      const outcomes = await Promise.allSettled(found.map(({ promise }) => promise));
      return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    },
    questions: () => entries().map(({ question }) => question),
    hold(answer) {
      const key = questionKey(answer.question);
      if (!state.entries.has(key)) addEntry(state, answer.question, key).answer(answer);
    },
    size() {
      const held = entries().filter((entry) => entry.held).length;
      return { waiting: state.entries.size - held, held };
    },
    close(reason) {
      state.closed.abort(reason);
      for (const entry of entries().filter(({ held }) => !held)) {
        entry.fail(reason);
        entry.onLeft?.();
      }
    },
  };
}

function plans(state: GenerationState): Promise<readonly Plan[]> {
  const { list, source, closed } = state;
  if (list) return list.promise;
  const next: PlanList = { promise: unlessAborted(source.plans(closed.signal), closed.signal) };
  state.list = next;
  next.promise.then(
    (received) => (next.plans = received),
    (error: unknown) => {
      if (!isInsightsError(error, "forbidden")) state.list = undefined;
    },
  );
  return next.promise;
}

function addEntry({ entries }: GenerationState, question: Question, key: string): Entry {
  let [resolve, reject]: [Entry["answer"], Entry["fail"]] = [() => {}, () => {}];
  const promise = new Promise<Answer>((...ends) => ([resolve, reject] = ends));
  // If all have unsubscribed, no caller handles the rejection.
  promise.catch(() => {});
  const subscribers = new Set<object>();
  const entry: Entry = {
    question,
    promise,
    subscribers,
    isWanted: () => subscribers.size > 0,
    answer(answer) {
      entry.held = answer;
      subscribers.clear();
      resolve(answer);
    },
    fail(reason) {
      if (entries.get(key) === entry) entries.delete(key);
      subscribers.clear();
      reject(reason);
    },
  };
  entries.set(key, entry);
  return entry;
}

/** Settles with the entry; rejects with `cancelled` if the signal aborts first. */
function ask(state: GenerationState, question: Question, signal: AbortSignal | undefined): Promise<Answer> {
  const { entries, source, closed } = state;
  if (signal?.aborted) return Promise.reject(cancelled());
  const key = questionKey(question);
  const known = entries.get(key);
  if (!known && closed.signal.aborted) return Promise.reject(closed.signal.reason as InsightsError);
  const entry = known ?? addEntry(state, question, key);
  if (!known) source.ask(entry);
  return entry.held ? entry.promise : subscribe(entry, signal);
}

function subscribe(entry: Entry, signal: AbortSignal | undefined): Promise<Answer> {
  const subscriber = {};
  entry.subscribers.add(subscriber);
  if (!signal) return entry.promise;
  return new Promise((resolve, reject) => {
    const stop = () => {
      // Settled already.
      if (!entry.subscribers.delete(subscriber)) return;
      if (!entry.isWanted()) entry.onLeft?.();
      reject(cancelled());
    };
    signal.addEventListener("abort", stop, { once: true });
    void entry.promise.then(resolve, reject).then(() => {
      if (!signal.aborted) signal.removeEventListener("abort", stop);
    });
  });
}
