/**
 * Updates cells that do not show the last refresh. Tries when the workbook is opened, and when the user selects another cell,
 * which ends the editing of a cell.
 */
import { onActiveCell } from "../../workbook/insertion";
import { showUnshown } from "../../workbook/refresh/unshown";
import { runInBackground, setState, stopperOf, waitOf, type StoreContext } from "../context";

/**
 * @param idle Fulfilled when no refresh is running.
 * @returns a function that tries now
 */
export function watchUnshown(context: StoreContext, idle: () => Promise<void>): () => Promise<void> {
  const { ledger, session, now } = context;
  let isShowing = false;
  let stop: (() => void) | undefined;
  const tryAgain = async () => {
    if (isShowing) return;
    isShowing = true;
    await idle();
    await runInBackground(context, async () => {
      await showUnshown({ ledger, session, now, wait: waitOf(context) });
    });
    isShowing = false;
    follow();
  };
  const follow = () => {
    if (ledger.isUnshown) stop ??= stopperOf(onActiveCell(() => void tryAgain()));
    else stop = void stop?.();
  };
  ledger.subscribe(() => {
    if (ledger.late !== context.state.unsettled) setState(context, { unsettled: ledger.late });
    if (!isShowing) follow();
  });
  if (ledger.isUnshown) void tryAgain();
  return tryAgain;
}
