/** The drivers of a change as the pane shows them. */
import { findDrivers, type ChangedNumber } from "../analysis/findDrivers";
import type { Driver } from "../analysis/drivers";
import type { Generation } from "../insights";
import type { ChangeSummary, ListedChange } from "../workbook/changes/changeSummary";
import { numbersOfLedger } from "../workbook/changes/ledgerNumbers";
import { showDifference, showShare } from "../workbook/changes/shownChange";
import type { Outcome } from "../workbook/refresh/recompute";
import type { StoreContext } from "./context";
import type { ShownDriver } from "./state";

/** The data of the last refresh that drivers are computed from. */
export interface Aftermath {
  readonly at: number;
  readonly outcomes: readonly Outcome[];
  /** Kept until the next refresh. */
  readonly former: Generation | undefined;
}

/** @param language of Excel's formats */
export async function findShownDrivers(
  { ledger, session }: StoreContext,
  { listed }: ChangeSummary,
  { explained, numberFormat }: ListedChange,
  aftermath: Aftermath | undefined,
  language: string | undefined,
): Promise<readonly ShownDriver[]> {
  if (!explained) return [];
  const { former, outcomes } = aftermath ?? {};
  const current = session.generation;
  const drivers = await findDrivers(explained, {
    invoke: (call, invocation) => ledger.invoke(call, invocation),
    generations: former && current && former !== current ? { former, current } : undefined,
    others: () => (outcomes ? numbersOfLedger(ledger, outcomes) : listed.flatMap(savedNumber)),
  });
  // No step of a bridge is 0.
  const largest = Math.max(...(drivers ?? []).map(({ amount }) => Math.abs(amount)));
  const shown = ({ label, amount, share }: Driver): ShownDriver => ({
    label,
    amount: showDifference(amount, numberFormat, language),
    share: share === undefined ? "" : showShare(share, language),
    size: Math.abs(amount) / largest,
    isFall: amount < 0,
  });
  return (drivers ?? []).map(shown);
}

/** A summary of an earlier session knows the listed numbers only. */
function savedNumber({ explained }: ListedChange): ChangedNumber[] {
  return explained ? [explained] : [];
}
