/** Saves the ledger in the workbook, once for all calls that return meanwhile. */
import { readAgain } from "./reading";
import type { Starter } from "./start";
import { ledger } from "./state";
import { wait } from "./waiting";

/** Milliseconds after a call has returned in which others are awaited before the ledger is saved. */
const SAVE_DELAY = 3_000;

let saving: ReturnType<typeof setTimeout> | undefined;

export function scheduleSave({ started }: Starter): void {
  saving ??= setTimeout(() => {
    saving = undefined;
    // A workbook that cannot be written, such as one opened to be read, still calculates.
    const load = () => import(/* webpackChunkName: "keeping" */ "../workbook/refresh/keeping");
    void Promise.all([load(), started(), readAgain()])
      .then(([{ keepLedger }, { session }]) => keepLedger({ session, ledger, now: Date.now, wait }))
      .catch(() => {});
  }, SAVE_DELAY);
}
