/** Records the newest answer of each refresh. Answers that are newer and were requested later are of another run. */
import type { PlanRun } from "../../saved/ledger";
import type { Ledger } from "../ledger/ledger";
import { findShown, type ShownCall } from "../ledger/shown";

/** Returns the runs after a refresh of the plans that `isMeant` names, if its cells show `calls` then. */
export function runsAfter(
  runs: ReadonlyMap<string, PlanRun>,
  calls: Iterable<ShownCall>,
  isMeant: (plan: string) => boolean,
): Map<string, PlanRun> {
  const after = new Map(runs);
  for (const [plan, { newest }] of findShown(calls, runs).plans) {
    const former = runs.get(plan);
    // A plan can be set back to an earlier run, which must win in the ledgers of other users too.
    const stamp = former && former.newest !== newest ? Math.max(newest, former.stamp + 1) : (former?.stamp ?? newest);
    if (isMeant(plan)) after.set(plan, { newest, stamp });
  }
  return after;
}

/** Records the runs of the plans as the ledger has them now. Returns true if any changed. */
export function recordRuns(ledger: Ledger, isMeant: (plan: string) => boolean): boolean {
  const { runs } = ledger.workbook;
  const before = new Map(runs);
  for (const [plan, run] of runsAfter(before, ledger.entries(), isMeant)) runs.set(plan, run);
  return [...runs].some(([plan, { newest }]) => before.get(plan)?.newest !== newest);
}

/** Records the first answers of a plan without a refresh as its run, once no call is running. */
export function recordFirstRuns(ledger: Ledger): void {
  if (ledger.entries().some(({ state }) => state === "waiting")) return;
  recordRuns(ledger, (plan) => !ledger.workbook.runs.has(plan));
}

/** Restores the former runs. They win over runs that were saved since. */
export function restoreRuns({ workbook: { runs } }: Ledger, former: ReadonlyMap<string, PlanRun>): void {
  for (const [plan, { newest }] of former) {
    const now = runs.get(plan);
    if (now && now.newest !== newest) runs.set(plan, { newest, stamp: now.stamp + 1 });
  }
}
