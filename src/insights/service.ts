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
import { createTokenSource, type TokenSource } from "./token";

export interface Service {
  /** Lists the plans (§4.3), and finds the root that answers in the API's own shape when it is not known yet. */
  plans(): Promise<readonly Plan[]>;
  /** Sends one request (§4.4 to §4.6); `plans` has to have been called before. */
  results(request: Request, signal: AbortSignal): Promise<Results>;
  /** The root that answers, once it is known. */
  readonly root: string | undefined;
  /** Sent so far: token requests, and requests to the Insights endpoints. */
  readonly tokens: number;
  readonly requests: number;
}

interface State {
  readonly http: Http;
  readonly tokens: TokenSource;
  readonly roots: readonly string[];
  root?: string;
  requests: number;
}

export function createService(connection: Connection, http: Http, timers: Timers): Service {
  const tokens = createTokenSource(connection, http, timers);
  const state: State = { http, tokens, roots: insightsRoots(connection), requests: 0 };
  return {
    plans: () => plans(state),
    results: (request, signal) => results(state, request, signal),
    get root() {
      return state.root;
    },
    get tokens() {
      return tokens.requests;
    },
    get requests() {
      return state.requests;
    },
  };
}

/** Each root is tried, and the one is kept that answers in the API's own shape, if only to refuse. */
async function plans(state: State): Promise<readonly Plan[]> {
  await state.tokens.get();
  if (state.root) return plansAt(state, state.root);
  const failures: unknown[] = [];
  for (const root of state.roots) {
    try {
      return await plansAt(state, root);
    } catch (error) {
      if (state.root) throw error;
      failures.push(error);
    }
  }
  throw failures.find((error) => isInsightsError(error) && error.fromService) ?? failures[0];
}

async function plansAt(state: State, root: string): Promise<readonly Plan[]> {
  const { path, decode } = ENDPOINTS.plans;
  try {
    const list = decode(await get(state, `${root}${path}`), path);
    state.root = root;
    return list;
  } catch (error) {
    if (isRefusalOfTheApi(error)) state.root = root;
    throw error;
  }
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

/** Sends with the token; one that the service no longer takes is replaced and the request sent once more (§3). */
async function get(state: State, url: string, signal?: AbortSignal): Promise<unknown> {
  const send = (token: string) => {
    state.requests += 1;
    const headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    return state.http.send(url, { method: "GET", headers }, signal);
  };
  const token = await state.tokens.get();
  try {
    return await send(token);
  } catch (error) {
    if (!isInsightsError(error, "unauthorized")) throw error;
    state.tokens.discard(token);
    return send(await state.tokens.get());
  }
}

/** A 404 with the error body may come from a service that has its Insights endpoints under the other root. */
function isRefusalOfTheApi(error: unknown): boolean {
  return isInsightsError(error) && error.fromService && error.status !== 404;
}

function query({ endpoint, plan, scenarios, parameters }: Request): string {
  const search = new URLSearchParams({ planId: plan, scenarioIds: scenarios.join(",") });
  for (const name of ENDPOINTS[endpoint].parameters) {
    const value = parameters[name];
    if (value !== undefined) search.set(name, value);
  }
  return search.toString();
}

function explain(error: unknown, { endpoint, plan }: Request): unknown {
  if (!isInsightsError(error, "unknown")) return error;
  const { path, available } = ENDPOINTS[endpoint];
  if (!available) {
    return new InsightsError("unoffered", `The service does not offer ${path} yet.`, {
      status: 404,
      fromService: error.fromService,
    });
  }
  const message = error.fromService
    ? error.message
    : `The service has no ${path}, or no plan '${plan}'. (${error.message})`;
  return new InsightsError("unknown", message, { status: 404, fromService: error.fromService });
}

/** An answer to another question must never become a number; what the service does not echo cannot be checked. */
function checkEcho(results: Results, { plan, parameters }: Request, path: string): Results {
  const checks = [
    ["plan", plan, results.planId],
    ["currency", parameters.currency, results.currency?.toUpperCase()],
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
