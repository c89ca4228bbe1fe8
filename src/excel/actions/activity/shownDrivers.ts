/** The drivers of a change as the pane shows them. */
import { findDrivers, type ChangedNumber } from "../../../numbers/analysis/findDrivers";
import { explaining } from "../explain/explaining";
import type { Driver } from "../../../numbers/analysis/drivers";
import { nameNumber } from "../../../numbers/analysis/numberName";
import { findNearest } from "../../../numbers/analysis/nearest";
import type { Dimension } from "../../../numbers/analysis/parts";
import { callKey } from "../../../numbers/language/callKey";
import type { Generation } from "../../../insights";
import type { ChangeSummary, ListedChange } from "../../workbook/changes/changeSummary";
import { numbersOfLedger } from "../../workbook/changes/ledgerNumbers";
import type { NumberNamer } from "../../workbook/changes/readChanges";
import { showDifference, showShare } from "../../workbook/changes/shownChange";
import type { Outcome } from "../../workbook/refresh/recompute";
import type { StoreContext } from "../context";
import type { ShownDriver, ShownDrivers } from "./activityState";

/** The data of the last refresh that drivers are computed from. */
export interface Aftermath {
  readonly at: number;
  readonly outcomes: readonly Outcome[];
  /** Kept until the next refresh. */
  readonly former: Generation | undefined;
}

/**
 * Breaks a change down, and finds the nearest number that the service divides by region and the like, if it does not divide this one.
 * @param options The language of Excel's formats, and by what the service may be asked for the new numbers
 */
export async function findShownDrivers(
  context: StoreContext,
  { listed }: ChangeSummary,
  { explained, numberFormat }: ListedChange,
  aftermath: Aftermath | undefined,
  { language, mayAsk }: { readonly language: string | undefined; readonly mayAsk?: Dimension | undefined },
): Promise<Omit<ShownDrivers, "address">> {
  if (!explained) return { divisions: [] };
  const { ledger } = context;
  const { former, outcomes } = aftermath ?? {};
  const names = () => explaining(context);
  const { source } = names();
  const { invoke, generation: current } = source;
  const divisions = await findDrivers(explained, {
    invoke,
    generations: former && current && former !== current ? { former, current } : undefined,
    others: () => (outcomes ? numbersOfLedger(ledger, outcomes) : listed.flatMap(savedNumber)),
    names,
    mayAsk,
  });
  const shown = divisions.map(({ dimension, drivers, asks, failure }) => ({
    dimension,
    asks,
    failure,
    steps: drivers && showDrivers(drivers, numberFormat, language),
  }));
  return { divisions: shown, nearest: await findNearest(explained.call, { source, names }) };
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
export function namesOfChanges(context: StoreContext): NumberNamer {
  const named = new Map<string, ReturnType<NumberNamer>>();
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
