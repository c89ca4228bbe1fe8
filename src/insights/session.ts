/** The one client of a runtime: its connection, its token and the generation of answers that cells are shown from. */
import type { Plan } from "./answers";
import { checkConnection, type Connection } from "./connection";
import { InsightsError, isInsightsError } from "./errors";
import { createGeneration, type Answer, type Generation } from "./generation";
import { createHttp, type HttpOptions } from "./http";
import type { Question } from "./key";
import { createService, type Service } from "./service";
import { systemTimers } from "./timers";

export interface SessionOptions extends Partial<HttpOptions> {
  fetch: typeof globalThis.fetch;
  /** Runs `flush` when the questions of one recalculation have been asked. @default after 20 ms */
  collect?: (flush: () => void) => void;
  /** Milliseconds after which an answer is asked for anew. @default () => Infinity */
  maxAge?: () => number;
}

export interface AskOptions {
  /** Gives up waiting. A request is called off when nobody waits for any of its answers. */
  signal?: AbortSignal | undefined;
  /** Answers from memory or not at all: rejects with `unasked`. @default false */
  memoryOnly?: boolean | undefined;
}

/** How much has been sent since the session was made. */
export interface Traffic {
  /** Token requests. */
  readonly tokens: number;
  /** Requests to the Insights endpoints, the list of plans included. */
  readonly requests: number;
  /** Attempts made again after a failure. */
  readonly retries: number;
}

export interface Session {
  /** Starts anew with this connection; nothing is sent yet. Throws `address` or `argument`. */
  connect(connection: Connection): void;
  /** Forgets the connection, its token and all answers. */
  disconnect(): void;
  readonly connected: boolean;
  /** All plans (§4.3), asked once a generation. Rejects with `forbidden` for a key without plans:read. */
  plans(options?: AskOptions): Promise<readonly Plan[]>;
  /** The answer to one question (§4.4 to §4.6). Questions asked together share requests. */
  ask(question: Question, options?: AskOptions): Promise<Answer>;
  /** The answers held for the questions that match, those on their way awaited. */
  held(matches: (question: Question) => boolean): Promise<Answer[]>;
  /** Asks everything anew, and lets go of the old answers only when all is in; rejects and keeps them otherwise. */
  refresh(signal?: AbortSignal): Promise<void>;
  readonly traffic: Traffic;
}

/** A connection in use. */
interface Link {
  readonly service: Service;
  generation: Generation;
  refreshing?: Promise<void> | undefined;
}

interface State {
  readonly start: (service: Service) => Generation;
  link?: Link | undefined;
  /** Sent over connections that have been left. */
  past: Pick<Traffic, "tokens" | "requests">;
}

export function createSession(options: SessionOptions): Session {
  const { timers = systemTimers, maxAge = () => Infinity } = options;
  const { collect = (flush: () => void) => void timers.after(20, flush) } = options;
  const http = createHttp({ ...options, timers });
  const start = (service: Service) => createGeneration(service, { timers, collect, maxAge });
  const state: State = { start, past: { tokens: 0, requests: 0 } };
  return {
    connect(connection) {
      const service = createService(checkConnection(connection), http, timers);
      disconnect(state);
      state.link = { service, generation: start(service) };
    },
    disconnect: () => disconnect(state),
    get connected() {
      return state.link !== undefined;
    },
    plans: (asking) => plans(state, asking),
    ask: (question, asking) => ask(state, question, asking),
    held: async (matches) => linked(state).generation.held(matches),
    refresh: (signal) => refresh(state, signal),
    get traffic() {
      return { ...sent(state), retries: http.retries };
    },
  };
}

function disconnect(state: State): void {
  state.past = sent(state);
  state.link?.generation.close(new InsightsError("cancelled", "The connection was changed. Calculate again."));
  state.link = undefined;
}

function sent({ past, link }: State): State["past"] {
  const { tokens = 0, requests = 0 } = link?.service ?? {};
  return { tokens: past.tokens + tokens, requests: past.requests + requests };
}

function linked({ link }: State): Link {
  if (link) return link;
  throw new InsightsError("disconnected", "Not connected to the planning service. Open the Insights pane and connect.");
}

async function plans(state: State, { signal, memoryOnly }: AskOptions = {}): Promise<readonly Plan[]> {
  const { generation } = linked(state);
  if (!memoryOnly) return unlessAborted(generation.plans(), signal);
  if (generation.knownPlans) return generation.knownPlans;
  throw unasked();
}

async function ask(state: State, question: Question, { signal, memoryOnly }: AskOptions = {}): Promise<Answer> {
  checkId(question.scenario);
  const { generation } = linked(state);
  if (!memoryOnly) return generation.ask(question, signal);
  const answer = generation.known(question);
  if (answer) return answer;
  throw unasked();
}

async function refresh(state: State, signal: AbortSignal | undefined): Promise<void> {
  const link = linked(state);
  link.refreshing ??= renew(link, state.start(link.service)).finally(() => {
    link.refreshing = undefined;
  });
  return unlessAborted(link.refreshing, signal);
}

/**
 * Replaces the link's generation by `next` once that has an answer to everything asked, also to what is asked meanwhile.
 * What the service says does not exist is left to the cells that ask for it; a failure of the service keeps the old answers.
 */
async function renew(link: Link, next: Generation): Promise<void> {
  await next.plans().catch((error: unknown) => {
    if (!isInsightsError(error, "forbidden")) throw error;
  });
  const tried = new Set<Question>();
  const untried = () => link.generation.questions().filter((question) => !tried.has(question));
  for (let questions = untried(); questions.length > 0; questions = untried()) {
    const outcomes = await Promise.allSettled(questions.map((question) => next.ask(question)));
    for (const question of questions) tried.add(question);
    for (const outcome of outcomes) {
      if (
        outcome.status === "rejected" &&
        !isInsightsError(outcome.reason, "unknown", "missing", "unoffered", "refused")
      ) {
        throw outcome.reason;
      }
    }
  }
  link.generation = next;
}

/** The service takes scenario ids as one text with commas between them (§4.4). */
function checkId(scenario: string): void {
  if (scenario.includes(",")) {
    throw new InsightsError("argument", "A scenario id cannot hold a comma. Name one scenario in each cell.");
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new InsightsError("cancelled", "The calculation was cancelled."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function unasked(): InsightsError {
  return new InsightsError("unasked", "The value is asked for when the formula is entered.");
}
