/** Snapshots: sheets beside the live ones that hold their values as of a moment. */
import { formatSheetPosition } from "../grid/address";
import type * as WorkbookRoom from "../workbook/chunk";
import { selectCell } from "../workbook/insertion";
import { awaitResults } from "../workbook/lateResults";
import type { Ledger } from "../workbook/ledger/ledger";
import type { SnapshotScope } from "../workbook/snapshot/sources";
import { runAction, waitOf, type StoreContext } from "./context";
import { messages } from "./messages";
import type { ActionResult } from "./state";

export interface SnapshotActions {
  /** Takes a snapshot of each sheet of the scope, or none if one of them cannot be taken. */
  readonly takeSnapshots: (scope: SnapshotScope) => Promise<void>;
  /** Shows the snapshot's sheet, by the id of the snapshot. */
  readonly showSnapshot: (id: string) => Promise<void>;
  /** Deletes the snapshot's sheet. */
  readonly removeSnapshot: (id: string) => Promise<void>;
}

/** Runs an action on the workbook unless another is running, and takes the inventory again. */
export type RunAlone = (action: (workbook: typeof WorkbookRoom) => Promise<ActionResult | undefined>) => Promise<void>;

/** @param run Runs an action on the workbook, one at a time. */
export function createSnapshotActions(context: StoreContext, run: RunAlone): SnapshotActions {
  const { ledger, now } = context;
  return {
    takeSnapshots: (scope) =>
      run(async ({ takeSnapshots }) => {
        requireShown(ledger);
        await awaitResults(ledger, waitOf(context));
        return { action: "snapshot", ...(await takeSnapshots({ ledger, scope, now })) };
      }),
    showSnapshot: (id) => runAction(context, () => showSnapshot(context, id)),
    removeSnapshot: (id) => run(async ({ removeSnapshot }) => void (await removeSnapshot(id))),
  };
}

async function showSnapshot({ state }: StoreContext, id: string): Promise<void> {
  const snapshot = state.inventory?.snapshots.find((each) => each.id === id);
  if (snapshot) await selectCell(formatSheetPosition({ sheet: snapshot.sheet, row: 0, column: 0 }));
}

/** Values are kept for good: no cell may show a number that a refresh has replaced. */
export function requireShown({ isUnshown }: Ledger): void {
  if (isUnshown) throw new Error(messages.unshown);
}
