/** Follows the selected cell, refreshes and changed settings while a table is built. */
import { onActiveCell, readActiveCell } from "../../workbook/insertion";
import type { StoreState } from "../storeState";
import { onChanged, runInBackground, setState, stopperOf, type StoreContext } from "../context";
import { planOfTable } from "./tableOffers";
import { describe, showPreview } from "./tablePreview";
import type { TableUpdater } from "./tableWriting";
import type { HeadingActions } from "./headingActions";

interface Followed {
  readonly headingActions: HeadingActions;
  readonly update: TableUpdater;
  /** Starts a table for the workbook's plan. */
  readonly start: () => void;
  /** Finds the current month again: that of the plan's actuals or of the settings may be another one now. */
  readonly readActuals: () => void;
}

/** What the numbers and the meaning of headings depend on, beside the plan. */
const sourcesOf = ({ refreshed, settings }: StoreState) => [refreshed, settings] as const;

/** Returns the function that follows the selection, refreshes and settings, until its result is called. */
export function createFollow(
  context: StoreContext,
  { headingActions, update, start, readActuals }: Followed,
): () => () => void {
  let shown = sourcesOf(context.state);
  const again = () => {
    shown = sourcesOf(context.state);
    headingActions.refreshHeadings();
    readActuals();
    void showPreview(context);
  };
  const followTarget = () =>
    runInBackground(context, async () => {
      void headingActions.notice();
      const { address } = await readActiveCell();
      const { grid } = context.state;
      if (!grid || grid.target === address) return;
      setState(context, { obstacle: undefined });
      update({ target: address, ...(grid.definition && describe(grid.definition, address)) });
    });
  return () => {
    if (!context.state.grid || context.state.grid.definition?.plan !== planOfTable(context)?.name) start();
    // The workbook may have been refreshed, or its settings changed, while the table was not shown.
    else if (sourcesOf(context.state).some((source, at) => source !== shown[at])) again();
    void followTarget();
    const stopSources = onChanged(context, sourcesOf, again);
    const stopCells = stopperOf(onActiveCell(() => void followTarget()));
    return () => {
      stopSources();
      stopCells();
    };
  };
}
