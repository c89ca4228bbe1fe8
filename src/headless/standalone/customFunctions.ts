/** The INSIGHTS functions as custom functions of the engine. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CallContext, CustomFunction } from "../../spreadsheet/engine/customFunction";
import * as functions from "../../numbers/functions/functions";
import metadata from "../../numbers/functions/functions.json";
import { findHostBy, type FunctionHost } from "../../numbers/functions/host";
import type { FunctionInvocation } from "../../numbers/functions/query";
import { NAMESPACE } from "../../numbers/language/environment";
import { createSession, isInsightsError, type Connection, type Generation, type Session } from "../../insights";
import { normalizeArguments } from "../../numbers/language/callKey";
import type { KeptSettings } from "../../reporting/saved/keptSettings";
import type { CallResult, MisspeltName } from "./savedParts";
import { terminalWords } from "./terminalWords";
import { createFailure } from "./failure";

type FunctionBody = (...args: unknown[]) => Promise<unknown>;

/** A call carries its host through all that it awaits, so calls of two sessions never meet. */
const hosts = new AsyncLocalStorage<FunctionHost>();
findHostBy(() => hosts.getStore());

/** Returns the host of calls of one session, with the defaults of blank arguments. */
export function createFunctionHost(host: Omit<FunctionHost, "cellError">): FunctionHost {
  return { ...host, cellError: (code, message) => Object.assign(new Error(terminalWords(message)), { code }) };
}

export interface ServedFunctions {
  /** Called with each call that starts. */
  readonly watch?: (call: Promise<CallResult>, context: CallContext) => void;
  /** @default the session's */
  readonly generation?: Generation | undefined;
}

/** Returns all functions as Excel calls them, served by the host. */
export function createFunctions(host: FunctionHost, { watch, generation }: ServedFunctions = {}): CustomFunction[] {
  return withImplementations(async (id, args, context) => {
    const invocation: FunctionInvocation = generation ? { generation } : {};
    context.signal.addEventListener("abort", () => cancelCall(host, invocation));
    const call = invokeFunction(host, { id, args }, invocation);
    watch?.(call, context);
    return (await call).result;
  });
}

/** Runs a function. Returns its result, and the questions that it was computed from. */
export async function invokeFunction(
  host: FunctionHost,
  { id, args }: Pick<CallResult, "id" | "args">,
  invocation: FunctionInvocation,
): Promise<CallResult> {
  let questions: CallResult["questions"] = [];
  const onQuestions = (asked: NonNullable<CallResult["questions"]>) => void (questions = asked);
  const given = Object.assign(invocation, { onQuestions });
  const result = await hosts.run(host, () => functionById(id)(...args, given));
  return { id, args, result, questions };
}

/** Cancels a call by its invocation, in which the function has put how. */
export function cancelCall(host: FunctionHost, invocation: FunctionInvocation): void {
  hosts.run(host, () => invocation.onCanceled?.());
}

export interface RefreshingFunctions {
  readonly functions: readonly CustomFunction[];
  /** Runs the calls again that show the age of all others. Returns true if a result differs: newer calls had older answers. */
  readonly rerunAges: () => Promise<boolean>;
}

/**
 * Returns all functions for a refresh. Equal calls run once.
 * @param generation The generation that the refresh fills. Its calls are never cancelled, even if no cell makes them any
 * more: the refresh would mistake a cancelled request for a failure of the service.
 * @param record Called with each finished or failed call.
 * @param keptOf Returns the settings that a call with a kept number was asked with. @default the host's
 */
export function createRefreshingFunctions(
  host: FunctionHost,
  generation: Generation,
  record: (call: CallResult) => void,
  keptOf: KeptSettings["of"] = () => undefined,
): RefreshingFunctions {
  const made = new Map<string, RunningCall>();
  const run = async ({ id, args, cells }: Omit<RunningCall, "result">): Promise<unknown> => {
    const settings = keptOf({ id, args: normalizeArguments(args) });
    try {
      const call = await invokeFunction(host, { id, args }, { generation, ...(settings && { settings }) });
      record({ ...call, settings, cells });
      return call.result;
    } catch (error) {
      record({ id, args, settings, result: undefined, misspelt: misspeltIn(error), cells });
      throw error;
    }
  };
  const start = (id: string, args: unknown[]): RunningCall => {
    const call = { id, args, cells: new Set<string>() };
    return { ...call, result: run(call) };
  };
  const functions = withImplementations((id, args, { address }) => {
    const key = `${id} ${JSON.stringify(args)}`;
    const call = made.get(key) ?? start(id, args);
    made.set(key, call);
    call.cells.add(address);
    return call.result;
  });
  const rerunAges = async () => {
    const ages = [...made.values()].filter(({ id }) => id === "ASOF");
    const differ = ages.map(async (call) => {
      const [before, after] = [call.result, run(call)];
      call.result = after;
      const [one, other] = await Promise.allSettled([before, after]);
      return JSON.stringify(one) !== JSON.stringify(other);
    });
    return (await Promise.all(differ)).includes(true);
  };
  return { functions, rerunAges };
}

/** Returns the name that a call's error is about; undefined for any other error. */
function misspeltIn(error: unknown): MisspeltName | undefined {
  if (!(error instanceof Error) || !isInsightsError(error.cause) || !error.cause.mistake) return undefined;
  const { argument, wrong } = error.cause.mistake;
  return { argument, wrong, message: error.message };
}

interface RunningCall {
  readonly id: string;
  readonly args: unknown[];
  /** The cells that make it, which grow while the workbook calculates. */
  readonly cells: Set<string>;
  result: Promise<unknown>;
}

/** Returns the functions as Excel is told of them: each with its arguments, in words. */
export function describeFunctions() {
  return metadata.functions.map(({ id, description, parameters }) => ({ id, description, parameters }));
}

function withImplementations(
  run: (id: string, args: unknown[], call: CallContext) => Promise<unknown>,
): CustomFunction[] {
  return metadata.functions.map((description) => ({
    metadata: description,
    namespace: NAMESPACE,
    run: (args, call) => run(description.id, args, call),
  }));
}

/** Opens a session without sending anything. Throws an error of usage if the address is not allowed. */
export function openSession(connection: Connection, fetch: typeof globalThis.fetch): Session {
  // The engine starts all calls of a pass in one macrotask, so one batch has all their questions.
  const session = createSession({ fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  try {
    session.connect(connection);
  } catch (error) {
    if (!isInsightsError(error)) throw error;
    throw createFailure(
      "usage",
      `${error.message} Check INSIGHTS_URL${connection.baseUrl ? " and INSIGHTS_BASE_URL" : ""}.`,
    );
  }
  return session;
}

function functionById(id: string): FunctionBody {
  const found = (functions as unknown as Record<string, FunctionBody>)[id];
  if (!found) throw new Error(`functions.json names the function ${id}, which does not exist.`);
  return found;
}
