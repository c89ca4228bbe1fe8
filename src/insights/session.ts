/** The one client of a runtime: its connection, its token and the generation of answers that cells are shown from. */
import type { Plan } from "./answers";
import { checkConnection, type Connection } from "./connection";
import { cancelled, InsightsError } from "./errors";
import { createGeneration, type Answer, type Generation } from "./generation";
import { createHttp, type HttpOptions } from "./http";
import type { Question } from "./key";
import { refreshGeneration, type FillGeneration, type GenerationSlot } from "./refresh";
import { createService, type InsightsService } from "./service";
import { unlessAborted } from "./signals";
import { systemTimers, type Timers } from "./timers";
import type { Access } from "./token";

/** Milliseconds that gather the calls of one recalculation. */
const COLLECTION_TIME = 20;

export interface SessionOptions extends Partial<HttpOptions> {
  fetch: typeof globalThis.fetch;
  /** Runs `flush` when the questions of one recalculation have been asked, whose first call came at `batchStartedAt`. @default after 20 ms */
  scheduleBatch?: (flush: () => void, batchStartedAt: number) => void;
  /** Milliseconds after which an answer is asked for anew. @default () => Infinity */
  maxAge?: () => number;
}

export interface AskOptions {
  /** Gives up waiting. A request is called off when nobody waits for any of its answers. */
  signal?: AbortSignal | undefined;
  /** Answers from memory or not at all: rejects with `unasked`. @default false */
  memoryOnly?: boolean | undefined;
  /** The generation that a refresh is filling. @default the one in use */
  generation?: Generation | undefined;
}

/** What the client is doing. */
export interface Activity {
  /** Questions that have no answer yet. */
  readonly waiting: number;
  /** Requests under way. */
  readonly running: number;
  /** Answers in memory. */
  readonly held: number;
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
  /** The generation in use; undefined where nothing is connected. */
  readonly generation: Generation | undefined;
  /** Forgets all answers, so that what is asked from now on is asked anew. */
  forget(): void;
  /** All plans (§4.3), asked once a generation. Rejects with `forbidden` for a key without plans:read. */
  plans(options?: AskOptions): Promise<readonly Plan[]>;
  /** The answer to one question (§4.4 to §4.6). Questions asked together share requests. */
  ask(question: Question, options?: AskOptions): Promise<Answer>;
  /** As `ask`. The promise is that of all who join, and settles for none of them who leaves. */
  join(question: Question, caller: object): Promise<Answer>;
  /** Ends what this caller has joined. */
  leave(caller: object): void;
  /** The answers in memory for the questions that match, those on their way awaited. */
  cachedAnswers(matches: (question: Question) => boolean, options?: AskOptions): Promise<Answer[]>;
  /**
   * Fills a new generation, which takes the place of the one in use only when all is in; rejects and keeps the old one otherwise.
   * `fill` asks what the new generation is to answer. @default everything asked before
   */
  refresh(signal?: AbortSignal, fill?: FillGeneration): Promise<void>;
  /** What the token may do, got if need be; undefined where nothing is connected. */
  access(): Promise<Access | undefined>;
  readonly activity: Activity;
  readonly traffic: Traffic;
}

/** A connection in use. */
interface Link extends GenerationSlot {
  readonly service: InsightsService;
  /** Aborts when the connection is left. */
  readonly closed: AbortController;
}

interface State {
  link?: Link | undefined;
  /** Sent over connections that have been left. */
  past: Pick<Traffic, "tokens" | "requests">;
}

export function createSession(options: SessionOptions): Session {
  const { timers = systemTimers, maxAge = () => Infinity } = options;
  const { scheduleBatch = scheduleBatchWith(timers) } = options;
  const http = createHttp({ ...options, timers });
  const start = (service: InsightsService) => createGeneration(service, { timers, scheduleBatch, maxAge });
  const state: State = { past: { tokens: 0, requests: 0 } };
  return {
    connect(connection) {
      const closed = new AbortController();
      const service = createService(checkConnection(connection), http, timers, closed.signal);
      disconnect(state);
      state.link = { service, closed, generation: start(service) };
    },
    disconnect: () => disconnect(state),
    get connected() {
      return state.link !== undefined;
    },
    get generation() {
      return state.link?.generation;
    },
    forget: () => void (state.link && (state.link.generation = start(state.link.service))),
    plans: (asking) => plans(state, asking),
    ask: (question, asking) => ask(state, question, asking),
    join: (question, caller) => join(state, question, caller),
    leave: (caller) => state.link?.generation.leave(caller),
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
  };
}

function scheduleBatchWith(timers: Timers): NonNullable<SessionOptions["scheduleBatch"]> {
  return (flush, batchStartedAt) => {
    // If the clock was set back, the batch started in the future.
    const passed = Math.max(0, timers.now() - batchStartedAt);
    timers.after(Math.max(0, COLLECTION_TIME - passed), flush);
  };
}

function activity({ link }: State): Activity {
  return { waiting: 0, held: 0, ...link?.generation.size(), running: link?.service.running ?? 0 };
}

function disconnect(state: State): void {
  const { link } = state;
  if (!link) return;
  state.past = sent(state);
  state.link = undefined;
  const reason = new InsightsError("cancelled", "The connection was changed. Calculate again.");
  for (const generation of [link.generation, link.refreshing?.next]) generation?.close(reason);
  link.closed.abort(reason);
}

function sent({ past, link }: State): State["past"] {
  const { tokens = 0, requests = 0 } = link?.service ?? {};
  return { tokens: past.tokens + tokens, requests: past.requests + requests };
}

function linked({ link }: State): Link {
  if (link) return link;
  throw new InsightsError("disconnected", "Not connected to the planning service. Open the Insights pane and connect.");
}

async function plans(state: State, { signal, memoryOnly, ...asking }: AskOptions = {}): Promise<readonly Plan[]> {
  const { generation = linked(state).generation } = asking;
  if (signal?.aborted) throw cancelled();
  if (!memoryOnly) return unlessAborted(generation.plans(), signal, cancelled);
  const known = generation.peekPlans();
  if (known) return known;
  throw unasked();
}

async function ask(
  state: State,
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
  state: State,
  matches: (question: Question) => boolean,
  { generation = linked(state).generation }: AskOptions = {},
): Promise<Answer[]> {
  return generation.cachedAnswers(matches);
}

/** The promise itself, not one a caller. */
function join(state: State, question: Question, caller: object): Promise<Answer> {
  try {
    checkId(question.scenario);
    return linked(state).generation.join(question, caller);
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** The service takes scenario ids as one text with commas between them (§4.4). */
function checkId(scenario: string): void {
  if (scenario.includes(",")) {
    throw new InsightsError("argument", "A scenario id cannot hold a comma. Name one scenario in each cell.");
  }
}

function unasked(): InsightsError {
  return new InsightsError("unasked", "The value is asked for when the formula is entered.");
}
