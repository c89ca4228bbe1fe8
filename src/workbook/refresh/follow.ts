/**
 * One question has one value, wherever it is asked. A formula that is entered may get newer numbers than the ones that the
 * workbook shows. So entries that were computed from an older answer to a question are computed again, and their cells follow.
 */
import { planInKey, questionKey, stampOf, type Generation, type Session } from "../../insights";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import { isChanged, recompute, type Outcome } from "./recompute";
import type { SettleOptions } from "./settle";

export interface FollowOptions extends SettleOptions {
  readonly session: Session;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
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
 * Finds entries with older answers than the generation has, or another entry. The generation's answers count even if the service
 * says that they are older: a plan can be set back to an earlier run.
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

/** The runs of a plan that the workbook shows: more than one if a question was asked again since the plan was refreshed. */
export interface ShownRuns {
  readonly oldest: number;
  readonly newest: number;
}

/** Returns when the oldest and the newest of the shown answers were computed, by the plan's id. */
export function findShownRuns(ledger: Ledger): Map<string, ShownRuns> {
  const runs = new Map<string, ShownRuns>();
  for (const { questions = [] } of ledger.entries()) {
    for (const { key, computedAt } of questions) {
      const plan = planInKey(key);
      const { oldest, newest } = runs.get(plan) ?? { oldest: computedAt, newest: computedAt };
      runs.set(plan, { oldest: Math.min(oldest, computedAt), newest: Math.max(newest, computedAt) });
    }
  }
  return runs;
}

/**
 * Computes stale entries again and updates their cells. If the service fails on an entry, it stays as it is; but if only another
 * entry has the newer answer, nobody can tell whether its number still holds, and its cells ask again. So do the cells of a call
 * to which the service has no answer any more. Returns the cells that do not show it.
 */
export async function follow(options: FollowOptions): Promise<string[]> {
  const { ledger, session } = options;
  forgetOldAnswers(options);
  const { generation } = session;
  if (!generation) return [];
  const outcomes = [...(await recompute({ ledger, generation, select: () => findStale(ledger, generation) })).values()];
  // A refresh or another connection came between.
  if (session.generation !== generation) return [];
  const dates = datesOf(generation);
  const stays = ({ entry, error }: Outcome) =>
    error && error.code !== "#N/A" && (entry.questions ?? []).some(({ key }) => dates.has(key));
  const kept = outcomes.filter((outcome) => !stays(outcome));
  if (kept.length === 0) return [];
  applyOutcomes(options, kept);
  const changed = kept.filter(isChanged);
  if (changed.length === 0) return [];
  ledger.isUnshown = true;
  await saveLedger(ledger);
  const { showEntries } = await loadUnshown();
  return showEntries(
    options,
    changed.map(({ entry }) => entry),
  );
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

/** Most workbooks never need it. */
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
