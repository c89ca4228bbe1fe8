/** What follows when cells made calls: their results are saved, and cells follow newer answers and other users. */
import { isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { follow, loadUnshown, type FollowOptions } from "./follow";

export interface AutosaveOptions extends FollowOptions {
  /** True if nothing may be asked of the service now: cells follow later. @default () => false */
  readonly isPaused?: () => boolean;
}

/**
 * Saves the ledger, and updates cells that show something else than it says, or older answers. If the workbook has no saved
 * entries, cells without an entry ask first.
 */
export async function autosave(options: AutosaveOptions): Promise<void> {
  const { ledger, isPaused = () => false } = options;
  // Another user may have saved something since the workbook was opened.
  if (!ledger.workbook.isSaved) await loadLedger(ledger);
  if (!ledger.workbook.isSaved && !isPaused()) await (await loadUnknown()).askUnknown(options);
  await saveLedger(ledger);
  if (!isPaused()) await follow(options);
  await showNow(options);
}

/**
 * Loads what another user saved; Excel tells nobody about it. Cells that calculate again show what this ledger says, which the
 * other user's refresh may have replaced.
 */
export async function followOthers(options: AutosaveOptions): Promise<void> {
  const { ledger, isPaused = () => false } = options;
  if (!(await isWrittenByOthers(ledger))) return;
  await loadLedger(ledger);
  if (!isPaused()) await follow(options);
  await showNow(options);
}

async function showNow(options: FollowOptions): Promise<void> {
  if (options.ledger.isUnshown) await (await loadUnshown()).showUnshown(options);
}

/** Few workbooks have such cells. */
function loadUnknown() {
  return import(/* webpackChunkName: "unknown" */ "./unknown");
}
