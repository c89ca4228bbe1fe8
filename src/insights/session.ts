/** The one client of a runtime: connection, token and the current generation of answers. */
import type { Plan } from "./answers";
import { checkConnection, serviceOf, type Connection } from "./connection";
import { cancelled, InsightsError } from "./errors";
import { createServiceGeneration } from "./batches";
import type { Answer, Generation, OpenGeneration } from "./generation";
import { createHttp, type HttpOptions } from "./http";
import type { Question } from "./key";
import { refreshGeneration, type FillGeneration, type GenerationSlot } from "./refreshGeneration";
import { createService, type InsightsService } from "./service";
import { unlessAborted } from "./signals";
import { systemTimers, type Timers } from "./timers";
import type { Access } from "./token";

/** Milliseconds in which Excel makes the calls of one recalculation. */
const BATCH_TIME = 20;

export interface SessionOptions extends Partial<HttpOptions> {
  fetch: typeof globalThis.fetch;
  /**
   * Schedules the requests of one recalculation: calls `flush` once its questions have been asked. `batchStartedAt` is the time
   * of its first call, by the timers. A call that first waited for the plans asks its question later. @default after 20 ms
   */
  scheduleBatch?: (flush: () => void, batchStartedAt: number) => void;
}

export interface AskOptions {
  /** Stops waiting. A request is cancelled when no caller waits for any of its answers. */
  signal?: AbortSignal | undefined;
  /** Sends no request: rejects with `unasked` if the answer is not in memory. @default false */
  memoryOnly?: boolean | undefined;
  /** The generation to ask, such as one that a refresh is filling. @default the current one */
  generation?: Generation | undefined;
}

/** Counts of the client's work in progress. */
export interface Activity {
  /** Questions without an answer. */
  readonly waiting: number;
  /** Pending requests. */
  readonly running: number;
  /** Answers in memory. */
  readonly held: number;
}

/** Counts of what the session has sent. */
export interface Traffic {
  /** Token requests. */
  readonly tokens: number;
  /** Requests to the Insights endpoints, including the list of plans. */
  readonly requests: number;
  /** Retries after a failure. */
  readonly retries: number;
}

export interface Session {
  /** Replaces the connection, without sending anything. Throws `address` or `argument`. */
  connect(connection: Connection): void;
  /** Forgets the connection, its token and all answers. */
  disconnect(): void;
  readonly connected: boolean;
  /** `serviceOf` the connection's `appUrl`; undefined if disconnected. */
  readonly address: string | undefined;
  /** The current generation; undefined if disconnected. */
  readonly generation: Generation | undefined;
  /**
   * Returns an empty generation for a look at the service: its answers reach only calls that name it. What is asked in one batch
   * takes the fewest requests, and nothing else is sent. Throws `disconnected`.
   * @param plans The plans that are known.
   */
  look(plans: readonly Plan[]): Generation;
  /** Forgets all answers, so later questions go to the service. */
  forget(): void;
  /** All plans (§4.3), fetched once in each generation. Rejects with `forbidden` for a key without plans:read. */
  plans(options?: AskOptions): Promise<readonly Plan[]>;
  /** The answer to one question (§4.4 to §4.6). Questions of one batch share requests. */
  ask(question: Question, options?: AskOptions): Promise<Answer>;
  /** The answers to matching questions. Waits for pending requests, but never starts one. */
  cachedAnswers(matches: (question: Question) => boolean, options?: AskOptions): Promise<Answer[]>;
  /**
   * Fills a new generation, and replaces the current one when every answer has come; otherwise rejects and keeps the current one.
   * `fill` asks the questions of the new generation. @default all questions of the current one
   */
  refresh(signal?: AbortSignal, fill?: FillGeneration): Promise<void>;
  /** The scopes of the token, which is fetched if necessary; undefined if disconnected. */
  access(): Promise<Access | undefined>;
  readonly activity: Activity;
  readonly traffic: Traffic;
  /** Requests over this connection that the service has answered, even with a refusal. */
  readonly answered: number;
}

/** The current connection. */
interface Link extends GenerationSlot {
  readonly service: InsightsService;
  /** `serviceOf` the `appUrl`. */
  readonly address: string;
  /** Aborts when the connection is replaced. */
  readonly closed: AbortController;
  /** Looks that may wait for answers. */
  readonly looks: Set<OpenGeneration>;
}

interface SessionState {
  link?: Link | undefined;
  /** Counts of former connections. */
  past: Pick<Traffic, "tokens" | "requests">;
}

