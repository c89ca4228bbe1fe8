/**
 * What follows when cells have made new calls: the workbook keeps their results, and whatever else shows the same answers
 * follows. A workbook that was just opened shows what its ledger knows, and nothing is asked; a formula that somebody enters then
 * asks the service, which may have other numbers by now. Two people's ledgers may differ too, until one reads the other's.
 */
import type { Generation, Session } from "../insights";
import type { Ledger, LedgerCall } from "./ledger";
import { saveLedger } from "./savedLedger";
import type { SettlingOptions } from "./settling";
import { isChanged, workOut } from "./working";

export interface KeepingOptions extends SettlingOptions {
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Calls that are known to show a generation's answers, as far as they show any that it has. */
const agreeing = new WeakMap<Generation, Set<LedgerCall>>();

/** Keeps the ledger in the workbook, and has cells follow that show something else than it holds, or than was answered since. */
export async function keepLedger(options: KeepingOptions): Promise<void> {
  const { ledger, session } = options;
  await followAnswers(options);
  if (await saveLedger(ledger)) {
    // Somebody else knows newer numbers than are in memory here.
    session.forget();
    ledger.isUnshown = true;
  }
  if (ledger.isUnshown) await (await loadUnshown()).showUnshown(options);
}

/** Most workbooks never need it. */
function loadUnshown() {
  return import(/* webpackChunkName: "unshown" */ "./unshown");
}

/** Has calls that show an older answer to a question follow the one in memory. */
async function followAnswers(options: KeepingOptions): Promise<void> {
  const { ledger, session, now } = options;
  const { generation } = session;
  if (!generation) return;
  const agreed = agreeing.get(generation) ?? new Set<LedgerCall>();
  agreeing.set(generation, agreed);
  const others = () => ledger.calls().filter((call) => call.result !== undefined && !agreed.has(call));
  const outcomes = await workOut({ ledger, generation, meant: () => [], others });
  const changed = outcomes.filter((outcome) => outcome.result !== undefined && isChanged(outcome));
  for (const { call } of outcomes) agreed.add(call);
  if (changed.length === 0 || session.generation !== generation) return;
  for (const { call, result, stamp = now() } of changed) ledger.record(call, { result, answeredAt: now(), stamp });
  ledger.isUnshown = true;
  await saveLedger(ledger);
  await (await loadUnshown()).showCalls(options, changed.map(({ call }) => call)); // prettier-ignore
}
