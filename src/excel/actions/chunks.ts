/** Loads the add-in's files when they are first needed. A server or a network may fail for a moment. */

/** Milliseconds between the attempts. */
const PAUSES = [500, 2_000, 5_000] as const;

/** Users see this message in a cell and in the pane. */
const MESSAGE =
  "A part of the add-in could not be loaded. Check the network, then open the Insights pane and choose Try again. " +
  "If that does not help, the add-in has been updated: close the workbook and open it again.";

/** Loads a chunk by its name. webpack forgets a failed chunk, so the next call requests it again. */
export type LoadChunk = (name: string) => Promise<unknown>;

/** Returns a `load` that retries with longer and longer pauses. */
export function withRetries(load: LoadChunk, wait: (milliseconds: number) => Promise<void>): LoadChunk {
  return async (name) => {
    for (const pause of PAUSES) {
      try {
        return await load(name);
      } catch {
        await wait(pause);
      }
    }
    try {
      return await load(name);
    } catch (cause) {
      throw new Error(MESSAGE, { cause });
    }
  };
}
