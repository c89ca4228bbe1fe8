/** A fault layer around a `fetch`: what may go wrong between a client and a service, by a seed and a schedule. */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { createRefusalBody, type RefusalStatus } from "../refusal";
import { distort, isDistortion } from "./distort";
import type { FaultKind, FaultSchedule } from "./schedule";

/** Runs `run` after `milliseconds`; the returned function cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void;

type Fetch = typeof globalThis.fetch;

/** The context of one request's faults. */
interface Fault {
  readonly kind: FaultKind;
  /** A whole number that chooses among variants. */
  readonly choice: number;
  readonly after: After;
  readonly signal: AbortSignal;
}

const DRIP_PIECES = 8;
const DRIP_PAUSE = 250;
const LONGEST_LATENCY = 3_000;

const systemAfter: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** The same requests in the same order meet the same faults. */
export function withFaults(fetch: Fetch, { seed, rates }: FaultSchedule, after = systemAfter): Fetch {
  const random = xoroshiro128plus(seed);
  const draw = () => random.next() >>> 0;
  return async (input, init) => {
    const kind = kindAt(draw() / 2 ** 32, rates);
    const choice = draw();
    const request = new Request(input, init);
    if (kind === undefined) return fetch(request);
    const fault: Fault = { kind, choice, after, signal: request.signal };
    return (await before(fault)) ?? changed(fault, request.url, await fetch(request));
  };
}

function kindAt(share: number, rates: FaultSchedule["rates"]): FaultKind | undefined {
  let sum = 0;
  for (const [kind, rate] of rates) {
    sum += rate;
    if (share < sum) return kind;
  }
  return undefined;
}

/** Injects a fault instead of the service's answer, if one is due. */
async function before({ kind, choice, after, signal }: Fault): Promise<Response | undefined> {
  signal.throwIfAborted();
  if (kind === "latency") await wait(after, choice % LONGEST_LATENCY, signal);
  else if (kind === "loss") await wait(() => () => {}, 0, signal);
  else if (kind === "reset") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  else if (kind === "html") return new Response("<!doctype html><title>Sign in</title>", { headers: htmlHeaders });
  else if (!Number.isNaN(Number(kind))) return refusal(Number(kind) as RefusalStatus);
  return undefined;
}

const htmlHeaders = { "Content-Type": "text/html" };

function refusal(status: RefusalStatus): Response {
  const headers: Record<string, string> = status === 429 || status === 503 ? { "Retry-After": "1" } : {};
  return Response.json(createRefusalBody(status, "A fault that was asked for."), { status, headers });
}

/** Injects a fault into the service's answer. */
async function changed({ kind, choice, after, signal }: Fault, url: string, response: Response): Promise<Response> {
  if (kind === "half" || kind === "drip") {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = kind === "half" ? halfOf(bytes) : inPieces(bytes, after, signal);
    return new Response(body, response);
  }
  const isToken = new URL(url).pathname.endsWith("/token");
  if (!response.ok || isToken !== (kind === "short" || kind === "expired") || kind === "latency") return response;
  const body: unknown = await response.json();
  if (isToken) return Response.json({ ...(body as object), ...tokenOf(kind) });
  return Response.json(isDistortion(kind) ? distort(kind, body, choice) : body);
}

function tokenOf(kind: FaultKind): object {
  return kind === "short" ? { expiresIn: 1 } : { accessToken: "an-expired-token" };
}

function halfOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError("terminated"));
      else controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      isSent = true;
    },
  });
}

function inPieces(bytes: Uint8Array, after: After, signal: AbortSignal): ReadableStream<Uint8Array> {
  const size = Math.max(1, Math.ceil(bytes.length / DRIP_PIECES));
  const stopped = new AbortController();
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await wait(after, DRIP_PAUSE, AbortSignal.any([signal, stopped.signal]));
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
    cancel: () => stopped.abort(),
  });
}

/** Rejects, with no timer left, when the signal aborts. */
function wait(after: After, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      callOff();
      reject(signal.reason as Error);
    };
    const callOff = after(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
