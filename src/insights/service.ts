/**
 * The Insights endpoints of one connection: authorised, found under either root, decoded and held against what was asked.
 * @see API specification §4 and §5
 */
import type { Plan, Results } from "./answers";
import { insightsRoots, type Connection } from "./connection";
import { ENDPOINTS } from "./endpoints";
import { InsightsError, isInsightsError } from "./errors";
import { fieldsOf } from "./fields";
import type { Http } from "./http";
import type { Request } from "./planner";
import type { Timers } from "./timers";
import { createTokenSource, type Access, type TokenSource } from "./token";

export interface Service {
  /** Lists the plans (§4.3), and finds the root that answers in the API's own shape when it is not known yet. */
  plans(signal: AbortSignal): Promise<readonly Plan[]>;
  /** Sends one request (§4.4 to §4.6); `plans` has to have been called before. */
  results(request: Request, signal: AbortSignal): Promise<Results>;
  /** Sent so far: token requests, and requests to the Insights endpoints. */
  readonly tokens: number;
  readonly requests: number;
  /** Requests to the Insights endpoints that have no answer yet. */
  readonly running: number;
  /** What the token may do. */
  access(): Promise<Access>;
}

interface State {
  readonly http: Http;
  readonly tokens: TokenSource;
  readonly roots: readonly string[];
  root?: string;
  requests: number;
  running: number;
}

/** @param closed Aborts when the connection is left. */
export function createService(connection: Connection, http: Http, timers: Timers, closed: AbortSignal): Service {
  const tokens = createTokenSource(connection, http, timers, closed);
  const state: State = { http, tokens, roots: insightsRoots(connection), requests: 0, running: 0 };
  return {
    plans: (signal) => plans(state, signal),
    results: (request, signal) => results(state, request, signal),
    get tokens() {
      return tokens.requests;
    },
    get requests() {
      return state.requests;
    },
    get running() {
      return state.running;
    },
    access: () => tokens.access(),
  };
}

/** Each root is tried, and the one is kept that answers in the API's own shape, if only to refuse. */
async function plans(state: State, signal: AbortSignal): Promise<readonly Plan[]> {
  // What a token fails for is told as it is, not as two roots that fail.
  await state.tokens.get();
  if (state.root) return plansAt(state, state.root, signal);
  const failures: unknown[] = [];
  for (const root of state.roots) {
    try {
      return await plansAt(state, root, signal);
    } catch (error) {
      if (state.root) throw error;
      failures.push(error);
    }
  }
  throw mostTelling(failures, state.roots);
}

async function plansAt(state: State, root: string, signal: AbortSignal): Promise<readonly Plan[]> {
  const { path, decode } = ENDPOINTS.plans;
  try {
    const list = decode(await get(state, `${root}${path}`, signal), path);
    state.root = root;
    return list;
  } catch (error) {
    if (isRefusalOfTheApi(error)) state.root = root;
    throw error;
  }
}

/** Of the failures of all roots: the API's own before any other; that nothing is there only where no root says more. */
function mostTelling(failures: readonly unknown[], roots: readonly string[]): unknown {
  const telling = failures.filter((error) => !isInsightsError(error, "unknown"));
  const own = telling.find((error) => isInsightsError(error) && error.fromService);
  if (telling.length > 0) return own ?? telling[0];
  return new InsightsError(
    "address",
    `There is no Insights service at ${roots.join(" or ")}. Check the service address.`,
    { status: 404 },
  );
}

async function results(state: State, request: Request, signal: AbortSignal): Promise<Results> {
  const { path, decode } = ENDPOINTS[request.endpoint];
  const url = `${state.root ?? state.roots[0]}${path}?${query(request)}`;
  const body = await get(state, url, signal).catch((error: unknown) => {
    throw explain(error, request);
  });
  const fields = new Set(fieldsOf(request.endpoint).map(({ name }) => name));
  return checkEcho(decode(body, path, fields), request, path);
}

/**
 * Sends with the token; one that the service no longer takes is replaced and the request sent once more (§3).
 * The token is got when it is the request's turn, so that none grows old in the queue.
 */
function get(state: State, url: string, signal: AbortSignal): Promise<unknown> {
  const send = (token: string) => {
    signal.throwIfAborted();
    state.requests += 1;
    state.running += 1;
    const headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    const sent = state.http.send({ url, init: { method: "GET", headers }, secrets: [token], signal });
    return sent.finally(() => (state.running -= 1));
  };
  return state.http.inTurn(async () => {
    const token = await state.tokens.get();
    try {
      return await send(token);
    } catch (error) {
      if (!isInsightsError(error, "unauthorized")) throw error;
      state.tokens.discard(token);
      return send(await state.tokens.get());
    }
  });
}

/** A 404 may come from a service that has its Insights endpoints under the other root, a 5xx from what stands before it. */
function isRefusalOfTheApi(error: unknown): boolean {
  return isInsightsError(error, "unauthorized", "forbidden", "refused") && error.fromService;
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
  const { fromService } = error;
  if (!available) {
    return new InsightsError("unoffered", `The service does not offer ${path} yet.`, { status: 404, fromService });
  }
  // Without the body of §7 it is not the service that says so: no value may be taken for missing.
  return fromService
    ? error
    : new InsightsError("address", `${error.message} Check the service address.`, { status: 404 });
}

/** An answer to another question must never become a number; what the service does not echo cannot be checked. */
function checkEcho(results: Results, { plan, parameters }: Request, path: string): Results {
  const checks = [
    ["plan", plan, results.planId],
    ["currency", parameters.currency?.toUpperCase(), results.currency?.toUpperCase()],
    ["interval", parameters.interval, results.interval?.toUpperCase()],
  ] as const;
  for (const [what, asked, answered] of checks) {
    if (asked !== undefined && answered !== undefined && asked !== answered) {
      throw new InsightsError(
        "mismatch",
        `The service answered ${path} for ${what} '${answered}' although '${asked}' was asked for, so its numbers are not shown. Report this to whoever runs the service.`,
      );
    }
  }
  return results;
}
