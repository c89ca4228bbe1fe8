/**
 * A question has one answer everywhere. A newly entered formula may get a newer answer than the workbook shows. Then all entries
 * that were computed from the older answer are computed again, and their cells follow.
 */
import { isOtherService, questionKey, stampOf, type Generation, type Session } from "../../insights";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import { doubtIn, findShown, showsAge } from "../ledger/shown";
import { callsWith, isChanged, recompute, recomputeFromMemory, type Outcome, type Outcomes } from "./recompute";
import { isRestored } from "./selection";
import type { SettleOptions } from "./settle";

export interface FollowOptions extends SettleOptions {
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** True while no requests may be sent: then stale entries follow later. @default () => false */
  readonly isPaused?: () => boolean;
}

/** Forgets the session's answers if another user saved entries that may be newer. */
export function forgetOldAnswers({ session, ledger }: Pick<FollowOptions, "session" | "ledger">): void {
  if (!ledger.workbook.hasRemoteEntries) return;
  ledger.workbook.hasRemoteEntries = false;
  session.forget();
  ledger.startEpoch();
}

/** Finds entries that were computed from other answers than the generation has. */
export function findOutdated(ledger: Ledger, generation: Generation): LedgerEntry[] {
  return ledger.entries().filter(differsFrom(datesOf(generation)));
}

/**
 * Finds entries with older answers than the generation has, another entry, or another user's run of the plan. The generation's
 * answers win even if their dates are earlier: a plan can be set back to an earlier run.
 */
export function findStale(ledger: Ledger, generation: Generation | undefined): LedgerEntry[] {
  const newest = newestDates(ledger);
  for (const [key, computedAt] of generation ? datesOf(generation) : []) newest.set(key, computedAt);
  const [differs, isDoubtful] = [differsFrom(newest), doubtIn(ledger)];
  return ledger.entries().filter((entry) => differs(entry) || isDoubtful(entry));
}

/** Returns when the newest answer that any entry has was computed, by the keys of the questions. */
function newestDates(ledger: Ledger): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { questions = [] } of ledger.entries()) {
    for (const { key, computedAt } of questions) newest.set(key, Math.max(computedAt, newest.get(key) ?? computedAt));
  }
  return newest;
}

/** Returns a test that is true for results that were computed from answers of other dates. */
function differsFrom(dates: ReadonlyMap<string, number>): (entry: LedgerEntry) => boolean {
  return ({ result, questions = [] }) =>
    result !== undefined && questions.some(({ key, computedAt }) => (dates.get(key) ?? computedAt) !== computedAt);
}

/**
 * Computes stale entries and ages again, and restored numbers whose answers are in memory now. Updates their cells. If the service
 * fails on an entry, it stays as it is. If another entry has a newer answer that is not in memory, or the plan is gone from the
 * service, the result may be wrong. Then its cells ask again. Returns the cells that do not show their entry.
 */
export async function follow(options: FollowOptions): Promise<string[]> {
  const { ledger, session, isPaused = () => false } = options;
  // Ages depend on the ledger and on names alone: these are known even if the answers are forgotten now.
  const { generation: former } = session;
  if (!isPaused()) forgetOldAnswers(options);
  const { generation } = session;
  if (!generation || isOtherService(ledger.service, session.address)) return [];
  const stale = isPaused() ? [] : await recomputeStale(ledger, generation);
  if (ledger.entries().some(isRestored)) {
    const { recomputeRestored } = await loadUnknown();
    stale.push(...(await recomputeRestored(ledger, generation)));
  }
  // A refresh or another connection came between.
  if (session.generation !== generation) return [];
  for (const { entry } of stale) ledger.workbook.knownToOthers?.add(entry.key);
  if (stale.length > 0) ledger.noteAnswered(session.address);
  applyOutcomes(options, stale);
  const ages = await recomputeAges(ledger, former ?? generation);
  const current = session.generation === generation ? ages : [];
  applyOutcomes(options, current);
  const changed = [...stale, ...current].filter(isChanged);
  if (changed.length === 0) return [];
  ledger.isUnshown = true;
  await saveLedger(ledger);
  const { showEntries } = await loadUnshown();
  return showEntries(
    options,
    changed.map(({ entry }) => entry),
  );
}

/** Returns the outcomes that replace their entries. */
async function recomputeStale(ledger: Ledger, generation: Generation): Promise<Outcome[]> {
  const select = () => findStale(ledger, generation).filter((entry) => !showsAge(entry));
  const shown = (outcomes: Outcomes) => findShown(callsWith(ledger.entries(), outcomes), ledger.workbook.runs);
  const outcomes = await recompute({ ledger, generation, select, shown });
  if (outcomes.size === 0) return [];
  const dates = datesOf(generation);
  const [isDoubtful, isOlder] = [doubtIn(ledger), differsFrom(newestDates(ledger))];
  const mayHold = (entry: LedgerEntry) =>
    (isDoubtful(entry) && !isOlder(entry)) || (entry.questions ?? []).some(({ key }) => dates.has(key));
  const stays = ({ entry, error }: Outcome) => error && error.code !== "#N/A" && mayHold(entry);
  return [...outcomes.values()].filter((outcome) => !stays(outcome));
}

/** Computes the ages of what cells show now, without requests. */
async function recomputeAges(ledger: Ledger, generation: Generation): Promise<Outcome[]> {
  // Before the first question, even the list of plans would have to be asked for.
  if (generation.questions().length === 0) return [];
  const entries = ledger.entries().filter((entry) => showsAge(entry) && entry.result !== undefined);
  const shown = () => findShown(ledger.entries(), ledger.workbook.runs);
  return recomputeFromMemory(ledger, entries, { generation, shown });
}

/** Records the outcomes. A call that failed is left for its cells to make. */
export function applyOutcomes({ ledger, now }: FollowOptions, outcomes: readonly Outcome[]): void {
  // Another user's result that came meanwhile may be newer.
  const current = outcomes.filter(({ entry, stamp }) => !isNewerInLedger(ledger, entry.key, stamp));
  for (const { entry, result, questions, stamp, error } of current) {
    if (!error) ledger.record(entry, { result, questions, stamp, answeredAt: now() });
  }
  ledger.expire(current.filter(({ error }) => error).map(({ entry }) => entry));
}

function isNewerInLedger(ledger: Ledger, key: string, stamp: number): boolean {
  const { result, stamp: own = 0 } = ledger.entry(key) ?? {};
  return result !== undefined && own > stamp;
}

/** Loads the code on demand: most workbooks never need it. */
export function loadUnshown() {
  return import(/* webpackChunkName: "unshown" */ "./unshown");
}

/** Loads the code on demand: few workbooks show numbers without an entry. */
export function loadUnknown() {
  return import(/* webpackChunkName: "unshown" */ "./unknown");
}

/** Returns when the answers that the generation holds were computed, by the keys of their questions. */
function datesOf(generation: Generation): Map<string, number> {
  return new Map(
    generation.questions().flatMap((question) => {
      const answer = generation.peek(question);
      return answer ? [[questionKey(question), stampOf(answer)] as const] : [];
    }),
  );
}
