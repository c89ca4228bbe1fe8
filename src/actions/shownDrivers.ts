/** The drivers of a change as the pane shows them. */
import { findDrivers, type ChangedNumber } from "../analysis/findDrivers";
import { explaining } from "./explaining";
import type { Driver } from "../analysis/drivers";
import { nameNumber } from "../analysis/explainedNumber";
import type { Dimension } from "../analysis/parts";
import { callKey } from "../saved/callKey";
import type { Generation } from "../insights";
import type { ChangeSummary, ListedChange } from "../workbook/changes/changeSummary";
import { numbersOfLedger } from "../workbook/changes/ledgerNumbers";
import type { NameNumber } from "../workbook/changes/readChanges";
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

/** @param options The language of Excel's formats, and by what the service may be asked for the new numbers */
export async function findShownDrivers(
  context: StoreContext,
  { listed }: ChangeSummary,
  { explained, numberFormat }: ListedChange,
  aftermath: Aftermath | undefined,
  { language, mayAsk }: { readonly language: string | undefined; readonly mayAsk?: Dimension | undefined },
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
    mayAsk,
  });
  return divisions.map(({ dimension, drivers, asks }) => ({
    dimension,
    asks,
    steps: drivers && showDrivers(drivers, numberFormat, language),
  }));
}

function showDrivers(drivers: readonly Driver[], numberFormat: string, language: string | undefined): ShownDriver[] {
  return drivers.map(({ label, amount, share }) => ({
    label,
    amount: showDifference(amount, numberFormat, language),
    share: share === undefined ? "" : showShare(share, language),
    value: amount,
  }));
}

/** Returns a function that names changed numbers by their calls, each call once. */
export function namesOfChanges(context: StoreContext): NameNumber {
  const named = new Map<string, ReturnType<NameNumber>>();
  return (call) => {
    const key = callKey(call);
    const name = named.get(key) ?? nameNumber(call, explaining(context));
    named.set(key, name);
    return name;
  };
}

/** A summary of an earlier session knows the listed numbers only. */
function savedNumber({ explained }: ListedChange): ChangedNumber[] {
  return explained ? [explained] : [];
}
