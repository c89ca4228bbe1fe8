/**
 * Looks now and every minute whether another user has refreshed the workbook, and adopts that refresh. Excel raises no event for it.
 * A look reads the index of the saved ledger only; it is left out while a cell is being edited, and during a refresh. If the workbook
 * has no saved ledger, the first look finds out whether its cells show numbers of unknown age.
 */
import { isEditing } from "../../workbook/refresh/editMode";
import { noteUnknownAge } from "../activity/activity";
import { reload, setState, waitOf, type StoreContext } from "../context";

const MINUTE = 60_000;

/** Notes that the workbook has just adopted a refresh. */
export function noteAdopted(context: StoreContext): void {
  setState(context, { adoptedAt: context.now() });
}

/** @returns a function that stops looking */
export function watchOthers(context: StoreContext): () => void {
  const { session, ledger, now } = context;
  const look = async () => {
    if (context.state.progress || (await isEditing())) return;
    const { followOthers } = await import(/* webpackChunkName: "refresh" */ "../../workbook/refresh/autosave");
    await followOthers({ session, ledger, now, wait: waitOf(context) });
    // Another user restores settings that were lost, and nothing else reads them while nothing calculates.
    if (ledger.workbook.hasUnknown || context.settings.kept) await reload(context);
    if (ledger.workbook.hasUnknown) noteUnknownAge(context);
  };
  let isWatched = true;
  let cancel: (() => void) | undefined;
  const lookInTurn = async () => {
    // If a look fails, the next one tries again.
    await look().catch(() => undefined);
    if (isWatched) cancel = context.after(MINUTE, () => void lookInTurn());
  };
  void lookInTurn();
  return () => {
    isWatched = false;
    cancel?.();
  };
}
