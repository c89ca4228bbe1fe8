/** Mends cells in error by what their messages suggest, and takes that back. */
import type { ErrorCell } from "../../workbook/errors/cellErrors";
import type { Replacement } from "../../workbook/errors/applyFix";
import { readActiveCell } from "../../workbook/insertion";
import { readErrors } from "./activity";
import { runAction, runBusy, setState, type StoreContext } from "../context";
import { followCells } from "../refresh/followedCells";

export interface ErrorActions {
  /**
   * Applies what is meant in these cells in error, such as "Sheet1!B4".
   * @param chosen The name that a person has chosen, where none was found
   */
  readonly mend: (addresses: readonly string[], chosen?: string) => Promise<void>;
  /** Restores what the last mending replaced, in cells that were not changed since. */
  readonly undoMend: () => Promise<void>;
  /** Shows what is wrong in the selected cell. */
  readonly askAboutCell: () => Promise<void>;
}

function withChoice(error: ErrorCell, meant: string | undefined): ErrorCell {
  const { choice } = error;
  return choice && meant !== undefined ? { ...error, fix: { ...choice, meant } } : error;
}

const loadFixes = () => import(/* webpackChunkName: "activity" */ "../../workbook/errors/applyFix");

/** The state of a section that is opened anew. */
export const NOTHING_ASKED = { askedCell: undefined } as const;

export function createErrorActions(context: StoreContext): ErrorActions {
  let last: readonly Replacement[] = [];
  const run = (action: () => Promise<void>) => runBusy(context, action, { mended: undefined });
  return {
    mend: (addresses, chosen) =>
      run(async () => {
        const meant = new Set(addresses);
        const { applyFixes } = await loadFixes();
        const errors = context.state.activity.failures.filter(({ address }) => meant.has(address));
        const { replaced, refused, entered } = await applyFixes(errors.map((error) => withChoice(error, chosen)));
        last = replaced;
        followCells(context);
        setState(context, { mended: { count: replaced.length, entered, refused, isUndone: false, kept: [] } });
      }),
    undoMend: () =>
      run(async () => {
        const { undoFixes } = await loadFixes();
        const kept = await undoFixes(last);
        followCells(context);
        const count = last.length - kept.length;
        last = [];
        setState(context, { mended: { count, entered: 0, refused: [], isUndone: true, kept } });
      }),
    askAboutCell: () =>
      runAction(context, async () => {
        setState(context, { section: "activity", askedCell: undefined });
        const { address } = await readActiveCell();
        const failures = await readErrors(context);
        setState(context, { askedCell: address, activity: { ...context.state.activity, failures } });
      }),
  };
}
