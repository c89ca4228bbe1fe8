/** All answers fetched in one refresh, and those asked since. */
import type { Plan, ScenarioResult } from "./answers";
import { cancelled, InsightsError, isInsightsError } from "./errors";
import { questionKey, type Question } from "./key";
import { planRequests, type Request } from "./planner";
import { createMemory, type Memory } from "./memory";
import type { DatedResults, InsightsService } from "./service";
import { unlessAborted } from "./signals";
import type { Timers } from "./timers";

/** What the service said to one question. */
export interface Answer {
  readonly question: Question;
  readonly scenario: ScenarioResult;
  /** ISO 4217, where the service says it. */
  readonly currency: string | undefined;
  /** Milliseconds since the epoch, where the service says when it worked the answer out. */
  readonly generatedAt: number | undefined;
  /** When the service sent it by its own clock, where that can be read; milliseconds since the epoch. */
  readonly sentAt: number | undefined;
  /** By this machine's clock. */
  readonly receivedAt: number;
}

/**
 * Of two answers to one question, that with the later time is the newer: by the service's word, then by its clock. This
 * machine's clock counts only where the service tells neither, since another person's may differ.
 */
export function stampOf({ generatedAt, sentAt, receivedAt }: Answer): number {
  return generatedAt ?? sentAt ?? receivedAt;
}

export interface GenerationOptions {
  timers: Timers;
  /**
   * Runs `flush` when the questions of one recalculation have been asked. Its first call came at `batchStartedAt`, by the timers: one
   * that had to wait for the plans asks its question later.
   */
  scheduleBatch: (flush: () => void, batchStartedAt: number) => void;
  /** Milliseconds after which an answer is asked for anew. */
  maxAge: () => number;
}

export interface Generation {
  /** All plans. A refusal for want of the scope plans:read is an answer too, and kept. */
  plans(): Promise<readonly Plan[]>;
  /** The plans, if they are in memory and not too old. */
  peekPlans(): readonly Plan[] | undefined;
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  /** The answer, if it is in memory. */
  peek(question: Question): Answer | undefined;
  /** The answers in memory for the questions that match, those on their way awaited. */
  cachedAnswers(matches: (question: Question) => boolean): Promise<Answer[]>;
  /** Everything asked and not failed. */
  questions(): Question[];
  /** What is worked out once as long as it lasts. */
  readonly memory: Memory;
  /** How many questions wait for their answer, and how many answers are in memory. */
  size(): { readonly waiting: number; readonly held: number };
  /** Ends all waiting with this reason. */
  close(reason: InsightsError): void;
}

/** One that cells wait for in great numbers. */
export interface JoinableGeneration extends Generation {
  /** As `ask`. The promise is that of all who join, and settles for none of them who leaves. */
  join(question: Question, caller: object): Promise<Answer>;
  /** Ends what this caller has joined. A request is called off when nobody waits for any of its answers. */
  leave(caller: object): void;
}

/** A question that has been asked, and its answer once there is one. */
interface Entry {
  readonly key: string;
  readonly question: Question;
  answer?: Answer;
  request?: SentRequest;
  /** For all that wait. */
  readonly promise: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** Those that asked and still wait. The request is called off when no entry of it has any. */
  readonly callers: Set<object>;
}

/** A request under way, and the questions that it answers. */
interface SentRequest {
  readonly entries: readonly Entry[];
  readonly controller: AbortController;
}

interface PlanList {
  readonly promise: Promise<readonly Plan[]>;
  /** Not known while the list is under way. */
  receivedAt?: number;
  plans?: readonly Plan[];
}

interface State extends GenerationOptions {
  readonly service: InsightsService;
  /** By question key: asked and not failed. */
  readonly entries: Map<string, Entry>;
  /** Collected and not yet sent. */
  collected: Entry[];
  /** What is asked is being collected. */
  isGathering: boolean;
  readonly memory: Memory;
  list?: PlanList | undefined;
  readonly closed: AbortController;
}

