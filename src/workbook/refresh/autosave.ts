/** Saves the results of new calls, and updates cells after newer answers and other users' saves. */
import { isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { follow, loadUnknown, loadUnshown, type FollowOptions } from "./follow";
import { recordFirstRuns } from "./runs";

/**
 * Saves the ledger, and updates cells that differ from it or show older answers. If the workbook has no saved entries, cells
 * without an entry ask first.
 */
export async function autosave(options: FollowOptions): Promise<void> {
  const { ledger, isPaused = () => false } = options;
  // Another user may have saved something since the workbook was opened.
  if (!ledger.workbook.isSaved) await loadLedger(ledger);
  if (!ledger.workbook.isSaved && !isPaused()) await (await loadUnknown()).askUnknown(options);
  recordFirstRuns(ledger);
  await saveLedger(ledger);
  await follow(options);
  await showNow(options);
}

/**
 * Loads what another user saved, since Excel raises no event for it. Without this, cells that calculate again would show this
 * ledger's results, which the other user's refresh may have replaced.
 */
export async function followOthers(options: FollowOptions): Promise<void> {
  const { ledger } = options;
  if (!(await isWrittenByOthers(ledger))) return;
  await loadLedger(ledger);
  await follow(options);
  await showNow(options);
}

async function showNow(options: FollowOptions): Promise<void> {
  if (options.ledger.isUnshown) await (await loadUnshown()).showUnshown(options);
}
