/** What the runtime has of its workbook from the first moment, and what comes later. */
import type { Session } from "../insights";
import type { WorkbookSettings } from "../saved/settings";
import { createLedger, type Run } from "../workbook/ledger/ledger";
import { createPause } from "../workbook/pause";

const MINUTE = 60_000;

export const settings: { current: WorkbookSettings } = { current: {} };

export const fetchingPause = createPause(settings);

/** The client and the functions by their ids, as soon as their code has come. */
export const loaded: { session?: Session; functions?: Readonly<Record<string, Run>> } = {};

/** Milliseconds after which an answer is asked for anew. Off line and while fetching is paused the last one is shown, however old. */
export function maxAge(): number {
  const { maxAge: minutes } = settings.current;
  return loaded.session?.connected && !fetchingPause.isOn() && minutes ? minutes * MINUTE : Infinity;
}

export const ledger = createLedger({ now: () => Date.now(), maxAge, settings: () => settings.current });
