/** The runtime's settings and ledger, which exist from the start, and the code that is loaded later. */
import type { Session } from "../insights";
import type { WorkbookSettings } from "../saved/settings";
import { createLedger, type Run } from "../workbook/ledger/ledger";
import { createPause } from "../workbook/pause";

const MINUTE = 60_000;

export const settings: { current: WorkbookSettings } = { current: {} };

export const fetchingPause = createPause(settings);

/** The client, and the functions by their ids, once their code is loaded. */
export const loaded: { session?: Session; functions?: Readonly<Record<string, Run>> } = {};

/** Returns the milliseconds after which an answer is stale. While offline or paused, answers are never stale. */
export function maxAge(): number {
  const { maxAge: minutes } = settings.current;
  return loaded.session?.connected && !fetchingPause.isOn() && minutes ? minutes * MINUTE : Infinity;
}

export const ledger = createLedger({
  now: () => Date.now(),
  maxAge,
  settings: () => settings.current,
  connected: () => loaded.session?.address,
});
