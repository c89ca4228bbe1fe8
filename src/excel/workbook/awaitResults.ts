/** Waiting until cells show what their functions have returned, before their values are taken for good. */
import { QUIET_LOOKS, watchCalls } from "./ledger/quiet";
import type { Ledger } from "./ledger/ledger";

/** So many looks are ten seconds. */
const MOST_LOOKS = 100;

const STILL_PENDING = "Some cells are still being calculated. Try again when they show their values.";

/**
 * Waits until no call is pending and none has come for a second. Excel may leave an old value in a cell while its function is
 * late, so its value does not tell.
 * @param wait Waits for `milliseconds`.
 * @throws Error with a message for users if calls keep coming for ten seconds.
 */
export async function awaitResults(ledger: Ledger, wait: (milliseconds: number) => Promise<void>): Promise<void> {
  let looks = 0;
  for await (const { quiet } of watchCalls(ledger, wait)) {
    if (quiet === QUIET_LOOKS) return;
    if ((looks += 1) === MOST_LOOKS) break;
  }
  throw new Error(STILL_PENDING);
}
