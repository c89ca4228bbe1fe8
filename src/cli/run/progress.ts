/** Shows the progress of a refresh on a terminal. */
import { failure, type CommandFailure } from "../../standalone/failure";

export interface RefreshProgress {
  /** Shows how many cells are calculated. Throws if the time is over. */
  readonly calculated: (done: number, total: number) => void;
  /** Shows that the file is written. Throws if the time is over. */
  readonly writing: () => void;
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Removes the progress from the terminal and stops the time. */
  readonly end: () => void;
}

/** Milliseconds between two changes of the terminal. */
const PAUSE = 100;

/**
 * Starts the time of a refresh.
 * @param show Replaces the line of the terminal.
 * @param timeout Milliseconds that the refresh may take. A long calculation delays timers, so each step checks the time too.
 */
export function startProgress(show: (line: string) => void, timeout: number): RefreshProgress {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  const startedAt = performance.now();
  let shownAt = -Infinity;
  const checkTime = (now: number) => {
    if (now - startedAt <= timeout) return;
    abort.abort();
    throw timeOver(timeout);
  };
  return {
    signal: abort.signal,
    calculated(done, total) {
      const now = performance.now();
      checkTime(now);
      if (now - shownAt < PAUSE) return;
      shownAt = now;
      show(`${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} cells calculated`);
    },
    writing() {
      checkTime(performance.now());
      show("writing");
    },
    end() {
      clearTimeout(timer);
      show("");
    },
  };
}

/** Creates the error for a refresh that took longer than `timeout` milliseconds. */
export function timeOver(timeout: number): CommandFailure {
  const minutes = timeout / 60_000;
  return failure(
    "timeout",
    `It took longer than ${minutes} ${minutes === 1 ? "minute" : "minutes"}. Allow more with --timeout MINUTES.`,
  );
}
