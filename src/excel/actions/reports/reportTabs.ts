/** Follows a changed input of a report: renames its sheet, and lets the bar offer it for other reports. */
import { onEdit } from "../../workbook/edits";
import { onSheetShown } from "../../workbook/insertion";
import { stopperOf, type StoreContext } from "../context";

/** The cell of the plan, unless rows were inserted above; those reports follow when the pane lists them. */
const PLAN_CELL = "B5";
/** The cells in which inputs usually are, those of older reports too. Others are not worth a look at each edit. */
const INPUT_CELL = /^([B-O][57]|B\d\d?)$/;
/** Milliseconds until the title shows the plan. */
const PAUSE = 500;

/** @param takeInventory Renames the sheets of reports, and lists the reports. */
export function watchInputs(
  { after }: StoreContext,
  takeInventory: () => Promise<void>,
  readInput: (address: string, worksheetId: string) => Promise<void>,
): void {
  stopperOf(
    onEdit(({ address, worksheetId, isRemote }) => {
      // The co-author's own add-in follows.
      if (isRemote) return;
      const cell = address.replace(/:.*/, "");
      if (cell === PLAN_CELL) after(PAUSE, () => void takeInventory());
      if (INPUT_CELL.test(cell)) after(PAUSE, () => void readInput(cell, worksheetId));
    }),
  );
}

/**
 * Renames sheets of listed reports when a sheet is shown, and after a refresh: Excel on the web raises no event if a user chooses a
 * plan from a drop-down list. While an action or a refresh is changing the workbook, nothing is renamed; that is looked at when it ends.
 */
export function watchTabs(context: StoreContext, rename: () => Promise<void>): void {
  const follow = () => {
    const { inventory, isBusy, progress } = context.state;
    if (inventory?.reports.length && !isBusy && !progress) void rename();
  };
  stopperOf(onSheetShown(follow));
  let { progress: before } = context.state;
  context.listeners.add(() => {
    const { progress } = context.state;
    const isOver = before !== undefined && progress === undefined;
    before = progress;
    if (isOver) follow();
  });
}
