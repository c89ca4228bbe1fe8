/**
 * The Insights endpoints of one connection: authorizes requests, finds the root, decodes answers and compares them with the
 * question. The first request finds the root; later ones wait for it.
 * @see API specification §4 and §5
 */
import type { Plan, Results } from "./answers";
import { insightsRoots, type Connection } from "./connection";
import { ENDPOINTS } from "./endpoints";
import { InsightsError, isInsightsError } from "./errors";
import { fieldsOf } from "./fields";
import { TOTAL_LIMIT, type Http, type HttpRequest, type ReceivedBody } from "./http";
import { plansWithoutSecrets, resultsWithoutSecrets } from "./namesWithoutSecrets";
import type { Request } from "./planner";
import type { Timers } from "./timers";
import { createTokenSource, type Access, type TokenSource } from "./token";

export interface InsightsService {
  /** Lists the plans (§4.3). */
  plans(signal: AbortSignal): Promise<readonly Plan[]>;
  /** Sends one request (§4.4 to §4.6). */
  results(request: Request, signal: AbortSignal): Promise<DatedResults>;
  /** Counts of token requests, and of requests to the Insights endpoints. */
  readonly tokens: number;
  readonly requests: number;
  /** Pending requests to the Insights endpoints. */
  readonly running: number;
  /** How many requests had an answer, even a refusal. */
  readonly answered: number;
  /** The scopes of the token. */
  access(): Promise<Access>;
}

/** Results, and when the service sent them by its own clock, if readable. */
export interface DatedResults extends Results {
  readonly sentAt: number | undefined;
}

interface ServiceState {
  readonly http: Http;
  readonly tokens: TokenSource;
  readonly roots: readonly string[];
  /** The root that answered in the API's own shape. */
  root?: string;
  /** Settles when the first request has tried the roots. */
  search?: Promise<unknown>;
  requests: number;
  running: number;
  answered: number;
  /** The requests that wait now. */
  line: Line;
}

/** Requests that wait for their turn, and why they need not be sent any more. */
interface Line {
  failure?: InsightsError;
}

/** @param closed Aborts when the connection is replaced. */
export function createService(
  connection: Connection,
  http: Http,
  timers: Timers,
  closed: AbortSignal,
): InsightsService {
  const tokens = createTokenSource(connection, http, timers, closed);
  const state: ServiceState = {
    http,
    tokens,
    roots: insightsRoots(connection),
    requests: 0,
    running: 0,
    answered: 0,
    line: {},
  };
  return {
    plans: (signal) =>
      http.secrets.guard(
        plans(state, signal).then((found) => plansWithoutSecrets(found, (name) => http.secrets.hideInName(name))),
      ),
    results: (request, signal) =>
      http.secrets.guard(
        results(state, request, signal).then((found) =>
          resultsWithoutSecrets(found, (name) => http.secrets.hideInName(name)),
        ),
      ),
    get tokens() {
      return tokens.requests;
    },
    get requests() {
      return state.requests;
    },
    get running() {
      return state.running;
    },
    get answered() {
      return state.answered;
    },
    access: () => http.secrets.guard(tokens.access()),
  };
}

async function plans(state: ServiceState, signal: AbortSignal): Promise<readonly Plan[]> {
  const { path, decoder } = ENDPOINTS.plans;
  const decode = async (body: unknown) => (await decoder())(body, path);
  return underRoot(state, (root) => get(state, `${root}${path}`, decode, signal)).catch((error: unknown) => {
    throw isInsightsError(error, "unknown") ? noService(state.roots) : error;
  });
}

async function results(state: ServiceState, request: Request, signal: AbortSignal): Promise<DatedResults> {
  const { path, decoder } = ENDPOINTS[request.endpoint];
  const asked = askedRows(request);
  const decode = async (body: unknown, { sentAt, signal: stop }: ReceivedBody) => {
    const decodeBody = await decoder();
    return { ...(await decodeBody(body, path, asked, stop)), sentAt };
  };
  const results = await underRoot(state, (root) =>
    get(state, `${root}${path}?${query(request)}`, decode, signal),
  ).catch((error: unknown) => {
    throw explain(error, request);
  });
  return checkEcho(results, request, path);
}

function askedRows({ endpoint, parameters }: Request) {
  const { groupings, hasGroups } = ENDPOINTS[endpoint];
  return {
    ...parameters,
    hasGroups,
    // The first is the service's default (§4.4).
    grouping: parameters.groupBy ?? groupings[0],
    fields: fieldsOf(endpoint),
  };
}

/** Runs `ask` with the API's root. While the root is unknown, the first request tries all roots and others wait for it once. */
async function underRoot<T>(state: ServiceState, ask: (root: string) => Promise<T>): Promise<T> {
  if (!state.root && state.search) await state.search.catch(() => {});
  if (state.root) return ask(state.root);
  const search = tryRoots(state, ask);
  state.search ??= search;
  return search.finally(() => {
    if (state.search === search) delete state.search;
  });
}

