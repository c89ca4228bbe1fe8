/** The add-in's files that load when they are needed. A server or a network may fail to give one for a moment. */

/** Milliseconds between the tries. */
const PAUSES = [500, 2_000, 5_000] as const;

/** The message is for people: it is in a cell, and in the pane. */
const MESSAGE =
  "A part of the add-in could not be loaded. Check the network, then open the Insights pane and choose Try again. " +
  "If that does not help, the add-in has been updated: close the workbook and open it again.";

/** Loads a chunk by its name. webpack forgets one that has failed, so that the next call asks the server anew. */
export type LoadChunk = (name: string) => Promise<unknown>;

/** As `load`, but tries again before it gives up, with longer and longer pauses. */
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

/** Work that is done once for all who ask. Where it has failed, the next who asks has it done anew. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}
