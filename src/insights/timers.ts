import { unlessAborted } from "./signals";

/** The clock, passed in so a test controls it. */
export interface Timers {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `run` once after this many milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Settles as `work` does. Rejects with `late()` after this many milliseconds, and with the reason of `signal` when that aborts;
 * either aborts the signal of `work`, which may ignore it.
 */
export async function withLimit<T>(
  timers: Timers,
  milliseconds: number,
  signal: AbortSignal,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const cancel = timers.after(milliseconds, () => controller.abort(late()));
  const follow = () => controller.abort(signal.reason);
  signal.addEventListener("abort", follow);
  try {
    return await unlessAborted(work(controller.signal), controller.signal);
  } finally {
    cancel();
    signal.removeEventListener("abort", follow);
  }
}

/** Resolves after this many milliseconds, or rejects with the signal's reason. */
export async function pause(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let cancel: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => {
    cancel = timers.after(milliseconds, resolve);
  });
  await unlessAborted(passed, signal).finally(cancel);
}
