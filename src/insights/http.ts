/**
 * The only way to the network: JSON over `fetch`, with limits in time and number, and retries where they help.
 * @see API specification §7 (the error body); rate limits and other statuses are "not shown", so the usual ones are handled
 */
import pLimit from "p-limit";
import pRetry from "p-retry";
import { InsightsError, isInsightsError, type ErrorKind } from "./errors";
import { wait, withLimit, type Timers } from "./timers";

export interface HttpOptions {
  fetch: typeof globalThis.fetch;
  timers: Timers;
  /** From 0 to 1, spreads the retries of many clients. @default Math.random */
  random?: () => number;
  /** Requests under way at a time. @default 6 */
  concurrency?: number;
  /** Milliseconds for one attempt. @default 30000 */
  attemptLimit?: number;
  /** Milliseconds for a request with all its attempts and waits. @default 90000 */
  totalLimit?: number;
  /** Attempts after the first. @default 3 */
  retries?: number;
}

export interface Http {
  /** The parsed body of a 2xx answer. Every other end is an `InsightsError`, and there is always an end. */
  send(url: string, init: RequestInit, signal?: AbortSignal): Promise<unknown>;
  /** Attempts made again so far. */
  readonly retries: number;
}

/** The first pause before an attempt is made again; each later one is twice as long. */
const FIRST_PAUSE = 500;

type Settings = Required<HttpOptions>;

const DEFAULTS = { random: Math.random, concurrency: 6, attemptLimit: 30_000, totalLimit: 90_000, retries: 3 };

/** Failures that another attempt may mend. */
const PASSING: readonly ErrorKind[] = ["unreachable", "timeout", "unavailable"];

export function createHttp(options: HttpOptions): Http {
  const settings: Settings = { ...DEFAULTS, ...options };
  const { timers, concurrency, totalLimit } = settings;
  const limit = pLimit(concurrency);
  let retried = 0;
  return {
    send: (url, init, signal) =>
      limit(() => {
        const late = () => tooLate(`${place(url)} gave no usable answer within`, totalLimit);
        return withLimit(timers, totalLimit, signal, late, (stop) =>
          persist(
            settings,
            () => attempt(settings, url, init, stop),
            stop,
            () => (retried += 1),
          ),
        );
      }),
    get retries() {
      return retried;
    },
  };
}

/** Attempts until one succeeds, fails for good, or no time is left for the next. */
function persist<T>(
  { timers, totalLimit, retries, random }: Settings,
  once: () => Promise<T>,
  signal: AbortSignal,
  onRetry: () => void,
): Promise<T> {
  const deadline = timers.now() + totalLimit;
  return pRetry(once, {
    retries,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error }) => isInsightsError(error, ...PASSING),
    async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
      if (retriesLeft === 0 || !isInsightsError(error, ...PASSING)) return;
      const pause = error.retryAfter ?? FIRST_PAUSE * 2 ** (attemptNumber - 1) * (0.5 + random());
      if (timers.now() + pause >= deadline) throw error;
      await wait(timers, pause, signal);
      onRetry();
    },
  });
}

function attempt(settings: Settings, url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  const { fetch, timers, attemptLimit } = settings;
  const late = () => tooLate(`${place(url)} did not answer within`, attemptLimit);
  return withLimit(timers, attemptLimit, signal, late, async (stop) => {
    const response = await reach(() => fetch(url, { ...init, redirect: "manual", signal: stop }), url);
    const body = await reach(() => response.text(), url);
    return readResponse(response, body, url, timers.now());
  });
}

function tooLate(what: string, milliseconds: number): InsightsError {
  return new InsightsError("timeout", `${what} ${milliseconds / 1000} seconds. Try again in a while.`);
}

/** Network failures as `unreachable`; a browser tells a page nothing more precise. */
async function reach<T>(step: () => Promise<T>, url: string): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw new InsightsError(
      "unreachable",
      `${place(url)} could not be reached, or it does not allow requests from here (CORS). Check the address and the network, then try again.`,
      { cause },
    );
  }
}

function readResponse(response: Response, text: string, url: string, now: number): unknown {
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    throw new InsightsError(
      "address",
      `${place(url)} redirects to another address. Credentials are not sent on: connect to the final address.`,
    );
  }
  const body = parse(text);
  if (!response.ok) throw refusal(response, body, url, now);
  if (body === undefined) {
    throw new InsightsError(
      "malformed",
      `${place(url)} answered with something other than JSON. Check the service address.`,
    );
  }
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusal({ status, headers }: Response, body: unknown, url: string, now: number): InsightsError {
  const said = serviceMessage(body);
  const kind = kindOf(status);
  const reason = said ? `: ${said.replace(/[.\s]+$/, "")}` : "";
  return new InsightsError(kind, `${place(url)} answered ${status}${reason}. ${ADVICE[kind] ?? ""}`.trim(), {
    status,
    fromService: said !== undefined,
    ...retryAfter(headers.get("Retry-After"), now),
  });
}

const ADVICE: Partial<Record<ErrorKind, string>> = {
  unauthorized: "Connect again with a valid key.",
  forbidden: "Use a key with the scopes insights:read and plans:read.",
  unavailable: "Try again in a while.",
};

function kindOf(status: number): ErrorKind {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "unknown";
  return status === 408 || status === 429 || status >= 500 ? "unavailable" : "refused";
}

/** The `message` of an error body (§7), or undefined for any other body. */
function serviceMessage(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { statusCode, error, message } = body as Record<string, unknown>;
  if (typeof statusCode !== "number" && typeof error !== "string") return undefined;
  return typeof message === "string" ? message : typeof error === "string" ? error : "";
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfter(header: string | null, now: number): { retryAfter?: number } {
  if (!header) return {};
  const seconds = Number(header);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(milliseconds) ? {} : { retryAfter: Math.max(0, milliseconds) };
}

/** Address and path, without the query, which may be long. */
function place(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