export function createGeneration(service: InsightsService, options: GenerationOptions): JoinableGeneration {
  const memory = createMemory();
  const state: State = {
    ...options,
    service,
    memory,
    entries: new Map(),
    collected: [],
    isGathering: false,
    closed: new AbortController(),
  };
  return {
    memory,
    plans: () => plans(state),
    peekPlans: () => (state.list?.plans && isListFresh(state, state.list) ? state.list.plans : undefined),
    ask: (question, signal) => ask(state, question, signal),
    join: (question, caller) => join(state, question, caller).promise,
    leave(caller) {
      for (const entry of [...state.entries.values()]) leave(state, entry, caller);
    },
    peek: (question) => find(state, question)?.answer,
    cachedAnswers: (matches) => cachedAnswers(state, matches),
    questions: () => [...state.entries.values()].map(({ question }) => question),
    size() {
      const held = [...state.entries.values()].filter(({ answer }) => answer).length;
      return { waiting: state.entries.size - held, held };
    },
    close: (reason) => close(state, reason),
  };
}

function plans(state: State): Promise<readonly Plan[]> {
  const { list, service, closed, timers } = state;
  if (list && isListFresh(state, list)) return list.promise;
  const since = timers.now();
  const next: PlanList = { promise: unlessAborted(service.plans(closed.signal), closed.signal) };
  state.list = next;
  next.promise.then(
    (received) => {
      Object.assign(next, { plans: received, receivedAt: timers.now() });
      gather(state, since);
    },
    (error: unknown) => {
      if (!isInsightsError(error, "forbidden")) return void (state.list = undefined);
      next.receivedAt = timers.now();
      gather(state, since);
    },
  );
  return next.promise;
}

/** Collects what is asked, until the recalculation has ended whose first call came at `since`. */
function gather(state: State, since: number): void {
  if (state.isGathering) return;
  state.isGathering = true;
  state.scheduleBatch(() => {
    state.isGathering = false;
    void flush(state);
  }, since);
}

