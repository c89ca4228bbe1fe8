/** Fetching that a workbook has paused: its cells keep what they show, and new questions wait for a refresh. */
import type { WorkbookSettings } from "../saved/settings";

export interface Pause {
  /** Functions may ask the service for nothing now. */
  readonly isOn: () => boolean;
  /** Lets functions send requests during a user's refresh: cells make new calls when they show its results. */
  readonly lift: <T>(refresh: () => Promise<T>) => Promise<T>;
}

export function createPause(settings: { readonly current: WorkbookSettings }): Pause {
  let lifted = 0;
  return {
    isOn: () => settings.current.paused === true && lifted === 0,
    async lift(refresh) {
      lifted += 1;
      try {
        return await refresh();
      } finally {
        lifted -= 1;
      }
    },
  };
}
