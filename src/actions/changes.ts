/** The changes of the last refresh, and their drivers: listed for the pane, and kept in the workbook. */
import type { Generation } from "../insights";
import type { ChangeSummary, ListedChange } from "../workbook/changes/changeSummary";
import type { Driver } from "../analysis/drivers";
import type { ChangedNumber } from "../analysis/findDrivers";
import type { Outcome } from "../workbook/refresh/recompute";
import { plansKnown, runAction, setState, type StoreContext } from "./context";
import { messages } from "./messages";
import type { OnRefreshed } from "./refresh";
import type { ShownDriver } from "./state";

export interface ChangeActions {
  /** Reads the last changes from the workbook, if none are known. */
  readonly readLastChanges: () => Promise<void>;
  /** Finds what drives the change of a listed cell; undefined closes the list. Sends no requests. */
  readonly showDrivers: (address: string | undefined) => Promise<void>;
  /** Writes the list as a new sheet. */
  readonly writeChanges: () => Promise<void>;
}

interface Changes extends ChangeActions {
  readonly onRefreshed: OnRefreshed;
}

/** The data of the last refresh that drivers are computed from. */
interface Aftermath {
  readonly at: number;
  readonly outcomes: readonly Outcome[];
  /** Kept until the next refresh. */
  readonly former: Generation | undefined;
}

/** Loaded when there are changes to list: it holds the code that formats numbers as Excel does. */
const loadChanges = () => import(/* webpackChunkName: "activity" */ "../workbook/changes/chunk");

export function createChanges(context: StoreContext): Changes {
  let aftermath: Aftermath | undefined;
  let isRead = false;
  return {
    onRefreshed({ changes, outcomes }, at, former) {
      aftermath = { at, outcomes, former };
      setState(context, { drivers: undefined });
      // The list must not delay the refresh, and a failure of it concerns the list alone.
      if (changes.length > 0) void listChanges(context, changes, at).catch(() => undefined);
    },
    async readLastChanges() {
      if (isRead || context.state.changes) return;
      isRead = true;
      const { readSummary } = await loadChanges();
      // Excel may be busy; the next look reads it.
      const saved = await readSummary(language()).catch(() => void (isRead = false));
      if (saved && !context.state.changes) setState(context, { changes: saved });
    },
    showDrivers: (address) => showDrivers(context, address, aftermath),
    writeChanges: () =>
      runAction(context, async () => {
        const { changes } = context.state;
        if (!changes) return;
        const { writeChangeSheet } = await loadChanges();
        await writeChangeSheet(changes, messages.changeSheet(timeOf(changes.at)));
      }),
  };
}

async function listChanges(
  context: StoreContext,
  changes: Parameters<OnRefreshed>[0]["changes"],
  at: number,
): Promise<void> {
  const { describeChanges, saveSummary } = await loadChanges();
  const summary = await describeChanges(changes, { at, plans: plansKnown(context), language: language() });
  // Another refresh has ended meanwhile.
  if (context.state.refreshed?.at !== at) return;
  setState(context, { changes: summary });
  await saveSummary(summary);
}

async function showDrivers(
  context: StoreContext,
  address: string | undefined,
  aftermath: Aftermath | undefined,
): Promise<void> {
  const summary = context.state.changes;
  const change = summary?.listed.find((each) => each.address === address);
  setState(context, { drivers: address === undefined ? undefined : { address } });
  if (!summary || !change) return;
  const own = aftermath?.at === summary.at ? aftermath : undefined;
  const steps = await findSteps(context, summary, change, own).catch(() => []);
  if (context.state.drivers?.address === address && context.state.changes === summary)
    setState(context, { drivers: { address: change.address, steps } });
}

async function findSteps(
  { ledger, session }: StoreContext,
  { listed }: ChangeSummary,
  { explained, numberFormat }: ListedChange,
  aftermath: Aftermath | undefined,
): Promise<readonly ShownDriver[]> {
  if (!explained) return [];
  const { findDrivers, numbersOfLedger, showDifference, showShare } = await loadChanges();
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
    amount: showDifference(amount, numberFormat, language()),
    share: share === undefined ? "" : showShare(share, language()),
    size: Math.abs(amount) / largest,
    isFall: amount < 0,
  });
  return (drivers ?? []).map(shown);
}

/** A summary of an earlier session knows the listed numbers only. */
function savedNumber({ explained }: ListedChange): ChangedNumber[] {
  return explained ? [explained] : [];
}

/** The language of Excel's formats; the library's default without a host. */
function language(): string | undefined {
  return (Office.context as Partial<Office.Context>).contentLanguage || undefined;
}

function timeOf(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(time);
}
