/** Divides long work into slices, so Excel stays responsive. */

/** A value, or a promise if it takes longer: what is known costs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>;

/** Rows in one slice: about ten milliseconds of work. */
export const SLICE = 32_768;

/** Long work; yields after each slice. */
export type Sliced<T> = Generator<void, T, void>;

/** Returns the result at once if the work fits in one slice, else a promise. Stops between slices if the signal aborts. */
export function inSlices<T>(work: Sliced<T>, signal?: AbortSignal): Awaitable<T> {
  const first = work.next();
  return first.done ? first.value : continueLater(work, signal);
}

/** Returns the result without a pause. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

async function continueLater<T>(work: Sliced<T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
  }
}
