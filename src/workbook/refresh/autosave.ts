/** What follows when cells have made calls: the workbook keeps their results, and its cells agree with them and with other people's. */
import { isAnyKept, isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { follow, loadUnshown, takeNewer, type FollowingOptions } from "./following";

export interface KeepingOptions extends FollowingOptions {
  /** Nothing may be asked of the service now: cells follow at the next chance. @default () => false */
  readonly isPaused?: () => boolean;
}

/**
 * Keeps the ledger in the workbook, and has cells follow that show something else than it holds, or than was answered since. Where
 * the workbook has kept nothing so far, cells of which nothing is known ask first.
 */
export async function keepLedger(options: KeepingOptions): Promise<void> {
  const { ledger, isPaused = () => false } = options;
  // Somebody else may have kept something since the workbook was opened.
  if (!isAnyKept(ledger)) takeNewer(options, await loadLedger(ledger));
  if (!isAnyKept(ledger) && !isPaused()) await (await loadUnknown()).askUnknown(options);
  takeNewer(options, await saveLedger(ledger));
  if (!isPaused()) await follow(options);
  await showNow(options);
}

/**
 * Has cells follow what somebody else has written, of which Excel tells nobody: cells that calculate again show what this ledger
 * holds, which another person's refresh may have replaced.
 */
export async function followOthers(options: FollowingOptions): Promise<void> {
  const { ledger } = options;
  if (!(await isWrittenByOthers(ledger))) return;
  takeNewer(options, await loadLedger(ledger));
  await showNow(options);
}

async function showNow(options: FollowingOptions): Promise<void> {
  if (options.ledger.isUnshown) await (await loadUnshown()).showUnshown(options);
}

/** Few workbooks have such cells. */
function loadUnknown() {
  return import(/* webpackChunkName: "unknown" */ "./unknown");
}
