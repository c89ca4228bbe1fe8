/** Saves the ledger a few seconds after cells made calls, and follows what other users saved. */
import { UnansweredError } from "../workbook/cells/runExcel";
import type { LedgerEvent } from "../workbook/ledger/ledger";
import { readAgain } from "./readWorkbook";
import type { Starter } from "./start";
import { runtimeLedger } from "./runtime";
import { wait } from "./wait";

/** Milliseconds between the first call and the save, which is for all calls meanwhile. */
const DELAY = 3_000;

let scheduled: ReturnType<typeof setTimeout> | undefined;
let hasReturned = false;
let saving: Promise<void> = Promise.resolve();

/** Saves new results. If all calls were answered from the ledger, only follows other users, who may have saved newer numbers. */
export function scheduleSave(event: LedgerEvent, starter: Starter): void {
  if (event === "failed" || event === "edited" || event === "adopted") return;
  hasReturned ||= event === "returned";
  scheduled ??= setTimeout(() => {
    const isNew = hasReturned;
    [scheduled, hasReturned] = [undefined, false];
    // One save at a time. A workbook that cannot be written, such as a read-only one, still calculates; the next call saves it.
    saving = saving
      .then(() => saveOrFollow(starter, isNew))
      .catch((error: unknown) => {
        hasReturned ||= isNew;
        // Nothing else tells that Excel answers again.
        if (error instanceof UnansweredError) scheduleSave("returned", starter);
      });
  }, DELAY);
}

async function saveOrFollow({ started }: Starter, isNew: boolean): Promise<void> {
  const load = () => import(/* webpackChunkName: "refresh" */ "../workbook/refresh/autosave");
  const [{ autosave, followOthers }, { session }] = await Promise.all([load(), started(), readAgain()]);
  await (isNew ? autosave : followOthers)({
    session,
    ledger: runtimeLedger,
    now: Date.now,
    wait,
  });
}
