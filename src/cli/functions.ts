/** The INSIGHTS functions, for a spreadsheet engine to call. */
import type { CallContext, CustomFunction } from "../engine/functions";
import * as functions from "../functions/functions";
import metadata from "../functions/functions.json";
import { setHost, type FunctionHost } from "../functions/host";
import { createSession, isInsightsError, type Connection, type Generation, type Session } from "../insights";
import type { MadeCall } from "./savedParts";
import { wrongUsage } from "./usage";

type Run = (...args: unknown[]) => Promise<unknown>;

/** All functions, as Excel has them. They are answered by the host that was given last. A call ends with its cell. */
export function customFunctions(): CustomFunction[] {
  return withImplementations((id, args, { signal }) => functionById(id)(...args, cancellable(signal)));
}

/**
 * All functions, for a refresh. What several cells ask is asked once.
 * @param generation The generation that the refresh fills. Its calls are never called off, even when a cell no longer makes
 * them: the refresh would take a request that is called off for a failure of the service.
 * @param record Is told of each call that has returned or failed.
 */
export function refreshingFunctions(generation: Generation, record: (call: MadeCall) => void): CustomFunction[] {
  const made = new Map<string, Promise<unknown>>();
  const run = async (id: string, args: unknown[]): Promise<unknown> => {
    try {
      const result = await functionById(id)(...args, { generation });
      record({ id, args, result });
      return result;
    } catch (error) {
      record({ id, args, result: undefined });
      throw error;
    }
  };
  return withImplementations((id, args) => {
    const key = `${id} ${JSON.stringify(args)}`;
    const result = made.get(key) ?? run(id, args);
    made.set(key, result);
    return result;
  });
}

function withImplementations(
  run: (id: string, args: unknown[], call: CallContext) => Promise<unknown>,
): CustomFunction[] {
  return metadata.functions.map((description) => ({
    metadata: description,
    namespace: "INSIGHTS",
    run: (args, call) => run(description.id, args, call),
  }));
}

/** Connects; nothing is sent yet. Throws wrong usage for an address that is not allowed. */
export function openSession(connection: Connection, fetch: typeof globalThis.fetch): Session {
  // The engine starts all calls of a pass together, so that all their questions are asked before the event loop turns.
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  try {
    session.connect(connection);
  } catch (error) {
    if (!isInsightsError(error)) throw error;
    throw wrongUsage(`${error.message} Check INSIGHTS_URL${connection.baseUrl ? " and INSIGHTS_BASE_URL" : ""}.`);
  }
  return session;
}

/** Sets the host of the functions. */
export function serveFunctions(host: Omit<FunctionHost, "cellError">): void {
  setHost({ ...host, cellError: (code, message) => Object.assign(new Error(message), { code }) });
}

function functionById(id: string): Run {
  const found = (functions as unknown as Record<string, Run>)[id];
  if (!found) throw new Error(`functions.json names the function ${id}, which does not exist.`);
  return found;
}

/** What Excel gives to a call: the function sets `onCanceled`, which is called when nobody waits any more. */
function cancellable(signal: AbortSignal): { onCanceled?: () => void } {
  const invocation: { onCanceled?: () => void } = {};
  signal.addEventListener("abort", () => invocation.onCanceled?.());
  return invocation;
}
