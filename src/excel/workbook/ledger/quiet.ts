/** Waiting until Excel no longer calls our functions. */
import type { Ledger } from "./ledger";

/** Milliseconds between two looks at the ledger. */
const PAUSE = 100;
/** After so many looks without a call, no further one is expected, and cells show their results: Excel collects them for up to 500 ms. */
export const QUIET_LOOKS = 10;

export interface CallsSeen {
  /** Looks since a call came or was pending. */
  readonly quiet: number;
  /** Looks since a call came or ended, with calls pending or not. */
  readonly idle: number;
}

/** Looks at the calls of cells again and again, until the caller stops. @param wait Waits for `milliseconds`. */
export async function* watchCalls(
  ledger: Ledger,
  wait: (milliseconds: number) => Promise<void>,
): AsyncGenerator<CallsSeen, never> {
  let events = 0;
  const stop = ledger.subscribe(() => (events += 1));
  try {
    for (let quiet = 0, idle = 0; ;) {
      const before = events;
      await wait(PAUSE);
      const isPending = ledger.entries().some(({ state, addresses }) => state === "waiting" && addresses.size > 0);
      [quiet, idle] = events === before ? [isPending ? 0 : quiet + 1, idle + 1] : [0, 0];
      yield { quiet, idle };
    }
  } finally {
    stop();
  }
}
