/** Keeps the ledger in the workbook, and follows what other people keep there, once for all calls of a few seconds. */
import type { LedgerEvent } from "../workbook/ledger/ledger";
import { readAgain } from "./reading";
import type { Starter } from "./start";
import { fetchingPause, ledger } from "./state";
import { wait } from "./waiting";

/** Milliseconds after a call in which others are awaited. */
const DELAY = 3_000;

let waiting: ReturnType<typeof setTimeout> | undefined;
let hasReturned = false;
let keeping: Promise<void> = Promise.resolve();

/** Only what a call returns is new to the workbook; a call that is answered from the ledger may show what is old by now. */
export function keepAfter(event: LedgerEvent, starter: Starter): void {
  if (event === "failed" || event === "edited") return;
  hasReturned ||= event === "returned";
  waiting ??= setTimeout(() => {
    const isNew = hasReturned;
    [waiting, hasReturned] = [undefined, false];
    // One after the other. A workbook that cannot be written, such as one opened to be read, still calculates.
    keeping = keeping.then(() => keep(starter, isNew)).catch(() => {});
  }, DELAY);
}

async function keep({ started }: Starter, isNew: boolean): Promise<void> {
  const load = () => import(/* webpackChunkName: "autosave" */ "../workbook/refresh/autosave");
  const [{ autosave, followOthers }, { session }] = await Promise.all([load(), started(), readAgain()]);
  await (isNew ? autosave : followOthers)({
    session,
    ledger,
    now: Date.now,
    wait,
    isPaused: fetchingPause.isOn,
  });
}
