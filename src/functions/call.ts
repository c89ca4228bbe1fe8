/**
 * One call while it is worked out, for all cells that make it alike (run.ts). A function is written as if all that it asks for
 * were in memory. Where something is not, the call is put off: it waits, in one list with all others that lack the same, and
 * runs anew when that is there. So what memory answers takes no promise.
 */
import { createMemory, type Answer, type Generation, type Memory } from "../insights";
import { getHost } from "./host";

/** What a call tells about itself; the metadata tool wants the full type in the declarations. */
export interface FunctionInvocation {
  isInValuePreview?: unknown;
  onCanceled?: () => void;
  /** The generation that a refresh is filling; Excel's own calls have none. */
  generation?: Generation;
  /** Receives the answers that the result was computed from, once, before the result. */
  onAnswers?: (answers: readonly Answer[]) => void;
}

/** How a call asks, and where it finds what calls before it have worked out. It is itself what joins a question. */
export interface CellCall {
  readonly memory: Memory;
  readonly generation: Generation | undefined;
  /** Answered from memory or not at all, as in a preview. */
  readonly memoryOnly: boolean;
  /** Fetching is paused in the workbook. */
  readonly isPaused: boolean;
  /** The answers that it has taken. */
  readonly answers: Answer[];
  /** Its cells have their results, or want none. */
  isOver: boolean;
  /** For how much it waits. */
  lacking: number;
  /** What has come of that which it waited for: failures are kept nowhere else, and a refresh listens to each question. */
  heard: Heard | undefined;
  /** Runs it when it lacks nothing any more. */
  again: (() => void) | undefined;
}

/** How something ended; the same for all that waited for it. */
interface Outcome {
  readonly key: string;
  readonly value?: unknown;
  readonly error?: unknown;
}

interface Heard {
  readonly outcome: Outcome;
  readonly before: Heard | undefined;
}

/** Ends a run of a call that has to wait. It reaches nobody but the one who runs it. */
const PUT_OFF = new Error("The call waits.");

/** What is remembered for a call: by the generation that it asks, or by nobody where nothing is connected. */
export function memoryOf(invocation: FunctionInvocation | undefined): Memory {
  return (invocation?.generation ?? getHost().session.generation)?.memory ?? createMemory();
}

export function createCall(invocation: FunctionInvocation | undefined, memory: Memory): CellCall {
  const generation = invocation?.generation;
  const isPaused = isPausedFor(invocation);
  return {
    memory,
    generation,
    memoryOnly: isPaused || Boolean(invocation?.isInValuePreview),
    isPaused,
    answers: [],
    isOver: false,
    lacking: 0,
    heard: undefined,
    again: undefined,
  };
}

function isPausedFor(invocation: FunctionInvocation | undefined): boolean {
  return !invocation?.generation && getHost().isPaused?.() === true;
}

/** Whether a call for this invocation would be worked out as that call is, so that its cell may wait for that. */
export function isAlike({ generation, memoryOnly }: CellCall, invocation: FunctionInvocation | undefined): boolean {
  if (memoryOnly || invocation?.isInValuePreview || isPausedFor(invocation)) return false;
  return generation === invocation?.generation;
}

/** What `ask` brings, once it is there: until then the call is put off. `key` tells it from all else that the call asks for. */
export function obtain<T>(call: CellCall, key: string, ask: () => Promise<T>): T {
  for (let { heard } = call; heard; heard = heard.before) {
    if (heard.outcome.key === key) return take<T>(heard.outcome);
  }
  const promise = ask();
  const waiting = call.memory.recall(promise, "waiting", () => tellAll(key, promise));
  if (waiting.outcome) return take<T>(waiting.outcome);
  call.lacking += 1;
  waiting.calls.push(call);
  throw PUT_OFF;
}

function take<T>(outcome: Outcome): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value as T;
}

/** The calls that wait for one promise, until it has an outcome. */
interface Waiting {
  readonly calls: CellCall[];
  outcome?: Outcome;
}

function tellAll(key: string, promise: Promise<unknown>): Waiting {
  const waiting: Waiting = { calls: [] };
  const tell = (outcome: Outcome) => {
    waiting.outcome = outcome;
    for (const call of waiting.calls.splice(0)) {
      call.heard = { outcome, before: call.heard };
      call.lacking -= 1;
      if (call.lacking === 0 && !call.isOver) call.again?.();
    }
  };
  promise.then(
    (value) => tell({ key, value }),
    (error: unknown) => tell({ key, error }),
  );
  return waiting;
}

type Works<T extends readonly unknown[]> = { readonly [At in keyof T]: () => T[At] };

/** All of them: what several lack is waited for together. */
export function together<T extends readonly unknown[]>(works: Works<T>): T {
  let isPutOff = false;
  const values = works.map((work) => {
    try {
      return work();
    } catch (error) {
      if (error !== PUT_OFF) throw error;
      isPutOff = true;
      return undefined;
    }
  });
  if (isPutOff) throw PUT_OFF;
  return values as unknown as T;
}

/** What the work comes to, or undefined where the call has been put off. */
export function attempt<Query, Result>(
  workOut: (query: Query, call: CellCall) => Result,
  query: Query,
  call: CellCall,
): Result | undefined {
  try {
    return workOut(query, call);
  } catch (error) {
    if (error === PUT_OFF) return undefined;
    throw error;
  }
}

/** Ends what the call waits for, as far as nobody else does. */
export function cancel(call: CellCall): void {
  call.isOver = true;
  getHost().session.leave(call);
}
