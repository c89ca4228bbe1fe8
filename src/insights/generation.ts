/**
 * All answers fetched in one refresh, and those asked since. Questions are collected and sent together, equal ones once;
 * every caller settles; failures are not kept, so that the next calculation tries again.
 */
import type { Plan, Results, ScenarioResult } from "./answers";
import { cancelled, InsightsError, isInsightsError } from "./errors";
import { questionKey, type Question } from "./key";
import { planRequests, type Request } from "./planner";
import type { Service } from "./service";
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
  readonly receivedAt: number;
}

export interface GenerationOptions {
  timers: Timers;
  /** Runs `flush` when the questions of one recalculation have been asked. */
  collect: (flush: () => void) => void;
  /** Milliseconds after which an answer is asked for anew. */
  maxAge: () => number;
}

export interface Generation {
  /** All plans. A refusal for want of the scope plans:read is an answer too, and kept. */
  plans(): Promise<readonly Plan[]>;
  /** The plans, if they are known already. */
  readonly knownPlans: readonly Plan[] | undefined;
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  /** The answer, if it is held. */
  known(question: Question): Answer | undefined;
  /** Answers held for the questions that match, those on their way awaited. */
  held(matches: (question: Question) => boolean): Promise<Answer[]>;
  /** Everything asked and not failed. */
  questions(): Question[];
  /** How many questions wait for their answer, and how many answers are held. */
  readonly size: { readonly waiting: number; readonly held: number };
  /** Ends all waiting with this reason. */
  close(reason: InsightsError): void;
}

interface Entry {
  readonly question: Question;
  readonly promise: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  answer?: Answer;
  flight?: Flight;
  /** Calls that wait for the answer; Excel may cancel a call before or after it makes the next. */
  callers: number;
}

/** A request under way, and the questions that it answers. */
interface Flight {
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
  readonly service: Service;
  /** By question key. */
  readonly entries: Map<string, Entry>;
  /** Collected and not yet sent. */
  waiting: Entry[];
  list?: PlanList | undefined;
  readonly closed: AbortController;
}

export function createGeneration(service: Service, options: GenerationOptions): Generation {
  const state: State = { ...options, service, entries: new Map(), waiting: [], closed: new AbortController() };
  return {
    plans: () => plans(state),
    get knownPlans() {
      return state.list?.plans;
    },
    async ask(question, signal) {
      if (signal?.aborted) throw cancelled();
      return join(state, find(state, question) ?? open(state, question), signal);
    },
    known: (question) => find(state, question)?.answer,
    held: (matches) => held(state, matches),
    questions: () => [...state.entries.values()].map(({ question }) => question),
    get size() {
      const held = [...state.entries.values()].filter(({ answer }) => answer).length;
      return { waiting: state.entries.size - held, held };
    },
    close: (reason) => close(state, reason),
  };
}

function plans(state: State): Promise<readonly Plan[]> {
  const { list, service, closed, timers } = state;
  if (list && (list.receivedAt === undefined || isFresh(state, list.receivedAt))) return list.promise;
  const next: PlanList = { promise: unlessAborted(service.plans(closed.signal), closed.signal) };
  state.list = next;
  next.promise.then(
    (known) => Object.assign(next, { plans: known, receivedAt: timers.now() }),
    (error: unknown) => {
      if (isInsightsError(error, "forbidden")) next.receivedAt = timers.now();
      else state.list = undefined;
    },
  );
  return next.promise;
}

