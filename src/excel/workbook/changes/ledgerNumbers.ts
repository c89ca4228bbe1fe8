/** The numbers of the ledger before and after a refresh. */
import { numbersOfResult } from "../../../numbers/analysis/changedResult";
import type { ChangedNumber } from "../../../numbers/analysis/findDrivers";
import { numbersInResult } from "../../../numbers/analysis/tableNumbers";
import type { Ledger } from "../ledger/ledger";
import type { Outcome } from "../refresh/recompute";

/** Returns the numbers of all entries, before and after: those of `outcomes` have changed, the others have not. */
export function* numbersOfLedger(ledger: Ledger, outcomes: readonly Outcome[]): Generator<ChangedNumber> {
  const changed = new Map(outcomes.map((outcome) => [outcome.entry.key, outcome]));
  for (const entry of ledger.entries()) {
    const outcome = changed.get(entry.key);
    if (outcome) yield* numbersOfResult({ call: entry, before: outcome.before, after: outcome.result ?? entry.result });
    else yield* numbersInResult(entry, entry.result).map(({ call, value }) => ({ call, before: value, after: value }));
  }
}
