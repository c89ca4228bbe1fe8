/** The answers that the workbook's numbers were computed from, and the runs of each plan. */
import { questionInKey } from "../../insights";
import type { DatedQuestion, PlanRun, SavedLedger } from "../../saved/ledger";
import type { Ledger, LedgerEntry } from "./ledger";

/** A call, as far as the age of its result matters. */
export type ShownCall = Pick<LedgerEntry, "id" | "result" | "questions">;

/** The age of what a plan's cells show. Times are milliseconds since the epoch. */
export interface ShownAge {
  readonly oldest: number;
  readonly newest: number;
  /** True if some numbers were asked for after the plan's last refresh, and are newer. */
  readonly isOfTwoRuns: boolean;
}

export interface ShownNumbers {
  /** The questions that numbers in cells were computed from. */
  readonly questions: readonly DatedQuestion[];
  /** True if cells show numbers whose age is unknown: they were restored. */
  readonly hasUnknown: boolean;
  /** By the plan's id. */
  readonly plans: ReadonlyMap<string, ShownAge>;
}

/** True for a call that shows the age of other numbers. Its own questions date no number in its cell. */
export function showsAge({ id }: Pick<LedgerEntry, "id">): boolean {
  return id === "ASOF";
}

/** Includes entries without a known cell, since no cell is known after the workbook is opened. */
export function findShown(calls: Iterable<ShownCall>, runs: ReadonlyMap<string, PlanRun>): ShownNumbers {
  // Cells with one query share its questions.
  const questions = new Set<DatedQuestion>();
  let hasUnknown = false;
  for (const call of calls) {
    if (call.result === undefined || showsAge(call)) continue;
    hasUnknown ||= call.questions === undefined;
    for (const question of call.questions ?? []) questions.add(question);
  }
  return { questions: [...questions], hasUnknown, plans: agesOf(questions, runs) };
}

function agesOf(questions: Iterable<DatedQuestion>, runs: ReadonlyMap<string, PlanRun>): Map<string, ShownAge> {
  const ages = new Map<string, ShownAge>();
  for (const { key, computedAt } of questions) {
    const { plan } = questionInKey(key);
    const age = ages.get(plan) ?? { oldest: computedAt, newest: computedAt };
    const [oldest, newest] = [Math.min(age.oldest, computedAt), Math.max(age.newest, computedAt)];
    const isLater = newest > (runs.get(plan)?.newest ?? Infinity);
    ages.set(plan, { oldest, newest, isOfTwoRuns: isLater && oldest < newest });
  }
  return ages;
}

/** Merges the runs of a saved ledger; the later run wins. */
export function mergeRuns({ workbook }: Ledger, { runs = new Map(), entries }: SavedLedger): void {
  const later = [...runs].filter(([plan, { stamp }]) => stamp > (workbook.runs.get(plan)?.stamp ?? -Infinity));
  if (later.length === 0) return;
  for (const [plan, run] of later) workbook.runs.set(plan, run);
  workbook.hasRemoteEntries = true;
  workbook.knownToOthers = new Set(entries.map(({ key }) => key));
}

/**
 * Returns a test that is true for entries that are older than the run of their plan and that the other user who saved a run did not
 * have: the session's memory has answered them.
 */
export function doubtIn({ workbook: { runs, knownToOthers } }: Ledger): (entry: LedgerEntry) => boolean {
  const isOlder = ({ key, computedAt }: DatedQuestion) =>
    computedAt < (runs.get(questionInKey(key).plan)?.newest ?? -Infinity);
  return ({ key, questions = [] }) => knownToOthers?.has(key) === false && questions.some(isOlder);
}

/** Waits for the calls that are running, then finds what cells show. */
export async function awaitShown(ledger: Ledger): Promise<ShownNumbers> {
  for (let running = findRunning(ledger); running.length > 0; running = findRunning(ledger)) {
    await untilReturned(ledger, running);
  }
  return findShown(ledger.entries(), ledger.workbook.runs);
}

/** Returns the keys of the calls that are running. */
function findRunning(ledger: Ledger): string[] {
  const running = ledger.entries().filter((entry) => entry.state === "waiting" && !showsAge(entry));
  return running.map(({ key }) => key);
}

function untilReturned(ledger: Ledger, running: string[]): Promise<void> {
  return new Promise((resolve) => {
    const stop = ledger.subscribe(() => {
      // Each event looks at the last call only, since thousands may be running.
      while (ledger.entry(running.at(-1) ?? "")?.state !== "waiting") if (running.pop() === undefined) break;
      if (running.length > 0) return;
      stop();
      resolve();
    });
  });
}
