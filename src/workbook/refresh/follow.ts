/**
 * A question has one answer everywhere. A newly entered formula may get a newer answer than the workbook shows. Then all entries
 * that were computed from the older answer are computed again, and their cells follow.
 */
import { questionKey, stampOf, type Generation, type Session } from "../../insights";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import { findShown, showsAge } from "../ledger/shown";
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
  return findDiffering(ledger, datesOf(generation));
}

/**
 * Finds entries with older answers than the generation has, or another entry. The generation's answers win even if their
 * dates are earlier: a plan can be set back to an earlier run.
 */
export function findStale(ledger: Ledger, generation: Generation | undefined): LedgerEntry[] {
  const newest = new Map<string, number>();
  for (const { questions = [] } of ledger.entries()) {
    for (const { key, computedAt } of questions) newest.set(key, Math.max(computedAt, newest.get(key) ?? computedAt));
  }
  for (const [key, computedAt] of generation ? datesOf(generation) : []) newest.set(key, computedAt);
  return findDiffering(ledger, newest);
}

function findDiffering(ledger: Ledger, dates: ReadonlyMap<string, number>): LedgerEntry[] {
  const differs = (key: string, computedAt: number) => (dates.get(key) ?? computedAt) !== computedAt;
  return ledger
    .entries()
    .filter(
      ({ result, questions = [] }) =>
        result !== undefined && questions.some(({ key, computedAt }) => differs(key, computedAt)),
    );
}

/**
 * Computes stale entries and ages again, and updates their cells. If the service fails on an entry, it stays as it is. If the
 * newer answer is only in another entry, or is gone from the service, the result may be wrong. Then its cells ask again. Returns
 * the cells that do not show their entry.
 */
export async function follow(options: FollowOptions): Promise<string[]> {
  const { ledger, session, isPaused = () => false } = options;
  // Ages depend on the ledger and on names alone: these are known even if the answers are forgotten now.
  const { generation: former } = session;
  if (!isPaused()) forgetOldAnswers(options);
  const { generation } = session;
  if (!generation) return [];
  const stale = isPaused() ? [] : await recomputeStale(ledger, generation);
  const restored = await recomputeRestored(ledger, generation);
  // A refresh or another connection came between.
  if (session.generation !== generation) return [];
  applyOutcomes(options, [...stale, ...restored]);
  const ages = await recomputeAges(ledger, former ?? generation);
  const current = session.generation === generation ? ages : [];
  applyOutcomes(options, current);
  const changed = [...stale, ...restored, ...current].filter(isChanged);
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
  const dates = datesOf(generation);
  const stays = ({ entry, error }: Outcome) =>
    error && error.code !== "#N/A" && (entry.questions ?? []).some(({ key }) => dates.has(key));
  return [...outcomes.values()].filter((outcome) => !stays(outcome));
}

/** Computes numbers that were restored, whose answers have come into memory since: other cells show these now. */
function recomputeRestored(ledger: Ledger, generation: Generation): Promise<Outcome[]> {
  return recomputeKnown(ledger, generation, (entry) => isRestored(entry) && !showsAge(entry));
}

/** Computes the ages of what cells show now. */
function recomputeAges(ledger: Ledger, generation: Generation): Promise<Outcome[]> {
  return recomputeKnown(ledger, generation, (entry) => showsAge(entry) && entry.result !== undefined);
}

/** Computes entries without requests. */
async function recomputeKnown(
  ledger: Ledger,
  generation: Generation,
  isMeant: (entry: LedgerEntry) => boolean,
): Promise<Outcome[]> {
  // Before the first question, even the list of plans would have to be asked for.
  if (generation.questions().length === 0) return [];
  const shown = () => findShown(ledger.entries(), ledger.workbook.runs);
  return recomputeFromMemory(ledger, ledger.entries().filter(isMeant), { generation, shown });
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

/** Returns when the answers that the generation holds were computed, by the keys of their questions. */
function datesOf(generation: Generation): Map<string, number> {
  return new Map(
    generation.questions().flatMap((question) => {
      const answer = generation.peek(question);
      return answer ? [[questionKey(question), stampOf(answer)] as const] : [];
    }),
  );
}
