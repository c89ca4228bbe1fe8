/** Changes the workbook's settings, and updates the cells that read them. */
import type { CallSettings } from "../../../numbers/language/callKey";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { unlessSilent } from "../../workbook/cells/runExcel";
import { saveSettings } from "../../workbook/customXml/settingsPart";
import { notePlan } from "./notedPlans";
import { runAction, setState, showSettings, type StoreContext } from "../context";
import { recalculateCells } from "../refresh/followedCells";

/** The settings that numbers depend on. The compiler asks for each. */
const READ_BY_CALLS: Readonly<Record<keyof CallSettings, true>> = {
  plan: true,
  scenarios: true,
  currency: true,
  fiscalMonth: true,
  fiscalNameByBegin: true,
  currentMonth: true,
};

/** Returns equal texts for settings under which every call returns the same. */
export function callSettingsKey(settings: CallSettings): string {
  return JSON.stringify((Object.keys(READ_BY_CALLS) as (keyof CallSettings)[]).map((name) => textOf(settings[name])));
}

/** A setting that is not set and one that is off are the same. */
function textOf(value: CallSettings[keyof CallSettings]): string {
  return String(value || "");
}

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

/** Saves what stands in for lost settings as the workbook's. */
export function restoreSettings(context: StoreContext, idle = NOT_BUSY): Promise<void> {
  return changeSettings(context, {}, idle, true);
}

/** Takes the defaults for lost settings. */
export function takeDefaultSettings(context: StoreContext, idle = NOT_BUSY): Promise<void> {
  const names = Object.keys(READ_BY_CALLS);
  return changeSettings(context, Object.fromEntries(names.map((name) => [name, undefined])), idle, true);
}

/** @param isForLost True for a choice that is void if another user has restored the settings meanwhile. */
export function changeSettings(
  context: StoreContext,
  settings: WorkbookSettings,
  idle = NOT_BUSY,
  isForLost = false,
): Promise<void> {
  // Show the choice at once: writing it takes a moment.
  setState(context, { settings: { ...context.state.settings, ...settings } });
  return runAction(context, async () => {
    await idle();
    // Settings that were not read yet would be overwritten.
    await context.reload().catch((error: unknown) => {
      setState(context, { settings: context.settings.current });
      throw error;
    });
    const { current: before, kept } = context.settings;
    if (isForLost && !kept) return showSettings(context);
    const after = { ...before, ...settings };
    // Other users read this choice in the workbook, and a failure to write it is told.
    Object.assign(context.settings, { current: after, kept: undefined });
    showSettings(context);
    const changesValues = kept !== undefined || callSettingsKey(before) !== callSettingsKey(after);
    if (changesValues) context.ledger.removeFormerSettings();
    const written = await Promise.allSettled([saveSettings(settings, before), setStartup(after)]);
    if (changesValues) await recalculateCells(context, "all");
    // Throw last: if the workbook cannot be written, its cells still follow the choice.
    for (const outcome of written) if (outcome.status === "rejected") throw outcome.reason;
  });
}

/** Makes Excel load the add-in on opening only for workbooks that refresh then. */
async function setStartup({ refreshOnOpen }: WorkbookSettings): Promise<void> {
  const { load, none } = Office.StartupBehavior;
  const wanted = refreshOnOpen ? load : none;
  const present = await unlessSilent(Office.addin.getStartupBehavior());
  if (present !== wanted) await unlessSilent(Office.addin.setStartupBehavior(wanted));
}
