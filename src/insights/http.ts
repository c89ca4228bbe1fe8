/**
 * The only way to the network: JSON over `fetch`, with limits in time and number, and retries where they help.
 * @see API specification §7 (the error body); rate limits and other statuses are "not shown", so the usual ones are handled
 */
import pLimit from "p-limit";
import type { Awaitable } from "./slices";
import { readBodyText } from "./body";
import { InsightsError, isInsightsError, OUTAGES, type ErrorKind } from "./errors";
import { isObject } from "./jsonObject";
import { createSecrets, type Secrets } from "./secrets";
import { pause, withLimit, type Timers } from "./timers";

export interface HttpOptions {
  /** Sends every request. If it rejects, the request fails with `unreachable` and is retried. */
  fetch: typeof globalThis.fetch;
  /** The clock of all limits and pauses. No limit applies while synchronous code blocks it. */
  timers: Timers;
  /**
   * Returns a number from 0 to 1 that varies the pause before a retry, so many clients do not retry at once. `Retry-After` is
   * a minimum that it never shortens. @default Math.random
   */
  random?: () => number;
  /**
   * How often a request is retried after network errors, timeouts, 408, 429 and 5xx. Other statuses and malformed bodies are
   * never retried. @default 3
   */
  retries?: number;
  /** Bytes of an unpacked body after which it is refused with `malformed`. A refused body is not retried. @default 64 MB */
  bodyLimit?: number;
}

export interface ReceivedBody {
  /** The time in the `Date` header, milliseconds since the epoch. Browsers can hide the header. */
  readonly sentAt: number | undefined;
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** A request, and the decoder of the parsed body of a 2xx response. Decoding counts in the time limits. */
export interface HttpRequest<T> {
  readonly url: string;
  readonly init: RequestInit;
  /** Decodes a long body in slices, until the signal aborts. */
  readonly decode: (body: unknown, about: ReceivedBody) => Awaitable<T>;
  readonly signal: AbortSignal;
}

export interface Http {
  /** Returns the decoded body of a 2xx response. Rejects with an `InsightsError` otherwise. Always settles. */
  send<T>(request: HttpRequest<T>): Promise<T>;
  /** The secrets of all connections, which no message may repeat. */
  readonly secrets: Secrets;
  /** Runs `work` as soon as fewer than `CONCURRENCY` others run. */
  enqueue<T>(work: () => Promise<T>): Promise<T>;
  /** How many retries were made. */
  readonly retries: number;
}

/** For every request: follow no redirect, send no cookies, use no cache of the browser. */
const ALWAYS = { redirect: "manual", credentials: "omit", cache: "no-store" } as const;

/** The longest message of the service that an error repeats. */
const MAX_MESSAGE_LENGTH = 500;

/** Requests that run at once; others queue in order. Token requests do not count. */
const CONCURRENCY = 6;

/** Milliseconds until an attempt fails with `timeout` and is retried. Decoding the body counts. */
const ATTEMPT_LIMIT = 30_000;

/**
 * Milliseconds until a request fails with `timeout`, including all retries and pauses. A retry whose pause would end later is not
 * made: its failure is reported at once.
 */
export const TOTAL_LIMIT = 90_000;

/** Milliseconds before the first retry. Each later pause is twice as long. */
const FIRST_PAUSE = 500;

/** The longest `Retry-After` that is passed on. No request waits that long. */
const MOST_WAIT = 24 * 3_600_000;

/** Characters that take a few hundred milliseconds to decode and parse. */
const LONG_TEXT = 2 ** 24;

interface Settings extends Required<HttpOptions> {
  readonly secrets: Secrets;
}

const DEFAULTS = {
  random: Math.random,
  retries: 3,
  bodyLimit: 64 * 1024 * 1024,
};

export function createHttp(options: HttpOptions): Http {
  const settings: Settings = { ...DEFAULTS, ...options, secrets: createSecrets() };
  const { timers, secrets } = settings;
  const limit = pLimit(CONCURRENCY);
  let retried = 0;
  return {
    send(request) {
      const late = () => tooLate(`${withoutQuery(request.url)} gave no usable answer within`, TOTAL_LIMIT);
      return withLimit(timers, TOTAL_LIMIT, request.signal, late, (signal) =>
        withRetries(
          settings,
          () => attempt(settings, { ...request, signal }),
          signal,
          () => (retried += 1),
        ),
      );
    },
    secrets,
    enqueue: (work) => limit(work),
    get retries() {
      return retried;
    },
  };
}

/**
 * Retries until an attempt succeeds, fails for good, or no time is left for the next pause. The pause starts at half a second,
 * doubles each time, and varies by half either way; `Retry-After` can lengthen it.
 */
async function withRetries<T>(
  { timers, retries, random }: Settings,
  once: () => Promise<T>,
  signal: AbortSignal,
  onRetry: () => void,
): Promise<T> {
  const deadline = timers.now() + TOTAL_LIMIT;
  for (let failures = 0; ; failures += 1) {
    try {
      return await once();
    } catch (error) {
      if (failures >= retries || !isInsightsError(error, ...OUTAGES)) throw error;
      const backoff = FIRST_PAUSE * 2 ** failures * (0.5 + random());
      const milliseconds = Math.max(error.retryAfter ?? 0, backoff);
      if (timers.now() + milliseconds >= deadline) throw error;
      await pause(timers, milliseconds, signal);
      onRetry();
    }
  }
}

function attempt<T>(settings: Settings, { url, init, decode, signal }: HttpRequest<T>): Promise<T> {
  const { fetch, timers, bodyLimit, secrets } = settings;
  const late = () => tooLate(`${withoutQuery(url)} did not answer within`, ATTEMPT_LIMIT);
  const deadline = timers.now() + ATTEMPT_LIMIT;
  return withLimit(timers, ATTEMPT_LIMIT, signal, late, async (stop) => {
    const response = await reach(() => fetch(url, { ...init, ...ALWAYS, signal: stop }), url);
    refuseRedirect(response, url);
    const text = await reach(() => readBodyText(response, bodyLimit, stop), url);
    if (text === undefined) throw tooLong(url, bodyLimit);
    const body = text.length > LONG_TEXT ? await inOwnTurn(() => parse(text), timers, stop) : parse(text);
    if (!response.ok) throw refusal(response, serviceMessage(body, secrets), url, timers.now());
    if (body === undefined) throw notJson(url);
    const value = await decode(body, { sentAt: readDate(response.headers.get("Date")), signal: stop });
    // Timers do not run while a slice is decoded.
    if (timers.now() >= deadline) throw late();
    return value;
  });
}

/** Lets other tasks run before and after. */
async function inOwnTurn<T>(work: () => T, timers: Timers, signal: AbortSignal): Promise<T> {
  await pause(timers, 0, signal);
  const result = work();
  await pause(timers, 0, signal);
  return result;
}

function readDate(text: string | null): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function notJson(url: string): InsightsError {
  return new InsightsError("malformed", `${withoutQuery(url)} did not answer with JSON. Check the service address.`);
}

function tooLong(url: string, bytes: number): InsightsError {
  return new InsightsError(
    "malformed",
    `${withoutQuery(url)} answered with more than ${bytes / 2 ** 20} MB, the limit. Narrow the question: fewer scenarios, a shorter time, a longer interval.`,
  );
}

function tooLate(what: string, milliseconds: number): InsightsError {
  return new InsightsError("timeout", `${what} ${milliseconds / 1000} seconds. Try again in a while.`);
}

/** Converts network failures to `unreachable`. Node names the failure in the error's cause; browsers hide it. */
async function reach<T>(step: () => Promise<T>, url: string): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const code = codeOf(cause);
    const reason = code !== undefined ? ` (${code})` : "";
    const message = `No connection to ${new URL(url).host}${reason}. Check the address and the network, then try again.`;
    throw new InsightsError("unreachable", message, { cause });
  }
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return isObject(cause) && typeof cause.code === "string" ? cause.code : undefined;
}

