/**
 * Calls the add-in's custom functions through Microsoft's runtime in its page. The host sends messages; the runtime returns
 * results in batches, by a method of the service named here.
 */

/** Raises messages to the runtime, each `[category, type, target, text, id]`. */
type RaiseMessages = (entries: unknown[][]) => void;

/** How a call is made. */
export interface CallOptions {
  /** The cell of the formula, such as "Sheet1!A1". */
  address: string;
  /** True if the function is told of its cancellation (`options.cancelable` of its metadata). */
  cancelable: boolean;
  /** Aborted once no cell waits for the result. */
  signal: AbortSignal;
}

export interface FunctionService {
  /**
   * Calls a function by its id, once the runtime is ready. Rejects with a `code` such as "#N/A" and a `message`, which is ""
   * if the add-in gave none.
   */
  invoke(id: string, args: readonly unknown[], options: CallOptions): Promise<unknown>;
  /** To be called when the runtime is ready for calls. */
  start(): void;
  /** To be called with a batch of results: `[invocation, succeeded, value or message, error's number]`. */
  settle(results: readonly unknown[][]): void;
}

export const CUSTOM_FUNCTIONS_SERVICE = "Microsoft.ExcelServices.CustomFunctions";

const CATEGORY = 1;
const INVOKE = 1000;
const CANCEL = 1001;
const CANCELABLE = 1;

/** The error codes for the runtime's numbers. Any other number is a plain error that was thrown: #VALUE!. */
const CODES: Record<number, string> = { 1: "#N/A", 5: "#DIV/0!", 6: "#NUM!", 8: "#NULL!", 9: "#NAME?", 10: "#NAME?" };

interface Pending {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

export function createCustomFunctions(raise: RaiseMessages): FunctionService {
  const pending = new Map<number, Pending>();
  let waiting: unknown[][] = [];
  let last = 0;
  let start: () => void;
  const started = new Promise<void>((resolve) => (start = resolve));

  /** Sends all messages of one tick in one event. */
  const send = (type: number, content: unknown): void => {
    if (waiting.length === 0)
      queueMicrotask(() => {
        const entries = waiting;
        waiting = [];
        raise(entries);
      });
    waiting.push([CATEGORY, type, "", JSON.stringify(content), String(waiting.length)]);
  };

  const invoke: FunctionService["invoke"] = async (id, args, { address, cancelable, signal }) => {
    await started;
    signal.throwIfAborted();
    const invocation = ++last;
    return new Promise((resolve, reject) => {
      pending.set(invocation, { resolve, reject });
      send(INVOKE, [invocation, id, args, address, cancelable ? CANCELABLE : 0, null]);
      signal.addEventListener("abort", () => {
        if (!pending.delete(invocation)) return;
        if (cancelable) send(CANCEL, { invocationId: invocation });
        reject(signal.reason as Error);
      });
    });
  };

  const settle = (results: readonly unknown[][]): void => {
    for (const [invocation, succeeded, value, number] of results) {
      const call = pending.get(invocation as number);
      pending.delete(invocation as number);
      if (succeeded === true) call?.resolve(plain(value));
      else
        call?.reject({ code: CODES[number as number] ?? "#VALUE!", message: typeof value === "string" ? value : "" });
    }
  };

  return { invoke, start: () => start(), settle };
}

/** Unwraps values with a number format or another wrapping: the grid has basic values only. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value !== null && "basicValue" in value ? value.basicValue : value;
}
