/** Compares this Excel with what the add-in expects of it. */
import { readActiveCell, selectCell } from "../workbook/insertion";
import type { CheckContext, HostCheck } from "./hostCheck";
import { errorLocation } from "../workbook/cells/protectedStructure";
import { makeScratch, removeScratch } from "./scratch";

export type Verdict = "passed" | "differs" | "not there" | "skipped";

export interface CheckOutcome {
  readonly name: string;
  readonly expectation: string;
  readonly verdict: Verdict;
  /** What Excel did; "" if the check did not run. */
  readonly actual: string;
}

export interface CheckOptions extends Omit<CheckContext, "sheet"> {
  readonly checks: readonly HostCheck[];
  /** Called with the name of each check before it. */
  readonly onCheck: (name: string) => void;
  /** Called after each check. */
  readonly onOutcome: (outcome: CheckOutcome) => void;
  /** Ends the run after the current check. */
  readonly signal: AbortSignal;
}

/**
 * Runs each check on a sheet of its own, which is deleted after it, whatever happened. Adding and deleting sheets clears what
 * Undo could take back. Rejects if no sheet can be added.
 */
export async function runChecks({ checks, onCheck, onOutcome, signal, ...checkContext }: CheckOptions): Promise<void> {
  // There is no active cell while a chart sheet is shown.
  const start = await readActiveCell().catch(() => undefined);
  // An earlier run may have ended half-way.
  await removeScratch(checkContext.ledger);
  try {
    for (const check of checks) {
      if (signal.aborted) return;
      onCheck(check.name);
      onOutcome(await outcomeOf(check, checkContext));
    }
  } finally {
    // Another workbook may be in front.
    if (start) await selectCell(start.address).catch(() => undefined);
  }
}

async function outcomeOf(check: HostCheck, checkContext: Omit<CheckContext, "sheet">): Promise<CheckOutcome> {
  const { name, expectation, isThere = () => true } = check;
  if (!isThere()) return { name, expectation, verdict: "not there", actual: "" };
  const sheet = await makeScratch();
  try {
    const result = await check.run({ ...checkContext, sheet });
    if (!result) return { name, expectation, verdict: "skipped", actual: "" };
    return { name, expectation, verdict: result.passed ? "passed" : "differs", actual: result.actual };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return {
      name,
      expectation,
      verdict: "differs",
      actual: [code, errorLocation(error), message].filter(Boolean).join(": "),
    };
  } finally {
    await removeScratch(checkContext.ledger);
  }
}