function refuseRedirect({ type, status, body }: Response, url: string): void {
  if (type !== "opaqueredirect" && (status < 300 || status >= 400)) return;
  void body?.cancel().catch(() => {});
  throw new InsightsError(
    "address",
    `${withoutQuery(url)} redirects to another address. Credentials are not sent on: connect to the final address.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusal({ status, headers }: Response, said: string | undefined, url: string, now: number): InsightsError {
  const kind = errorKindOf(status);
  const retryAfter = readRetryAfter(headers.get("Retry-After"), now);
  const reason = said ? `: ${said}` : "";
  const message = `${withoutQuery(url)} answered ${status}${reason}. ${advice(kind, retryAfter)}`.trim();
  return new InsightsError(kind, message, { status, said, retryAfter });
}

function advice(kind: ErrorKind, retryAfter: number | undefined): string {
  if (kind === "unauthorized") return "Connect again with a valid key.";
  if (kind === "forbidden") return "Use a key with the scopes insights:read and plans:read.";
  if (kind !== "unavailable") return "";
  return retryAfter ? `Try again in ${duration(retryAfter)}.` : "Try again in a while.";
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

function errorKindOf(status: number): ErrorKind {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "unknown";
  return status === 408 || status === 429 || status >= 500 ? "unavailable" : "refused";
}

/** Returns the `message` of an error body (§7) without its full stop, in a length that can be shown; undefined for any other body. */
function serviceMessage(body: unknown, secrets: Secrets): string | undefined {
  if (!isObject(body)) return undefined;
  const { statusCode, error, message } = body;
  if (typeof statusCode !== "number" && typeof error !== "string") return undefined;
  const said = typeof message === "string" ? message : typeof error === "string" ? error : "";
  // Hide before cutting: a cut could leave part of a secret.
  return secrets
    .hide(said)
    .slice(0, MAX_MESSAGE_LENGTH)
    .replace(/[.\s]+$/, "");
}

/** Returns the milliseconds to wait. `Retry-After` is a number of seconds or a date. */
function readRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const until = /^\d+$/.test(header) ? now + 1000 * Number(header) : Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.min(Math.max(0, until - now), MOST_WAIT);
}

/** Returns the address without its query, which can be long and does not tell who answered. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
