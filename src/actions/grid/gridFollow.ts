/** Follows the selected cell and refreshes while a table is built. */
import { onActiveCell, readActiveCell } from "../../workbook/insertion";
import { onChanged, runInBackground, setState, stopperOf, type StoreContext } from "../context";
import { gridPlan } from "./gridOffers";
import { describe, preview } from "./gridPreview";
import type { UpdateGrid } from "./gridWriting";
import type { HeadingActions } from "./headingActions";

interface Followed {
  readonly headingActions: HeadingActions;
  readonly update: UpdateGrid;
  /** Starts a table for the workbook's plan. */
  readonly start: () => void;
}

/** Returns the function that follows the selection and refreshes, until its result is called. */
export function createFollow(context: StoreContext, { headingActions, update, start }: Followed): () => () => void {
  /** The refresh whose numbers are shown. */
  let shown = context.state.refreshed;
  const again = () => {
    shown = context.state.refreshed;
    headingActions.refreshHeadings();
    void preview(context);
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
    if (!context.state.grid || context.state.grid.definition?.plan !== gridPlan(context)?.name) start();
    // The workbook may have been refreshed while the table was not shown.
    else if (context.state.refreshed !== shown) again();
    void followTarget();
    const stopRefreshes = onChanged(context, ({ refreshed }) => [refreshed], again);
    const stopCells = stopperOf(onActiveCell(() => void followTarget()));
    return () => {
      stopRefreshes();
      stopCells();
    };
  };
}
