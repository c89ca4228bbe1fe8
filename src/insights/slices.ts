/** Long work in slices, so that Excel stays usable meanwhile. */
import type { Awaitable } from "./awaitable";

/** Rows that are worked on in one go: some ten milliseconds. */
export const SLICE = 32_768;

/** Work that may take long: it yields when others should have their turn. */
export type Sliced<T> = Generator<void, T, void>;

/** What the work comes to: at once where it is no longer than a slice, else later. Ends between slices when the signal aborts. */
export function inSlices<T>(work: Sliced<T>, signal?: AbortSignal): Awaitable<T> {
  const first = work.next();
  return first.done ? first.value : continueLater(work, signal);
}

async function continueLater<T>(work: Sliced<T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
  }
}
