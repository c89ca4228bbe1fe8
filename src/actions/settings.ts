/** Changes the workbook's settings, and updates the cells that read them. */
import { recalculate } from "../workbook/refresh/recalculation";
import type { WorkbookSettings } from "../saved/settings";
import { saveSettings } from "../workbook/customXml/settings";
import { notePlan, runAction, setState, type StoreContext } from "./context";

/** The settings that stand in for blank arguments. */
const READ_BY_CELLS = ["plan", "scenarios", "currency", "fiscalMonth", "fiscalNameByBegin", "currentMonth"] as const;

type Idle = () => Promise<void>;

const NOT_BUSY: Idle = () => Promise.resolve();

/**
 * Sets the workbook's plan, with its currency and all of its scenarios.
 * @param idle Fulfilled when no refresh is running: that would bring back answers of the former plan.
 */
export function choosePlan(context: StoreContext, planId: string, idle = NOT_BUSY): Promise<void> {
  const currency = context.state.plans?.find(({ id }) => id === planId)?.currency;
  // The choice shows first.
  const changed = changeSettings(
    context,
    { plan: planId, scenarios: undefined, currency: currency || undefined },
    idle,
  );
  notePlan(context, planId);
  return changed;
}

export function changeSettings(context: StoreContext, settings: WorkbookSettings, idle = NOT_BUSY): Promise<void> {
  // Show the choice at once: writing it takes a moment.
  setState(context, { settings: { ...context.state.settings, ...settings } });
  return runAction(context, async () => {
    await idle();
    // Settings that were not read yet would be overwritten.
    await context.reload().catch((error: unknown) => {
      setState(context, { settings: context.settings.current });
      throw error;
    });
    const before = context.settings.current;
    const after = { ...before, ...settings };
    context.settings.current = after;
    setState(context, { settings: after });
    const changesValues = READ_BY_CELLS.some((name) => String(before[name] ?? "") !== String(after[name] ?? ""));
    if (changesValues) context.ledger.removeFormerSettings();
    const written = await Promise.allSettled([saveSettings(settings), setStartup(after)]);
    if (changesValues) await recalculate();
    // Throw last: if the workbook cannot be written, its cells still follow the choice.
    for (const outcome of written) if (outcome.status === "rejected") throw outcome.reason;
  });
}

/** Makes Excel load the add-in on opening only for workbooks that refresh then. */
async function setStartup({ refreshOnOpen }: WorkbookSettings): Promise<void> {
  const { load, none } = Office.StartupBehavior;
  const wanted = refreshOnOpen ? load : none;
  if ((await Office.addin.getStartupBehavior()) !== wanted) await Office.addin.setStartupBehavior(wanted);
}
