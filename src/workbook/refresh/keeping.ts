/** What follows when cells have made calls: the workbook keeps their results, and its cells agree with them and with other people's. */
import { isAnyKept, isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { follow, loadUnshown, type FollowingOptions } from "./following";

/**
 * Keeps the ledger in the workbook, and has cells follow that show something else than it holds, or than was answered since. Where
 * the workbook has kept nothing so far, cells of which nothing is known ask first.
 */
export async function keepLedger(options: FollowingOptions): Promise<void> {
  if (!isAnyKept(options.ledger)) await (await loadUnknown()).askUnknown(options);
  await follow(options);
  await showNewer(options, await saveLedger(options.ledger));
}

/**
 * Has cells follow what somebody else has written, of which Excel tells nobody: cells that calculate again show what this ledger
 * holds, which another person's refresh may have replaced.
 */
export async function followOthers(options: FollowingOptions): Promise<void> {
  const { ledger } = options;
  if (await isWrittenByOthers(ledger)) await showNewer(options, await loadLedger(ledger));
}

/** @param isNewer Somebody else knows newer numbers than are in memory here. */
async function showNewer(options: FollowingOptions, isNewer: boolean): Promise<void> {
  const { ledger, session } = options;
  if (isNewer) {
    session.forget();
    ledger.isUnshown = true;
  }
  if (ledger.isUnshown) await (await loadUnshown()).showUnshown(options);
}

/** Few workbooks have such cells. */
function loadUnknown() {
  return import(/* webpackChunkName: "unknown" */ "./unknown");
}
