import { unlessAborted } from "./signals";

/** Time, handed in so that a test decides when it passes. */
export interface Timers {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `run` once, after so many milliseconds; the returned function calls it off. */
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
 * Does `work`, but settles after so many milliseconds with `late()`, or at once when `signal` aborts, with its reason.
 * Either way `work`'s own signal aborts; that it obeys is not relied on.
 */
export async function withLimit<T>(
  timers: Timers,
  milliseconds: number,
  signal: AbortSignal | undefined,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const callOff = timers.after(milliseconds, () => controller.abort(late()));
  const follow = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", follow);
  try {
    return await unlessAborted(work(controller.signal), controller.signal);
  } finally {
    callOff();
    signal?.removeEventListener("abort", follow);
  }
}

/** Resolves after so many milliseconds, or rejects with the signal's reason. */
export async function pause(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let callOff: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => {
    callOff = timers.after(milliseconds, resolve);
  });
  await unlessAborted(passed, signal).finally(callOff);
}
