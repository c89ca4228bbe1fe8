/** The runtime's settings and ledger, which exist from the start, and the code that is loaded later. */
import type { Session } from "../../insights";
import type { HeldSettings } from "../../reporting/saved/keptSettings";
import { createLedger } from "../workbook/ledger/ledger";

export const runtimeSettings: HeldSettings = { current: {} };

/** The client, and what calls a function by its id, once their code is loaded. */
export const loadedCode: { session?: Session; call?: (id: string, values: readonly unknown[]) => unknown } = {};

export const runtimeLedger = createLedger({
  now: () => Date.now(),
  settings: () => runtimeSettings.current,
  kept: () => runtimeSettings.kept,
  connected: () => loadedCode.session?.address,
});
