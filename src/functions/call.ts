/** One call of a cell while it is worked out. */
import { createMemory, type AskOptions, type Generation, type Memory, type StopSignal } from "../insights";
import { getHost } from "./host";

/** What a call tells about itself; the metadata tool wants the full type in the declarations. */
export interface FunctionInvocation {
  isInValuePreview?: unknown;
  onCanceled?: () => void;
  /** The generation that a refresh is filling; Excel's own calls have none. */
  generation?: Generation;
}

/** How a call asks, and where it finds what calls before it have worked out. */
export interface Call extends AskOptions {
  readonly memory: Memory;
}

/** In a preview it is answered from memory alone. */
export function createCall(invocation: FunctionInvocation = {}): Call {
  const { generation, isInValuePreview } = invocation;
  let signal: StopSignal | undefined;
  return {
    // Made when something is waited for: what memory answers cannot be cancelled.
    get signal() {
      return (signal ??= createSignal(invocation));
    },
    generation,
    memoryOnly: Boolean(isInValuePreview),
    memory: (generation ?? getHost().session.generation)?.memory ?? createMemory(),
  };
}

/** Aborts with the cell. Ten times lighter than an AbortController, of which a large workbook would make one a cell. */
function createSignal(invocation: FunctionInvocation): StopSignal {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_type: "abort", listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: "abort", listener: () => void) => void listeners.delete(listener),
  };
  invocation.onCanceled = () => {
    signal.aborted = true;
    for (const listener of [...listeners]) listener();
  };
  return signal;
}