/** Waits for the end of the recalculation first, so that what its other calls ask counts as on its way. */
async function cachedAnswers(state: State, matches: (question: Question) => boolean): Promise<Answer[]> {
  await new Promise<void>((resolve) => state.scheduleBatch(resolve, state.timers.now()));
  const found = [...state.entries.values()].filter(({ question }) => matches(question));
  // They want to know how it ended, but would not ask for it.
  const outcomes = await Promise.allSettled(found.map(({ promise }) => promise));
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

function close(state: State, reason: InsightsError): void {
  state.closed.abort(reason);
  for (const entry of [...state.entries.values()].filter(({ answer }) => !answer)) {
    fail(state, entry, reason);
    entry.request?.controller.abort(reason);
  }
}

function isFresh({ timers, maxAge }: State, since: number): boolean {
  const limit = maxAge();
  // What a clock that has been set back since says to be still to come may be of any age.
  return limit === Infinity || Math.abs(timers.now() - since) < limit;
}

function isListFresh(state: State, { receivedAt }: PlanList): boolean {
  return receivedAt === undefined || isFresh(state, receivedAt);
}

function find(state: State, question: Question, key = questionKey(question)): Entry | undefined {
  const entry = state.entries.get(key);
  return entry?.answer && !isFresh(state, entry.answer.receivedAt) ? undefined : entry;
}

function join(state: State, question: Question, caller: object): Entry {
  const key = questionKey(question);
  const entry = find(state, question, key) ?? open(state, question, key);
  if (!entry.answer) entry.callers.add(caller);
  return entry;
}

function open(state: State, question: Question, key: string): Entry {
  let [resolve, reject]: [Entry["resolve"], Entry["reject"]] = [() => {}, () => {}];
  const promise = new Promise<Answer>((...ends) => ([resolve, reject] = ends));
  // All may have left.
  promise.catch(() => {});
  const entry: Entry = { key, question, promise, resolve, reject, callers: new Set() };
  state.entries.set(key, entry);
  state.collected.push(entry);
  gather(state, state.timers.now());
  return entry;
}

/**
 * From many cells to the fewest requests.
 *
 * Excel calls our functions one by one, but all those that it recalculates together do so within a moment. The first
 * question of such a moment schedules a flush with `scheduleBatch`, which is handed in: the add-in waits some milliseconds, the
 * command line until the event loop turns, and a test flushes by hand. Until then questions only gather in `collected`,
 * and an equal question finds the entry of the first and waits with it. Calls that want the plans first, to turn names into
 * ids, began the moment as well: it has passed by and large while token and plans were under way.
 *
 * The flush first asks for the plans, once a generation and whatever the questions are. Their list tells under which root
 * the service answers, so that not every request has to try both, and all functions need it to turn names into ids. A key
 * that may not list plans is no obstacle; any other failure fails everything collected, since it would fail as well.
 *
 * Then `planRequests` puts questions that differ in their scenario alone together, three to a request, which is the least
 * that the API allows. Requests are independent: each settles the entries that it carries when it comes back.
 *
 * Callers may leave at any time, as Excel cancels calls of cells that change. An entry that all have left before it was
 * sent is dropped, which is why the flush filters twice: what was dropped while it waited for the plans is not sent. A
 * request under way is called off only when nobody waits for any of its entries; what a request brings for an entry that
 * has been left is kept.
 *
 * The service refuses a request as a whole, even if only one of its scenarios is wrong. Such a request is split, and each
 * scenario asked alone, once, so that one bad cell does not fail the two beside it.
 *
 * An answer stays in `entries` until the next generation takes over, or it gets too old. A failure is never kept: the
 * entry is dropped before its callers are told, so that the next calculation asks again.
 */
async function flush(state: State): Promise<void> {
  const isWanted = (entry: Entry) => state.entries.get(entry.key) === entry;
  const collected = state.collected.filter(isWanted);
  state.collected = [];
  if (collected.length === 0) return;
  try {
    await plans(state);
  } catch (error) {
    if (!isInsightsError(error, "forbidden")) return collected.forEach((entry) => fail(state, entry, error));
  }
  const wanted = new Map(collected.filter(isWanted).map((entry) => [entry.key, entry]));
  for (const request of planRequests([...wanted.values()].map(({ question }) => question))) {
    const keys = request.scenarios.map((scenario) => questionKey({ ...request, scenario }));
    void send(
      state,
      request,
      keys.flatMap((key) => wanted.get(key) ?? []),
    );
  }
}

async function send(state: State, request: Request, entries: readonly Entry[]): Promise<void> {
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

function deliver(state: State, entry: Entry, { scenarios, currency, generatedAt, sentAt }: DatedResults): void {
  const scenario = scenarios.find(({ id }) => id === entry.question.scenario);
  if (!scenario) return fail(state, entry, notReturned(entry.question));
  const receivedAt = state.timers.now();
  const answer = { question: entry.question, scenario, currency, generatedAt, sentAt, receivedAt };
  entry.answer = answer;
  entry.callers.clear();
  entry.resolve(answer);
}

function fail({ entries }: State, entry: Entry, reason: unknown): void {
  if (entries.get(entry.key) === entry) entries.delete(entry.key);
  entry.callers.clear();
  entry.reject(reason);
}

/** Settles with the entry, or as cancelled when the signal aborts before. */
function ask(state: State, question: Question, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal?.aborted) return Promise.reject(cancelled());
  const caller = {};
  const entry = join(state, question, caller);
  if (!signal || entry.answer) return entry.promise;
  return new Promise((resolve, reject) => {
    const stop = () => {
      // Once it has ended, nobody leaves any more.
      if (!entry.callers.has(caller)) return;
      leave(state, entry, caller);
      reject(cancelled());
    };
    signal.addEventListener("abort", stop, { once: true });
    void entry.promise.then(resolve, reject).then(() => {
      if (!signal.aborted) signal.removeEventListener("abort", stop);
    });
  });
}

function leave(state: State, entry: Entry, caller: object): void {
  if (entry.callers.delete(caller)) dropUnlessWanted(state, entry);
}

/** Drops an entry that all its callers have left, and calls off its request when nobody waits for that any more. */
function dropUnlessWanted(state: State, entry: Entry): void {
  const { entries = [entry], controller } = entry.request ?? {};
  if (entries.some(({ callers }) => callers.size > 0)) return;
  for (const left of entries) fail(state, left, cancelled());
  controller?.abort(cancelled());
}

function notReturned({ plan, scenario }: Question): InsightsError {
  return new InsightsError("missing", `Scenario '${scenario}' of plan '${plan}' was not returned by the service.`);
}
