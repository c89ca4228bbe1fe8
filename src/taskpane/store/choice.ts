/** What the workbook keeps of a person's choices, and the cells that follow them. */
import { recalculate } from "../../workbook/recalculation";
import type { WorkbookSettings } from "../../saved/settings";
import { saveSettings } from "../../workbook/settings";
import { attempt, show, type Inside } from "./inside";

/** What cells with blank arguments read. */
const READ_BY_CELLS = ["plan", "scenarios", "currency"] as const;

/** A plan brings its currency and all of its scenarios. */
export function choosePlan(inside: Inside, planId: string): Promise<void> {
  const currency = inside.state.plans?.find(({ id }) => id === planId)?.currency;
  return change(inside, { plan: planId, scenarios: undefined, currency: currency || undefined });
}

export function change(inside: Inside, settings: WorkbookSettings): Promise<void> {
  return attempt(inside, async () => {
    const before = inside.settings.current;
    const after = { ...before, ...settings };
    inside.settings.current = after;
    show(inside, { settings: after });
    const isRead = READ_BY_CELLS.some((name) => String(before[name] ?? "") !== String(after[name] ?? ""));
    if (isRead) inside.ledger.clear();
    const kept = await Promise.allSettled([saveSettings(after), setStartup(after)]);
    // The ledger answers where only the looks are others.
    if (isRead || Boolean(before.numberFormats) !== Boolean(after.numberFormats)) await recalculate();
    // A workbook that cannot be written still shows what was chosen.
    for (const outcome of kept) if (outcome.status === "rejected") throw outcome.reason;
  });
}

/** Only a workbook that refreshes by itself has to load the add-in when it is opened. */
async function setStartup({ refreshOnOpen, refreshEvery }: WorkbookSettings): Promise<void> {
  const { load, none } = Office.StartupBehavior;
  const wanted = refreshOnOpen || refreshEvery ? load : none;
  if ((await Office.addin.getStartupBehavior()) !== wanted) await Office.addin.setStartupBehavior(wanted);
}
