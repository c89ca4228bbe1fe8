/** The age of what cells show: the runs of the plans, and the results of ASOF. */
import { memoryOnly, type Session } from "../../../insights";
import { showsAge, type Ledger } from "../ledger/ledger";
import { findShown, newestByPlan } from "../ledger/shown";
import { isChanged, recompute } from "./recompute";

export interface AgeOptions {
  readonly ledger: Ledger;
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Records the first answers of plans that were never refreshed: newer answers that are asked for later are of another run. */
export function recordFirstRuns(ledger: Ledger): void {
  const { workbook } = ledger;
  if (ledger.entries().some(({ state }) => state === "waiting")) return;
  workbook.runs = new Map([...newestByPlan(ledger.entries()), ...workbook.runs]);
}

/** Computes the ages again, without requests. If one has changed, its cells do not show it yet. */
export async function updateAges({ ledger, session, now }: AgeOptions): Promise<void> {
  const { generation } = session;
  if (!generation) return;
  const select = () => ledger.entries().filter((entry) => showsAge(entry) && entry.result !== undefined);
  const shown = () => findShown(ledger.entries(), ledger.workbook);
  const outcomes = await recompute({ ledger, generation: memoryOnly(generation), select, shown });
  for (const outcome of outcomes.values()) {
    // Without the list of plans, a plan's name tells nothing.
    if (outcome.error || !isChanged(outcome)) continue;
    const { entry, result, questions } = outcome;
    ledger.record(entry, { result, questions, answeredAt: now() });
  }
}
