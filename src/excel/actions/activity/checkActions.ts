/** Makes a check of the selected cell, and removes checks. */
import type { WorkbookCheck } from "../../../reporting/saved/checks";
import { runBusy, setState, type StoreContext } from "../context";
import { readAllChecks } from "./activity";

export interface CheckActions {
  /** Makes the selected cell a check. @param label "" for the text beside the cell */
  readonly makeCheck: (label: string) => Promise<void>;
  /** Removes a check. Its cell stays. */
  readonly removeCheck: (check: Pick<WorkbookCheck, "name" | "scope">) => Promise<void>;
}

const load = () => import(/* webpackChunkName: "activity" */ "../../workbook/checks/nameCheck");

export function createCheckActions(context: StoreContext): CheckActions {
  const run = (action: () => Promise<unknown>) =>
    runBusy(context, async () => {
      await action();
      const checks = await readAllChecks(context);
      setState(context, { activity: { ...context.state.activity, checks } });
    });
  return {
    makeCheck: (label) => run(async () => (await load()).nameCheck(label.trim())),
    removeCheck: (check) => run(async () => (await load()).removeCheckName(check)),
  };
}
