/** Snapshots: sheets beside the live ones that hold their values as of a moment. */
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { selectCell } from "../../workbook/insertion";
import { awaitResults } from "../../workbook/awaitResults";
import type { Ledger } from "../../workbook/ledger/ledger";
import type { SnapshotScope } from "../../workbook/snapshot/sources";
import { runAction, setState, waitOf, type StoreContext } from "../context";
import { messages } from "../messages";
import type { ActionResult } from "../sharedState";

export interface SnapshotActions {
  /** Takes a snapshot of each sheet of the scope, or none if one of them cannot be taken. */
  readonly takeSnapshots: (scope: SnapshotScope) => Promise<void>;
  /** Shows the snapshot's sheet, by the id of the snapshot. */
  readonly showSnapshot: (id: string) => Promise<void>;
  /** Deletes the snapshot's sheet. */
  readonly removeSnapshot: (id: string) => Promise<void>;
}

/** Runs an action on the workbook unless another is running, and takes the inventory again. */
export type RunAlone = (action: () => Promise<ActionResult | undefined>) => Promise<void>;

const load = () => import(/* webpackChunkName: "reports" */ "../../workbook/snapshot/snapshot");

/** @param run Runs an action on the workbook, one at a time. */
export function createSnapshotActions(context: StoreContext, run: RunAlone): SnapshotActions {
  const { ledger, now } = context;
  return {
    takeSnapshots: (scope) =>
      run(async () => {
        const { takeSnapshots } = await load();
        requireShown(ledger);
        await awaitResults(ledger, waitOf(context));
        const { notes, ...taken } = await takeSnapshots({ ledger, scope, now });
        setState(context, { notes });
        return { action: "snapshot", ...taken };
      }),
    showSnapshot: (id) => runAction(context, () => showListed(context.state.inventory?.snapshots, id)),
    removeSnapshot: (id) => run(async () => void (await (await load()).removeSnapshot(id))),
  };
}

/** Selects the first cell of a sheet that the inventory lists under this id. */
export async function showListed(
  listed: readonly { readonly id: string; readonly sheet: string }[] | undefined,
  id: string,
): Promise<void> {
  const found = listed?.find((each) => each.id === id);
  if (found) await selectCell(formatSheetPosition({ sheet: found.sheet, row: 0, column: 0 }));
}

/** Values are kept for good: no cell may show a number that a refresh has replaced. */
export function requireShown({ isUnshown }: Ledger): void {
  if (isUnshown) throw new Error(messages.unshown);
}
