/** All answers fetched in one refresh, and those asked since. */
import type { Plan, ScenarioResult } from "./answers";
import { cancelled, InsightsError, isInsightsError } from "./errors";
import { questionKey, type Question } from "./key";
import { planRequests, type Request } from "./planner";
import { createMemory, type Memory } from "./memory";
import type { DatedResults, InsightsService } from "./service";
import { unlessAborted } from "./signals";
import type { Timers } from "./timers";

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

export interface GenerationOptions {
  timers: Timers;
  /** Calls `flush` when the recalculation that began at `batchStartedAt` has asked its questions. */
  scheduleBatch: (flush: () => void, batchStartedAt: number) => void;
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

/** A question that is pending or answered. */
interface Entry {
  readonly key: string;
  readonly question: Question;
  answer?: Answer;
  request?: SentRequest;
  /** Shared by all subscribers. */
  readonly promise: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** The callers that still wait. The request is cancelled if none of its entries has any. */
  readonly subscribers: Set<object>;
}

/** A pending request, and the questions that it answers. */
interface SentRequest {
  readonly entries: readonly Entry[];
  readonly controller: AbortController;
}

interface PlanList {
  readonly promise: Promise<readonly Plan[]>;
  /** Undefined while the list is pending, and for a key that cannot list plans. */
  plans?: readonly Plan[];
}

interface GenerationState extends GenerationOptions {
  readonly service: InsightsService;
  /** By question key. */
  readonly entries: Map<string, Entry>;
  /** Not yet sent. */
  batch: Entry[];
  isBatchScheduled: boolean;
  readonly memory: Memory;
  list?: PlanList | undefined;
  readonly closed: AbortController;
}

export function createGeneration(service: InsightsService, options: GenerationOptions): OpenGeneration {
  const memory = createMemory();
  const state: GenerationState = {
    ...options,
    service,
    memory,
    entries: new Map(),
    batch: [],
    isBatchScheduled: false,
    closed: new AbortController(),
  };
  return {
    memory,
    plans: () => plans(state),
    peekPlans: () => state.list?.plans,
    ask: (question, signal) => ask(state, question, signal),
    peek: (question) => state.entries.get(questionKey(question))?.answer,
    cachedAnswers: (matches) => cachedAnswers(state, matches),
    questions: () => [...state.entries.values()].map(({ question }) => question),
    hold: (answer) => hold(state, answer),
    size() {
      const held = [...state.entries.values()].filter(({ answer }) => answer).length;
      return { waiting: state.entries.size - held, held };
    },
    close: (reason) => close(state, reason),
  };
}

function plans(state: GenerationState): Promise<readonly Plan[]> {
  const { list, service, closed, timers } = state;
  if (list) return list.promise;
  const batchStartedAt = timers.now();
  const next: PlanList = { promise: unlessAborted(service.plans(closed.signal), closed.signal) };
  state.list = next;
  next.promise.then(
    (received) => {
      next.plans = received;
      schedule(state, batchStartedAt);
    },
    (error: unknown) => {
      if (isInsightsError(error, "forbidden")) schedule(state, batchStartedAt);
      else state.list = undefined;
    },
  );
  return next.promise;
}

function schedule(state: GenerationState, batchStartedAt: number): void {
  if (state.isBatchScheduled) return;
  state.isBatchScheduled = true;
  state.scheduleBatch(() => {
    state.isBatchScheduled = false;
    void flush(state);
  }, batchStartedAt);
}

/** Waits for the end of the recalculation first, so the questions of its other calls are pending. */
async function cachedAnswers(state: GenerationState, matches: (question: Question) => boolean): Promise<Answer[]> {
  await new Promise<void>((resolve) => state.scheduleBatch(resolve, state.timers.now()));
  const found = [...state.entries.values()].filter(({ question }) => matches(question));
  const outcomes = await Promise.allSettled(found.map(({ promise }) => promise));
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

function close(state: GenerationState, reason: InsightsError): void {
  state.closed.abort(reason);
  for (const entry of [...state.entries.values()].filter(({ answer }) => !answer)) {
    fail(state, entry, reason);
    entry.request?.controller.abort(reason);
  }
}

function subscribe(state: GenerationState, question: Question, subscriber: object): Entry {
  const key = questionKey(question);
  const entry = state.entries.get(key) ?? addToBatch(state, question, key);
  if (!entry.answer) entry.subscribers.add(subscriber);
  return entry;
}

function hold(state: GenerationState, answer: Answer): void {
  const key = questionKey(answer.question);
  if (state.entries.has(key)) return;
  const entry = addEntry(state, answer.question, key);
  entry.answer = answer;
  entry.resolve(answer);
}

function addEntry(state: GenerationState, question: Question, key: string): Entry {
  let [resolve, reject]: [Entry["resolve"], Entry["reject"]] = [() => {}, () => {}];
  const promise = new Promise<Answer>((...ends) => ([resolve, reject] = ends));
  // If all have unsubscribed, no caller handles the rejection.
  promise.catch(() => {});
  const entry: Entry = { key, question, promise, resolve, reject, subscribers: new Set() };
  state.entries.set(key, entry);
  return entry;
}

function addToBatch(state: GenerationState, question: Question, key: string): Entry {
  const entry = addEntry(state, question, key);
  state.batch.push(entry);
  schedule(state, state.timers.now());
  return entry;
}

/**
 * Sends the batch with the fewest requests.
 *
 * Excel calls our functions one by one, but recalculates all dirty cells within a moment. The first question of that moment
 * schedules a flush with `scheduleBatch`: the add-in waits some milliseconds, the command line one turn of the event loop, a
 * test flushes by hand. Until then questions wait in `batch`; equal questions share one entry. Calls that first need the plans,
 * to turn names into ids, started the moment as well, so the time to wait runs while token and plans are pending.
 *
 * The flush asks for the plans first. Their list tells under which root the service answers, so later requests need not try
 * both. A key without plans:read is no obstacle. Any other failure rejects the whole batch, since its requests would fail too.
 *
 * Then `planRequests` combines questions that differ only in their scenario, three to a request: the fewest that the API allows.
 * Each request settles its own entries.
 *
 * Subscribers may cancel at any time, as Excel does for cells that change. An entry without subscribers is dropped; that is why
 * the flush filters twice, before and after it waits for the plans. A sent request is cancelled only if none of its entries has
 * a subscriber. If it is not cancelled, all its answers are cached.
 *
 * The service refuses a request as a whole, even if only one of its scenarios is wrong. Each scenario of such a request is then
 * asked alone, once, so one wrong cell does not fail the two beside it.
 *
 * An answer stays in `entries` until the next generation takes over. A failure is never cached: its entry is
 * dropped before the subscribers hear of it, so the next calculation asks again.
 */
async function flush(state: GenerationState): Promise<void> {
  const isWanted = (entry: Entry) => state.entries.get(entry.key) === entry;
  const batch = state.batch.filter(isWanted);
  state.batch = [];
  if (batch.length === 0) return;
  try {
    await plans(state);
  } catch (error) {
    if (!isInsightsError(error, "forbidden")) return batch.forEach((entry) => fail(state, entry, error));
  }
  const wanted = new Map(batch.filter(isWanted).map((entry) => [entry.key, entry]));
  for (const request of planRequests([...wanted.values()].map(({ question }) => question))) {
    const keys = request.scenarios.map((scenario) => questionKey({ ...request, scenario }));
    void send(
      state,
      request,
      keys.flatMap((key) => wanted.get(key) ?? []),
    );
  }
}

async function send(state: GenerationState, request: Request, entries: readonly Entry[]): Promise<void> {
  const sent: SentRequest = { entries, controller: new AbortController() };
  for (const entry of entries) entry.request = sent;
  try {
    const results = await state.service.results(request, sent.controller.signal);
    for (const entry of entries) deliver(state, entry, results);
  } catch (error) {
    if (entries.length > 1 && isInsightsError(error, "refused", "unknown")) {
      for (const entry of entries) void send(state, { ...request, scenarios: [entry.question.scenario] }, [entry]);
    } else entries.forEach((entry) => fail(state, entry, error));
  }
}

function deliver(
  state: GenerationState,
  entry: Entry,
  { scenarios, currency, generatedAt, sentAt }: DatedResults,
): void {
  const scenario = scenarios.find(({ id }) => id === entry.question.scenario);
  if (!scenario) return fail(state, entry, notReturned(entry.question));
  const receivedAt = state.timers.now();
  const answer = { question: entry.question, scenario, currency, generatedAt, sentAt, receivedAt };
  entry.answer = answer;
  entry.subscribers.clear();
  entry.resolve(answer);
}

function fail({ entries }: GenerationState, entry: Entry, reason: unknown): void {
  if (entries.get(entry.key) === entry) entries.delete(entry.key);
  entry.subscribers.clear();
  entry.reject(reason);
}

/** Settles with the entry; rejects with `cancelled` if the signal aborts first. */
function ask(state: GenerationState, question: Question, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(cancelled());
  const subscriber = {};
  const entry = subscribe(state, question, subscriber);
  if (!signal || entry.answer) return entry.promise;
  return new Promise((resolve, reject) => {
    const stop = () => {
      // Settled already.
      if (!entry.subscribers.delete(subscriber)) return;
      cancelUnlessWanted(state, entry);
      reject(cancelled());
    };
    signal.addEventListener("abort", stop, { once: true });
    void entry.promise.then(resolve, reject).then(() => {
      if (!signal.aborted) signal.removeEventListener("abort", stop);
    });
  });
}

/** Drops the entries of a request, and cancels it, if none has a subscriber. */
function cancelUnlessWanted(state: GenerationState, entry: Entry): void {
  const { entries = [entry], controller } = entry.request ?? {};
  if (entries.some(({ subscribers }) => subscribers.size > 0)) return;
  for (const each of entries) fail(state, each, cancelled());
  controller?.abort(cancelled());
}

function notReturned({ plan, scenario }: Question): InsightsError {
  return new InsightsError("missing", `Scenario '${scenario}' of plan '${plan}' was not returned by the service.`);
}
