/** The numbers of the ledger before and after a refresh. */
import type { ChangedNumber } from "../../analysis/findDrivers";
import { numbersInResult, type NumberCall } from "../../analysis/numberCall";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import type { Outcome } from "../refresh/recompute";

/** Returns the numbers of all entries, before and after: those of `outcomes` have changed, the others have not. */
export function* numbersOfLedger(ledger: Ledger, outcomes: readonly Outcome[]): Generator<ChangedNumber> {
  const changed = new Map(outcomes.map((outcome) => [outcome.entry.key, outcome]));
  for (const entry of ledger.entries()) {
    const outcome = changed.get(entry.key);
    const result = outcome?.result ?? entry.result;
    const now = numbersInResult(entry, result);
    if (!outcome) yield* now.map(({ call, value }) => ({ call, before: value, after: value }));
    else yield* changedNumbers(entry, outcome, now);
  }
}

/** A table may have other rows than before, so its numbers are paired by what they are. */
function changedNumbers(
  entry: LedgerEntry,
  { before }: Outcome,
  now: ReturnType<typeof numbersInResult>,
): ChangedNumber[] {
  const placeOf = (call: NumberCall) => JSON.stringify(call.args);
  const then = new Map(numbersInResult(entry, before).map(({ call, value }) => [placeOf(call), value]));
  return now.flatMap(({ call, value }) => {
    const former = then.get(placeOf(call));
    return former === undefined ? [] : [{ call, before: former, after: value }];
  });
}
