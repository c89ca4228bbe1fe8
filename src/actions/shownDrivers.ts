/** The drivers of a change as the pane shows them. */
import { findDrivers, type ChangedNumber } from "../analysis/findDrivers";
import { explaining } from "./explaining";
import type { Driver } from "../analysis/drivers";
import { labelsOfCall } from "../analysis/explainedNumber";
import type { NumberCall } from "../analysis/numberCall";
import type { CellLabels } from "../analysis/cellLabels";
import type { Generation } from "../insights";
import type { ChangeSummary, ListedChange } from "../workbook/changes/changeSummary";
import { numbersOfLedger } from "../workbook/changes/ledgerNumbers";
import { showDifference, showShare } from "../workbook/changes/shownChange";
import type { Outcome } from "../workbook/refresh/recompute";
import type { StoreContext } from "./context";
import type { ShownDivision, ShownDriver } from "./storeState";

/** The data of the last refresh that drivers are computed from. */
export interface Aftermath {
  readonly at: number;
  readonly outcomes: readonly Outcome[];
  /** Kept until the next refresh. */
  readonly former: Generation | undefined;
}

/** @param language of Excel's formats */
export async function findShownDrivers(
  context: StoreContext,
  { listed }: ChangeSummary,
  { explained, numberFormat }: ListedChange,
  aftermath: Aftermath | undefined,
  language: string | undefined,
): Promise<readonly ShownDivision[]> {
  if (!explained) return [];
  const { ledger } = context;
  const { former, outcomes } = aftermath ?? {};
  const { invoke, generation: current } = explaining(context).source;
  const divisions = await findDrivers(explained, {
    invoke,
    generations: former && current && former !== current ? { former, current } : undefined,
    others: () => (outcomes ? numbersOfLedger(ledger, outcomes) : listed.flatMap(savedNumber)),
    names: () => explaining(context),
  });
  return divisions.map(({ dimension, drivers }) => ({
    dimension,
    steps: drivers && showDrivers(drivers, numberFormat, language),
  }));
}

function showDrivers(drivers: readonly Driver[], numberFormat: string, language: string | undefined): ShownDriver[] {
  // No step of a bridge is 0.
  const largest = Math.max(...drivers.map(({ amount }) => Math.abs(amount)));
  return drivers.map(({ label, amount, share }) => ({
    label,
    amount: showDifference(amount, numberFormat, language),
    share: share === undefined ? "" : showShare(share, language),
    size: Math.abs(amount) / largest,
    isFall: amount < 0,
  }));
}

/** Returns a function that labels changed numbers by their calls. */
export function labelsOfChanges(context: StoreContext): (call: NumberCall) => Promise<CellLabels> {
  return (call) => labelsOfCall(call, explaining(context));
}

/** A summary of an earlier session knows the listed numbers only. */
function savedNumber({ explained }: ListedChange): ChangedNumber[] {
  return explained ? [explained] : [];
}