async function held(state: State, matches: (question: Question) => boolean): Promise<Answer[]> {
  await new Promise<void>((resolve) => state.collect(resolve));
  const found = [...state.entries.values()].filter(({ question }) => matches(question));
  const outcomes = await Promise.allSettled(found.map(({ promise }) => promise));
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

function close(state: State, reason: InsightsError): void {
  state.closed.abort(reason);
  for (const entry of [...state.entries.values()].filter(({ answer }) => !answer)) {
    fail(state, entry, reason);
    entry.flight?.controller.abort(reason);
  }
}

function isFresh({ timers, maxAge }: State, since: number): boolean {
  return timers.now() - since < maxAge();
}

function find(state: State, question: Question): Entry | undefined {
  const entry = state.entries.get(questionKey(question));
  return entry?.answer && !isFresh(state, entry.answer.receivedAt) ? undefined : entry;
}

function open(state: State, question: Question): Entry {
  const entry = createEntry(question);
  state.entries.set(questionKey(question), entry);
  state.waiting.push(entry);
  if (state.waiting.length === 1) state.collect(() => void flush(state));
  return entry;
}

/** Sends what has been collected. The plans come first: they tell under which root the service answers. */
async function flush(state: State): Promise<void> {
  const isWanted = (entry: Entry) => state.entries.get(questionKey(entry.question)) === entry;
  const collected = state.waiting.filter(isWanted);
  state.waiting = [];
  if (collected.length === 0) return;
  try {
    await plans(state);
  } catch (error) {
    if (!isInsightsError(error, "forbidden")) return collected.forEach((entry) => fail(state, entry, error));
  }
  const wanted = new Map(collected.filter(isWanted).map((entry) => [questionKey(entry.question), entry]));
  for (const request of planRequests([...wanted.values()].map(({ question }) => question))) {
    const keys = request.scenarios.map((scenario) => questionKey({ ...request, scenario }));
    void fly(
      state,
      request,
      keys.flatMap((key) => wanted.get(key) ?? []),
    );
  }
}

async function fly(state: State, request: Request, entries: readonly Entry[]): Promise<void> {
  const flight: Flight = { entries, controller: new AbortController() };
  for (const entry of entries) entry.flight = flight;
  try {
    const results = await state.service.results(request, flight.controller.signal);
    for (const entry of entries) deliver(state, entry, results);
  } catch (error) {
    // One scenario that the service does not know must not fail the others that share the request.
    if (entries.length > 1 && isInsightsError(error, "refused", "unknown")) {
      for (const entry of entries) void fly(state, { ...request, scenarios: [entry.question.scenario] }, [entry]);
    } else entries.forEach((entry) => fail(state, entry, error));
  }
}

function deliver(state: State, entry: Entry, { scenarios, currency, generatedAt }: Results): void {
  const scenario = scenarios.find(({ id }) => id === entry.question.scenario);
  if (!scenario) return fail(state, entry, notReturned(entry.question));
  entry.answer = { question: entry.question, scenario, currency, generatedAt, receivedAt: state.timers.now() };
  entry.resolve(entry.answer);
}

function fail({ entries }: State, entry: Entry, reason: unknown): void {
  const key = questionKey(entry.question);
  if (entries.get(key) === entry) entries.delete(key);
  entry.reject(reason);
}

function join(state: State, entry: Entry, signal: AbortSignal | undefined): Promise<Answer> {
  entry.callers += 1;
  return unlessAborted(entry.promise, signal, () => {
    leave(state, entry);
    return cancelled();
  });
}

function leave(state: State, entry: Entry): void {
  entry.callers -= 1;
  if (entry.callers > 0 || entry.answer) return;
  const { flight } = entry;
  if (!flight) return fail(state, entry, cancelled());
  if (flight.entries.some(({ callers }) => callers > 0)) return;
  for (const other of flight.entries) fail(state, other, cancelled());
  flight.controller.abort(cancelled());
}

function createEntry(question: Question): Entry {
  let settle!: Pick<Entry, "resolve" | "reject">;
  const promise = new Promise<Answer>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever waits hears of a failure; that everybody has left must not count as unhandled.
  promise.catch(() => {});
  return { question, promise, ...settle, callers: 0 };
}

function notReturned({ plan, scenario }: Question): InsightsError {
  return new InsightsError("missing", `Scenario '${scenario}' of plan '${plan}' was not returned by the service.`);
}
