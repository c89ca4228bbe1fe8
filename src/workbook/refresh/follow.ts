/**
 * One question has one value, wherever it is asked. A workbook that was just opened shows what its ledger knows, and a formula
 * that is entered then asks the service, which may have other numbers by now. A cell that is entered during a refresh is
 * answered by the generation before. So whatever shows an older answer to a question follows the one that is in use.
 */
import type { Generation, Session } from "../../insights";
import type { Ledger, LedgerCall } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import type { CallOutcome } from "./changes";
import type { SettlingOptions } from "./settling";
import { findSharing } from "./shared";
import { isChanged, workOut } from "./working";

export interface FollowingOptions extends SettlingOptions {
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Calls that show a generation's answers, as far as they show any that it has. */
const agreeing = new WeakMap<Generation, Set<LedgerCall>>();

/** Says of calls that they have been worked out against a generation, and all others that show the same answers too. */
export function agree(ledger: Ledger, generation: Generation | undefined, calls: readonly LedgerCall[]): void {
  if (!generation) return;
  ledger.compare(calls);
  const agreed = agreeing.get(generation) ?? new Set();
  agreeing.set(generation, agreed);
  for (const call of calls) agreed.add(call);
}

/** The calls of the ledger that are not known to show the generation's answers. */
export function findStrangers(ledger: Ledger, generation: Generation | undefined): LedgerCall[] {
  const agreed = generation && agreeing.get(generation);
  return ledger.calls().filter((call) => call.result !== undefined && !agreed?.has(call));
}

/** Where somebody else's newer numbers have come into the ledger, the answers in memory are older, and cells do not show them yet. */
export function takeNewer({ session, ledger }: FollowingOptions, isNewer: boolean): void {
  if (!isNewer) return;
  session.forget();
  ledger.isUnshown = true;
}

/** Has others follow the calls that are ahead, as far as the generation in use answers them from memory. */
export async function followFromMemory(options: FollowingOptions): Promise<void> {
  const { ledger, session } = options;
  const ahead = findAhead(ledger);
  if (ahead.length === 0 || !session.generation) return;
  await follow(options, await findSharing(ledger, ahead, session.generation));
}

/** The calls that cells have had worked out since others were last compared with them, perhaps by a generation before. */
export function findAhead(ledger: Ledger): LedgerCall[] {
  return ledger.calls().filter(({ isAhead }) => isAhead);
}

/**
 * Has these calls, by default those that are ahead, and all others that show an older answer to a question, follow the generation in use. A call that the service
 * fails on stays as it is, unless cells have had it from a generation that is not in use any more; such a call, and one that the
 * service knows no answer to any more, as of a plan that is gone, is left for its cells to make.
 * Gives the cells that do not show it.
 */
export async function follow(options: FollowingOptions, leading = findAhead(options.ledger)): Promise<string[]> {
  const { ledger, session, now } = options;
  const { generation } = session;
  if (!generation) return [];
  const others = () => findStrangers(ledger, generation);
  const worked = await workOut({ ledger, generation, meant: () => leading, others });
  // What is ahead was answered by a generation that has gone by now, and nobody knows whether it still holds.
  const outcomes = worked.filter((outcome) => isAnswered(outcome) || outcome.call.isAhead);
  // Where a refresh or another connection has come between, nothing has been compared.
  if (session.generation !== generation) return [];
  const changed = outcomes.filter(isChanged);
  agree(
    ledger,
    generation,
    outcomes.map(({ call }) => call),
  );
  if (changed.length === 0) return [];
  for (const { call, result, stamp = now() } of changed)
    if (result !== undefined) ledger.record(call, { result, answeredAt: now(), stamp });
  ledger.expire(changed.filter(({ error }) => error).map(({ call }) => call));
  ledger.isUnshown = true;
  await saveLedger(ledger);
  const { showCalls } = await loadUnshown();
  return showCalls(
    options,
    changed.map(({ call }) => call),
  );
}

/** Whether the service was heard: it says of what it does not know that there is none. */
function isAnswered({ result, error }: CallOutcome): boolean {
  return result !== undefined || error?.code === "#N/A";
}

/** Most workbooks never need it. */
export function loadUnshown() {
  return import(/* webpackChunkName: "unshown" */ "./unshown");
}
