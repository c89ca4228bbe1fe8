/** Updates cells that do not show the ledger: a refresh was interrupted, or another user's refresh came in. */
import type { Session } from "../../insights";
import type { FormulaCell } from "../cells/cells";
import { isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { settle, type SettleOptions } from "./settle";

export interface FollowOptions extends SettleOptions {
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Loads what another user saved. The session's answers may be older than that user's refresh. */
export async function load(options: FollowOptions): Promise<void> {
  if (await loadLedger(options.ledger)) options.session.forget();
}

/** Saves the ledger, after what another user saved was merged into it. */
export async function save(options: FollowOptions): Promise<void> {
  if (await saveLedger(options.ledger)) options.session.forget();
}

/** Calculates the cells that do not show the ledger, if it is marked so. Only calls without an entry ask the service. */
export async function showUnshown(options: FollowOptions): Promise<readonly FormulaCell[]> {
  const { ledger } = options;
  if (!ledger.isUnshown) return [];
  if (await isWrittenByOthers(ledger)) await load(options);
  return show(options);
}

/** Calculates the cells that do not show the ledger, and saves it. Returns those that do not show it even then. */
export async function show(options: FollowOptions): Promise<readonly FormulaCell[]> {
  const { ledger } = options;
  const late = await settle(options);
  ledger.isUnshown = false;
  ledger.isUnshown = late.length > 0;
  await save(options).catch(() => {
    // The saved ledger keeps its mark, so the cells are calculated once more later.
    ledger.isUnshown = true;
  });
  return late;
}
