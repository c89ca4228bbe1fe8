/** Calls the functions as Excel does, over a real session whose service is handed in. */
import type { FunctionInvocation } from "../../../src/numbers/functions/query";
import * as functions from "../../../src/numbers/functions/functions";
import metadata from "../../../src/numbers/functions/functions.json";
import { setHost, type ErrorCode, type FunctionHost, type Settings } from "../../../src/numbers/functions/host";
import { createSession, type Generation, type Session, type SessionOptions } from "../../../src/insights";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../sandbox/sandbox";
import { cellError } from "./cellError";

export type FunctionName = keyof typeof functions;
// What a cell shows has the shape that the test itself asserts.
/* oxlint-disable typescript/no-explicit-any */
type Run = (...values: unknown[]) => Promise<any>;

export const FUNCTION_NAMES = Object.keys(functions) as FunctionName[];

export interface Invocation {
  isInValuePreview?: unknown;
  onCanceled?: () => void;
  generation?: Generation;
  onQuestions?: FunctionInvocation["onQuestions"];
  onFigure?: FunctionInvocation["onFigure"];
}

export interface ExcelOptions extends Partial<SessionOptions> {
  apiKey?: string;
  settings?: Settings;
  dateSystem?: 1900 | 1904;
  /** @default true */
  connected?: boolean;
}

export interface Excel {
  /** Arguments by name; what is left out is null, and a single value for a range is a range of one cell. */
  call(name: FunctionName, given?: Record<string, unknown>, invocation?: Invocation): Promise<any>;
  /** Path and query of every request to the Insights endpoints, in order. */
  readonly requests: string[];
  readonly session: Session;
}

export interface Failure extends Error {
  code: ErrorCode;
}

const STANDING_STILL = { now: () => Date.UTC(2026, 2, 31, 12), after: () => () => {} };

export function open(fetch: typeof globalThis.fetch, options: ExcelOptions = {}): Excel {
  const { apiKey = "key", settings = {}, dateSystem = 1900, connected = true, ...sessionOptions } = options;
  const requests: string[] = [];
  const session = createSession({
    fetch: (input, init) => {
      const [, request] = /\/insights\/v1(.*)$/.exec(input as string) ?? [];
      if (request !== undefined) requests.push(request);
      return fetch(input, init);
    },
    // Calls that a test makes together are one recalculation, which ends when the event loop turns. No time passes.
    scheduleBatch: (flush) => void setImmediate(flush),
    timers: STANDING_STILL,
    ...sessionOptions,
  });
  if (connected) session.connect({ appUrl: "https://planning.example", credentials: { apiKey } });
  const host: FunctionHost = { session, settings: () => settings, dateSystem, cellError };
  const call: Excel["call"] = (name, given, invocation) => {
    setHost(host);
    return (functions[name] as Run)(...argumentsOf(name, given ?? {}, invocation ?? {}));
  };
  return { call, requests, session };
}

/** Over the sandbox, with its key for everything that the functions need. */
export function openSandbox(
  sandboxOptions: SandboxOptions = {},
  options: ExcelOptions = {},
): Excel & { sandbox: Sandbox } {
  const sandbox = createSandbox(sandboxOptions);
  return { ...open(sandbox.fetch, { apiKey: sandbox.apiKey, ...options }), sandbox };
}

/** What a call fails with; a call that gives a value fails the test. */
export async function failure(call: Promise<unknown>): Promise<Failure> {
  return call.then(
    (value) => {
      throw new Error(`A failure was expected, not ${JSON.stringify(value)}.`);
    },
    (error: Failure) => error,
  );
}

function argumentsOf(name: FunctionName, given: Record<string, unknown>, invocation: Invocation): unknown[] {
  const declared = metadata.functions.find(({ id }) => id === name)!;
  const unknown = Object.keys(given).filter((key) => !declared.parameters.some((parameter) => parameter.name === key));
  if (unknown.length > 0) throw new Error(`${name} has no argument ${unknown.join(", ")}.`);
  const values = declared.parameters.map((parameter) => {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : null;
    const isRange = "dimensionality" in parameter && parameter.dimensionality === "matrix";
    return isRange && value !== null && !Array.isArray(value) ? [[value]] : value;
  });
  return "options" in declared && "cancelable" in declared.options ? [...values, invocation] : values;
}
