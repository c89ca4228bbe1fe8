/** Looks at this Excel: whether it is as the add-in takes for granted. */
import { selectCell } from "../insertion";
import { readActiveCell } from "../insertion";
import type { Bench, HostCheck } from "./hostCheck";
import { makeScratch, removeScratch } from "./scratch";

export type Verdict = "holds" | "differs" | "not there" | "skipped";

export interface CheckOutcome {
  readonly name: string;
  readonly assumed: string;
  readonly verdict: Verdict;
  /** "" where nothing was looked at. */
  readonly seen: string;
}

export interface CheckOptions extends Omit<Bench, "sheet"> {
  readonly checks: readonly HostCheck[];
  /** Told the name of each check before it, and its outcome after it. */
  readonly onCheck: (name: string) => void;
  readonly onOutcome: (outcome: CheckOutcome) => void;
  /** Ends it after the check that is under way. */
  readonly signal: AbortSignal;
}

/** Each check has a sheet of its own, which is gone after it, whatever happened. Rejects where no sheet can be made. */
export async function runChecks({ checks, onCheck, onOutcome, signal, ...bench }: CheckOptions): Promise<void> {
  const { address } = await readActiveCell();
  try {
    for (const check of checks) {
      if (signal.aborted) return;
      onCheck(check.name);
      onOutcome(await outcomeOf(check, bench));
    }
  } finally {
    await selectCell(address);
  }
}

async function outcomeOf(check: HostCheck, bench: Omit<Bench, "sheet">): Promise<CheckOutcome> {
  const { name, assumed, isThere = () => true } = check;
  if (!isThere()) return { name, assumed, verdict: "not there", seen: "" };
  await removeScratch(bench.ledger);
  const sheet = await makeScratch();
  try {
    const seen = await check.look({ ...bench, sheet });
    if (!seen) return { name, assumed, verdict: "skipped", seen: "" };
    return { name, assumed, verdict: seen.holds ? "holds" : "differs", seen: seen.seen };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return { name, assumed, verdict: "differs", seen: [code, message].filter(Boolean).join(": ") };
  } finally {
    await removeScratch(bench.ledger);
  }
}
