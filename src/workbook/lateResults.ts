/** Waiting until cells show what their functions have returned, before their values are taken for good. */
import type { Ledger } from "./ledger/ledger";

/** Milliseconds without a call after which cells show their results: Excel takes up to half a second to show one. */
const QUIET = 1_000;
const MAX_TRIES = 10;

const STILL_PENDING = "Some cells are still being calculated. Try again when they show their values.";

/**
 * Waits until no call is pending and none has come for a second. Excel may leave an old value in a cell while its function is
 * late, so its value does not tell.
 * @param wait Waits so many milliseconds.
 * @throws Error with a message for people if calls keep coming for ten seconds.
 */
export async function awaitResults(ledger: Ledger, wait: (milliseconds: number) => Promise<void>): Promise<void> {
  let isQuiet = true;
  const stop = ledger.subscribe(() => (isQuiet = false));
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      isQuiet = true;
      await wait(QUIET);
      if (isQuiet && !ledger.entries().some(({ state }) => state === "waiting")) return;
    }
  } finally {
    stop();
  }
  throw new Error(STILL_PENDING);
}
