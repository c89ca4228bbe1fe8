/** Sheets of reports are renamed with their plan when that is changed in its cell. */
import { onEdit } from "../workbook/edits";
import { stopperOf, type StoreContext } from "./context";

/** The cell of the plan, unless rows were inserted above; those reports follow when the pane lists them. */
const PLAN_CELL = "B5";
/** Milliseconds until the title shows the plan. */
const PAUSE = 500;

export function watchPlans({ after }: StoreContext): void {
  stopperOf(
    onEdit((address) => {
      if (address.replace(/:.*/, "") === PLAN_CELL) after(PAUSE, () => void follow());
    }),
  );
}

/** A name is not worth a message. */
async function follow(): Promise<void> {
  const { followPlans } = await import(/* webpackChunkName: "reports" */ "../workbook/chunk");
  await followPlans().catch(() => undefined);
}
