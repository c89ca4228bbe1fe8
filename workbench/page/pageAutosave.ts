/** Saves the workbook in this browser after each change, so it survives a reload. */
import type { StorageEntry } from "./storage";

export interface PageAutosave {
  /** Saves soon: once there has been no change for a while. */
  schedule(): void;
  saveNow(): void;
  /** Stops saving. */
  stop(): void;
}

/** Milliseconds without a change after which the workbook is saved. */
const QUIET_PERIOD = 500;

const TOO_LARGE = "The workbook is too large to store in this browser. A reload loses your changes.";

/** Stores the result of `takeSnapshot`. Calls `onFailure` with a message if that fails. */
export function createAutosave(
  entry: StorageEntry,
  takeSnapshot: () => unknown,
  onFailure: (message: string) => void,
): PageAutosave {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const saveNow = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    try {
      entry.write(JSON.stringify(takeSnapshot()));
    } catch {
      onFailure(TOO_LARGE);
    }
  };
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(saveNow, QUIET_PERIOD);
    },
    saveNow,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