export function createSession(options: SessionOptions): Session {
  const { timers = systemTimers } = options;
  const { scheduleBatch = scheduleBatchWith(timers) } = options;
  const http = createHttp({ ...options, timers });
  const start = (service: InsightsService, plans?: readonly Plan[]) =>
    createServiceGeneration(service, { timers, scheduleBatch, ...(plans && { plans }) });
  const state: SessionState = { past: { tokens: 0, requests: 0 } };
  return {
    connect(connection) {
      const closed = new AbortController();
      const checked = checkConnection(connection);
      const service = createService(checked, http, timers, closed.signal);
      disconnect(state);
      state.link = {
        service,
        address: serviceOf(checked.appUrl),
        closed,
        looks: new Set(),
        generation: start(service),
      };
    },
    disconnect: () => disconnect(state),
    get connected() {
      return state.link !== undefined;
    },
    get address() {
      return state.link?.address;
    },
    get generation() {
      return state.link?.generation;
    },
    look: (plans) => look(linked(state), (service) => start(service, plans)),
    forget: () => void (state.link && (state.link.generation = start(state.link.service))),
    plans: (asking) => plans(state, asking),
    ask: (question, asking) => ask(state, question, asking),
    cachedAnswers: (matches, asking) => cachedAnswers(state, matches, asking),
    refresh: async (signal, fill) => {
      const link = linked(state);
      return refreshGeneration(link, () => start(link.service), signal, fill);
    },
    access: async () => state.link?.service.access(),
    get activity() {
      return activity(state);
    },
    get traffic() {
      return { ...sent(state), retries: http.retries };
    },
    get answered() {
      return state.link?.service.answered ?? 0;
    },
  };
}

function look({ service, looks }: Link, start: (service: InsightsService) => OpenGeneration): Generation {
  const generation = start(service);
  // One that has its answers has nothing to end, and is its caller's alone.
  for (const each of looks) if (each.size().waiting === 0) looks.delete(each);
  looks.add(generation);
  return generation;
}

function scheduleBatchWith(timers: Timers): NonNullable<SessionOptions["scheduleBatch"]> {
  return (flush, batchStartedAt) => {
    // If the clock was set back, the batch started in the future.
    const passed = Math.max(0, timers.now() - batchStartedAt);
    timers.after(Math.max(0, BATCH_TIME - passed), flush);
  };
}

function activity({ link }: SessionState): Activity {
  return { waiting: 0, held: 0, ...link?.generation.size(), running: link?.service.running ?? 0 };
}

function disconnect(state: SessionState): void {
  const { link } = state;
  if (!link) return;
  state.past = sent(state);
  state.link = undefined;
  const reason = new InsightsError("cancelled", "The connection was changed. Calculate again.");
  for (const generation of [link.generation, link.refreshing?.next, ...link.looks]) generation?.close(reason);
  link.closed.abort(reason);
}

function sent({ past, link }: SessionState): SessionState["past"] {
  const { tokens = 0, requests = 0 } = link?.service ?? {};
  return { tokens: past.tokens + tokens, requests: past.requests + requests };
}

function linked({ link }: SessionState): Link {
  if (link) return link;
  throw new InsightsError("disconnected", "Not connected to the planning service. Connect in the Insights pane.");
}

async function plans(
  state: SessionState,
  { signal, memoryOnly, ...asking }: AskOptions = {},
): Promise<readonly Plan[]> {
  const { generation = linked(state).generation } = asking;
  if (signal?.aborted) throw cancelled();
  if (!memoryOnly) return unlessAborted(generation.plans(), signal, cancelled);
  const known = generation.peekPlans();
  if (known) return known;
  throw unasked();
}

async function ask(
  state: SessionState,
  question: Question,
  { signal, memoryOnly, ...asking }: AskOptions = {},
): Promise<Answer> {
  checkId(question.scenario);
  const { generation = linked(state).generation } = asking;
  const answer = memoryOnly ? generation.peek(question) : await generation.ask(question, signal);
  if (!answer) throw unasked();
  return answer;
}

async function cachedAnswers(
  state: SessionState,
  matches: (question: Question) => boolean,
  { generation = linked(state).generation }: AskOptions = {},
): Promise<Answer[]> {
  return generation.cachedAnswers(matches);
}

/** The service takes scenario ids as one text, separated by commas (§4.4). */
function checkId(scenario: string): void {
  if (scenario.includes(",")) {
    throw new InsightsError("argument", "A scenario id cannot contain a comma. Name one scenario in each cell.");
  }
}

function unasked(): InsightsError {
  return new InsightsError("unasked", "The value appears when you enter the formula.");
}
