/** The functions at work in a spreadsheet engine, over one session. */
import { createCalculator, type Calculator } from "../engine/calculator";
import * as functions from "../functions/functions";
import metadata from "../functions/functions.json";
import { setHost, type Settings } from "../functions/host";
import { createSession, isInsightsError, type Connection, type Session, type Traffic } from "../insights";
import { wrongUsage } from "./usage";

export interface Evaluator extends Calculator {
  /** How much has been sent so far. */
  readonly traffic: Traffic;
}

type Run = (...args: unknown[]) => Promise<unknown>;

/**
 * Nothing is sent before the first formula needs it. The functions belong to the evaluator that was made last.
 * Throws wrong usage for an address that may not be connected to.
 */
export function createEvaluator(connection: Connection, settings: Settings, fetch: typeof globalThis.fetch): Evaluator {
  // The engine starts all calls of a pass at once, so that what they ask is together when the event loop turns.
  const session = createSession({ fetch, collect: (flush) => void setImmediate(flush) });
  connect(session, connection);
  setHost({
    session,
    settings: () => settings,
    dateSystem: 1900,
    cellError: (code, message) => Object.assign(new Error(message), { code }),
  });
  const calculator = createCalculator(
    metadata.functions.map((description) => ({
      metadata: description,
      namespace: "INSIGHTS",
      run: (args, { signal }) => run((functions as unknown as Record<string, Run>)[description.id], args, signal),
    })),
  );
  return {
    ...calculator,
    get traffic() {
      return session.traffic;
    },
  };
}

function run(call: Run | undefined, args: unknown[], signal: AbortSignal): Promise<unknown> {
  if (!call) throw new Error("functions.json names a function that is not there.");
  const invocation: { onCanceled?: () => void } = {};
  signal.addEventListener("abort", () => invocation.onCanceled?.());
  return call(...args, invocation);
}

function connect(session: Session, connection: Connection): void {
  try {
    session.connect(connection);
  } catch (error) {
    if (!isInsightsError(error)) throw error;
    throw wrongUsage(`${error.message} Check INSIGHTS_URL${connection.baseUrl ? " and INSIGHTS_BASE_URL" : ""}.`);
  }
}
