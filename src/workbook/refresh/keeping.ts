/** What follows when cells have made new calls: the workbook keeps their results, and its other cells agree with them. */
import { follow, loadUnshown, type FollowingOptions } from "./following";
import { saveLedger } from "../ledger/savedLedger";

/** Keeps the ledger in the workbook, and has cells follow that show something else than it holds, or than was answered since. */
export async function keepLedger(options: FollowingOptions): Promise<void> {
  const { ledger, session } = options;
  await follow(options);
  if (await saveLedger(ledger)) {
    // Somebody else knows newer numbers than are in memory here.
    session.forget();
    ledger.isUnshown = true;
  }
  if (ledger.isUnshown) await (await loadUnshown()).showUnshown(options);
}
