/** Changing what the workbook keeps of a person's choices, and bringing the cells that read them up to date. */
import { recalculate, recalculateFailed } from "../workbook/refresh/recalculation";
import type { WorkbookSettings } from "../saved/settings";
import { saveSettings } from "../workbook/customXml/settings";
import { runAction, setState, type StoreContext } from "./context";

/** The settings that a cell reads where its formula leaves an argument out. */
const READ_BY_CELLS = ["plan", "scenarios", "currency", "fiscalMonth", "fiscalNameByBegin"] as const;

/** Makes a plan the workbook's, with its currency and all of its scenarios. */
export function choosePlan(context: StoreContext, planId: string): Promise<void> {
  const currency = context.state.plans?.find(({ id }) => id === planId)?.currency;
  return changeSettings(context, { plan: planId, scenarios: undefined, currency: currency || undefined });
}

export function changeSettings(context: StoreContext, settings: WorkbookSettings): Promise<void> {
  // A choice is seen at once, although it takes the workbook a moment.
  setState(context, { settings: { ...context.state.settings, ...settings } });
  return runAction(context, async () => {
    // What has not been read would be overwritten.
    await context.reload().catch((error: unknown) => {
      setState(context, { settings: context.settings.current });
      throw error;
    });
    const before = context.settings.current;
    const after = { ...before, ...settings };
    context.settings.current = after;
    setState(context, { settings: after });
    const changesValues = READ_BY_CELLS.some((name) => String(before[name] ?? "") !== String(after[name] ?? ""));
    const changesFormats = Boolean(before.numberFormats) !== Boolean(after.numberFormats);
    if (changesValues) context.ledger.removeOutdated();
    const written = await Promise.allSettled([saveSettings(settings), setStartup(after)]);
    if (changesValues || changesFormats) await recalculate();
    // The cells that have said so ask now.
    else if (before.paused && !after.paused) await recalculateFailed(context.ledger);
    // Only now: a workbook that cannot be written still shows what was chosen.
    for (const outcome of written) if (outcome.status === "rejected") throw outcome.reason;
  });
}

/** Only a workbook that refreshes by itself has to load the add-in when it is opened. */
async function setStartup({ refreshOnOpen, refreshEvery }: WorkbookSettings): Promise<void> {
  const { load, none } = Office.StartupBehavior;
  const wanted = refreshOnOpen || refreshEvery ? load : none;
  if ((await Office.addin.getStartupBehavior()) !== wanted) await Office.addin.setStartupBehavior(wanted);
}
