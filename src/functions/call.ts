/** One call of a cell while it is worked out. */
import { cancelled, createMemory, type AskOptions, type Generation, type Memory } from "../insights";
import { getHost } from "./host";

/** What a call tells about itself; the metadata tool wants the full type in the declarations. */
export interface FunctionInvocation {
  isInValuePreview?: unknown;
  onCanceled?: () => void;
  /** The generation that a refresh is filling; Excel's own calls have none. */
  generation?: Generation;
}

/** How a call asks, and where it finds what calls before it have worked out. It is itself what joins a question. */
export interface CellCall extends AskOptions {
  readonly memory: Memory;
  isCancelled: boolean;
}

/** In a preview it is answered from memory alone. */
export function createCall(invocation: FunctionInvocation | undefined): CellCall {
  const generation = invocation?.generation;
  return {
    generation,
    memoryOnly: Boolean(invocation?.isInValuePreview),
    memory: (generation ?? getHost().session.generation)?.memory ?? createMemory(),
    isCancelled: false,
  };
}

/** What the call comes to, or at once that it was cancelled. What it waited for is called off when nobody else does. */
export function unlessCancelled<T>(
  invocation: FunctionInvocation | undefined,
  call: CellCall,
  result: Promise<T>,
): Promise<T> {
  if (!invocation) return result;
  return new Promise((resolve, reject) => {
    invocation.onCanceled = () => {
      call.isCancelled = true;
      getHost().session.leave(call);
      reject(cancelled());
    };
    result.then(resolve, reject);
  });
}