/** Tries each root in turn. Keeps the first that answers in the API's own shape, even with a refusal. */
async function tryRoots<T>(state: ServiceState, ask: (root: string) => Promise<T>): Promise<T> {
  // Report a failure of the token itself, not of two roots.
  await state.tokens.get();
  const failures: unknown[] = [];
  for (const root of state.roots) {
    try {
      const answer = await ask(root);
      state.root = root;
      return answer;
    } catch (error) {
      if (isRefusalOfTheApi(error)) {
        state.root = root;
        throw error;
      }
      failures.push(error);
    }
  }
  throw failures.every((each) => isInsightsError(each, "timeout")) ? noAnswer(state.roots) : mostInformative(failures);
}

/**
 * Returns the failure to report. An error body of the API comes before any other answer; a 404, which tells only that nothing is
 * there, comes last.
 */
function mostInformative(failures: readonly unknown[]): unknown {
  const rank = (error: unknown) =>
    (isInsightsError(error, "unknown") ? 2 : 0) + (isInsightsError(error) && error.said !== undefined ? 0 : 1);
  return [...failures].sort((one, other) => rank(one) - rank(other))[0];
}

/** One root's own message would tell a part of the time that all have taken. */
function noAnswer(roots: readonly string[]): InsightsError {
  return new InsightsError(
    "timeout",
    `${roots.join(" and ")} gave no usable answer, each within ${TOTAL_LIMIT / 1000} seconds. Try again in a while.`,
  );
}

function noService(roots: readonly string[]): InsightsError {
  return new InsightsError(
    "address",
    `There is no Insights service at ${roots.join(" or ")}. Check the service address.`,
    { status: 404 },
  );
}

/**
 * Sends with the token. Replaces a token that the service refuses, and sends once more (§3). Takes the token when the request's turn
 * comes, so none expires in the queue.
 *
 * A service that never answers, or refuses a fresh token, does so to all: if none was answered since this one was sent, those that
 * wait fail with it. What is asked later waits in a new line.
 */
function get<T>(state: ServiceState, url: string, decode: HttpRequest<T>["decode"], signal: AbortSignal): Promise<T> {
  const send = async (token: string) => {
    signal.throwIfAborted();
    state.requests += 1;
    state.running += 1;
    const headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    const sent = state.http.send({ url, init: { method: "GET", headers }, decode, signal });
    return sent.finally(() => (state.running -= 1));
  };
  const { line } = state;
  return state.http.enqueue(async () => {
    if (line.failure) throw line.failure;
    const { answered } = state;
    try {
      const token = await state.tokens.get();
      const answer = await send(token).catch(async (error: unknown) => {
        if (!isInsightsError(error, "unauthorized")) throw error;
        state.tokens.discard(token);
        return send(await state.tokens.get());
      });
      state.answered += 1;
      return answer;
    } catch (error) {
      if (isInsightsError(error, "timeout", "unauthorized") && state.answered === answered) {
        line.failure = error;
        state.line = {};
      } else if (isInsightsError(error) && error.status) state.answered += 1;
      throw error;
    }
  });
}

/** True for a refusal by the API itself. A 404 can mean the other root, and a 5xx can come from a proxy. */
function isRefusalOfTheApi(error: unknown): boolean {
  return isInsightsError(error, "unauthorized", "forbidden", "refused") && error.said !== undefined;
}

function query({ endpoint, plan, scenarios, parameters }: Request): string {
  const search = new URLSearchParams({ planId: plan, scenarioIds: scenarios.join(",") });
  for (const name of ENDPOINTS[endpoint].parameters) {
    const value = parameters[name];
    if (value !== undefined) search.set(name, value);
  }
  return search.toString();
}

function explain(error: unknown, { endpoint }: Request): unknown {
  if (!isInsightsError(error, "unknown")) return error;
  const { path, available } = ENDPOINTS[endpoint];
  const { said } = error;
  if (!available) {
    return new InsightsError("unoffered", `The service does not offer ${path} yet.`, { status: 404, said });
  }
  // A 404 without the §7 body comes from a proxy, not the API: do not report the value as missing.
  return said !== undefined
    ? error
    : new InsightsError("address", `${error.message} Check the service address.`, { status: 404 });
}

/** Throws `mismatch` for an answer to another question. Echoes that the service omits cannot be checked. */
function checkEcho<T extends Results>(results: T, { plan, parameters }: Request, path: string): T {
  const checks = [
    ["plan", plan, results.planId],
    ["currency", parameters.currency?.toUpperCase(), results.currency?.toUpperCase()],
    ["interval", parameters.interval, results.interval?.toUpperCase()],
  ] as const;
  for (const [what, asked, answered] of checks) {
    if (asked !== undefined && answered !== undefined && asked !== answered) {
      throw new InsightsError(
        "mismatch",
        `The service answered ${path} for ${what} '${answered}' instead of '${asked}', so its numbers are not shown. Report this to the operator of the service.`,
      );
    }
  }
  return results;
}
