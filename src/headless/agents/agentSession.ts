/** What all tools of an agent share: one session with the service, so a question is sent once. */
import type { Invoke } from "../../numbers/analysis/numberSource";
import type { ExplainContext } from "../../numbers/analysis/question";
import {
  cancelCall,
  createFunctionHost,
  createFunctions,
  invokeFunction,
  openSession,
} from "../standalone/customFunctions";
import type { CallResult } from "../standalone/savedParts";
import { createCalculator, type Result } from "../../spreadsheet/engine/evaluate";
import type { CallContext } from "../../spreadsheet/engine/customFunction";
import type { FunctionHost, Settings } from "../../numbers/functions/host";
import type { FunctionInvocation } from "../../numbers/functions/query";
import { parseSheetPosition } from "../../spreadsheet/cells/address";
import type { Connection, Generation, Session } from "../../insights";
import { createOneRun, type ToldRuns } from "./oneRun";
import { normalizeArguments, settingsReadBy, type CallWithSettings } from "../../numbers/language/callKey";

/** The result of a formula, and the calls that it made. */
export interface FinishedFormula {
  readonly formula: string;
  readonly result: Result;
  readonly calls: readonly FinishedCall[];
}

export interface FinishedCall extends CallWithSettings, Pick<CallResult, "result" | "questions"> {}

export interface AgentSession {
  readonly session: Session;
  readonly settings: Settings;
  /** Does the work of one tool, with answers of one run of the service. @see createOneRun */
  readonly answer: (work: (turn: AgentTurn) => Promise<object>, signal: AbortSignal) => Promise<object>;
  /** Cancels all requests. */
  readonly dispose: () => void;
}

/** What one call of a tool works with. Its requests are cancelled with the call. */
export interface AgentTurn extends Pick<AgentSession, "session" | "settings"> {
  /** Evaluates formulas as `insights eval` does. Rejects if cancelled. */
  readonly evaluate: (formulas: readonly string[]) => Promise<FinishedFormula[]>;
  /** The source of numbers for analysis. */
  readonly context: ExplainContext;
}

/** Sends nothing before the first question. Throws an error of usage if the address is not allowed. */
export function createAgentSession(
  connection: Connection,
  settings: Settings,
  fetch: typeof globalThis.fetch,
  told?: ToldRuns,
): AgentSession {
  const session = openSession(connection, fetch);
  return { ...agentOf(session, settings, told), dispose: () => session.disconnect() };
}

/**
 * Returns an agent of a session that stays open when the agent is closed.
 * @param told For a session that several conversations share. @default a session of one
 */
export function agentOf(session: Session, settings: Settings, told?: ToldRuns): AgentSession {
  const host = createFunctionHost({ session, settings: () => settings, dateSystem: 1900 });
  const ofOneRun = createOneRun(session, told);
  return {
    session,
    settings,
    answer: (work, signal) =>
      ofOneRun((generation) => {
        signal.throwIfAborted();
        return work({
          session,
          settings,
          evaluate: (formulas) => evaluateFormulas(formulas, { host, generation, signal }),
          context: contextOf({ host, generation, signal }),
        });
      }),
    dispose: () => undefined,
  };
}

/** Where calls get their numbers, until the signal aborts. */
interface CallOptions {
  readonly host: FunctionHost;
  readonly generation: Generation | undefined;
  readonly signal: AbortSignal;
}

function contextOf(options: CallOptions): ExplainContext {
  const generation = options.generation;
  const { plan } = options.host.settings();
  return {
    source: { invoke: invokerFor(options), generation },
    get plans() {
      return generation?.peekPlans() ?? [];
    },
    defaultPlan: plan,
  };
}

/** Returns a function that runs calls against one generation. */
function invokerFor({ host, generation, signal }: CallOptions): Invoke {
  // One listener for all calls: Node warns of a signal with many.
  const running = new Set<FunctionInvocation>();
  signal.addEventListener("abort", () => running.forEach((each) => cancelCall(host, each)), { once: true });
  return async (call, given) => {
    signal.throwIfAborted();
    const invocation: FunctionInvocation = { ...(generation ? { generation } : {}), ...given };
    running.add(invocation);
    try {
      const { result, questions = [] } = await invokeFunction(host, call, invocation);
      return { result, questions };
    } finally {
      running.delete(invocation);
    }
  };
}

/** Each evaluation has a calculator of its own, so cancelling one does not end another. */
async function evaluateFormulas(
  formulas: readonly string[],
  { host, generation, signal }: CallOptions,
): Promise<FinishedFormula[]> {
  signal.throwIfAborted();
  const records = formulas.map((): FinishedCall[] => []);
  const watch = (call: Promise<CallResult>, { address }: CallContext) => {
    const own = records[parseSheetPosition(address)?.row ?? -1];
    call.then(
      ({ id, args: given, result, questions }) => {
        const args = normalizeArguments(given);
        own?.push({ id, args, settings: settingsReadBy(id, args, host.settings()), result, questions });
      },
      // The result has the errors of its calls.
      () => undefined,
    );
  };
  const calculator = createCalculator(createFunctions(host, { watch, generation }));
  const stop = () => calculator.dispose();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const results = await calculator.evaluate(formulas);
    return results.map((result, at) => ({ calls: records[at] ?? [], formula: formulas[at] ?? "", result }));
  } finally {
    signal.removeEventListener("abort", stop);
    calculator.dispose();
  }
}
