/** Sheets of reports are renamed with their plan when that is changed in its cell. */
import { onEdit } from "../workbook/edits";
import { stopperOf, type StoreContext } from "./context";

/** The cell of the plan, unless rows were inserted above; those reports follow when the pane lists them. */
const PLAN_CELL = "B5";
/** Milliseconds until the title shows the plan. */
const PAUSE = 500;

/** @param takeInventory Renames the sheets of reports, and lists the reports. */
export function watchPlans({ after }: StoreContext, takeInventory: () => Promise<void>): void {
  stopperOf(
    onEdit((address) => {
      if (address.replace(/:.*/, "") === PLAN_CELL) after(PAUSE, () => void takeInventory());
    }),
  );
}
