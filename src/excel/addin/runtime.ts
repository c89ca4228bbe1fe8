/** The runtime's settings and ledger, which exist from the start, and the code that is loaded later. */
import type { Session } from "../../insights";
import type { HeldSettings } from "../../reporting/saved/keptSettings";
import { createLedger } from "../workbook/ledger/ledger";

export const settings: HeldSettings = { current: {} };

/** The client, and what calls a function by its id, once their code is loaded. */
export const loaded: { session?: Session; call?: (id: string, values: readonly unknown[]) => unknown } = {};

export const ledger = createLedger({
  now: () => Date.now(),
  settings: () => settings.current,
  kept: () => settings.kept,
  connected: () => loaded.session?.address,
});
