/** The functions at work over a session, for an engine to call. */
import type { CustomFunction } from "../engine/functions";
import * as functions from "../functions/functions";
import metadata from "../functions/functions.json";
import { setHost, type FunctionHost } from "../functions/host";
import { createSession, isInsightsError, type Connection, type Session } from "../insights";
import { wrongUsage } from "./usage";

type Run = (...args: unknown[]) => Promise<unknown>;

/** All functions, as Excel sees them. They belong to the host that was given last. */
export const FUNCTIONS: readonly CustomFunction[] = metadata.functions.map((description) => ({
  metadata: description,
  namespace: "INSIGHTS",
  run: (args, { signal }) => run((functions as unknown as Record<string, Run>)[description.id], args, signal),
}));

/** Nothing is sent before it is asked. Throws wrong usage for an address that may not be connected to. */
export function openSession(connection: Connection, fetch: typeof globalThis.fetch): Session {
  // The engine starts all calls of a pass at once, so that what they ask is together when the event loop turns.
  const session = createSession({ fetch, collect: (flush) => void setImmediate(flush) });
  try {
    session.connect(connection);
  } catch (error) {
    if (!isInsightsError(error)) throw error;
    throw wrongUsage(`${error.message} Check INSIGHTS_URL${connection.baseUrl ? " and INSIGHTS_BASE_URL" : ""}.`);
  }
  return session;
}

/** Puts the functions to work. */
export function serveFunctions(host: Omit<FunctionHost, "cellError">): void {
  setHost({ ...host, cellError: (code, message) => Object.assign(new Error(message), { code }) });
}

function run(call: Run | undefined, args: unknown[], signal: AbortSignal): Promise<unknown> {
  if (!call) throw new Error("functions.json names a function that is not there.");
  const invocation: { onCanceled?: () => void } = {};
  signal.addEventListener("abort", () => invocation.onCanceled?.());
  return call(...args, invocation);
}
