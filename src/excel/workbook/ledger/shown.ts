/** The answers that the workbook's numbers were computed from, and the runs of each plan. */
import { questionInKey } from "../../../insights";
import type { DatedQuestion } from "../../../reporting/saved/ledger";
import { showsAge, type Ledger, type LedgerEntry } from "./ledger";

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
  /** True if cells show numbers whose age is unknown. */
  readonly hasUnknown: boolean;
  /** By the plan's id. */
  readonly plans: ReadonlyMap<string, ShownAge>;
}

type Knowledge = Partial<Pick<Ledger["workbook"], "hasUnknown">> & { readonly runs: ReadonlyMap<string, number> };

const NOTHING: Knowledge = { runs: new Map() };

/** Includes entries without a known cell, since no cell is known after the workbook is opened. */
export function findShown(calls: Iterable<ShownCall>, { runs, hasUnknown = false }: Knowledge = NOTHING): ShownNumbers {
  // Cells with one query share its questions.
  const questions = new Set<DatedQuestion>();
  for (const call of calls) {
    if (call.result === undefined || showsAge(call)) continue;
    for (const question of call.questions ?? []) questions.add(question);
  }
  return { questions: [...questions], hasUnknown, plans: agesOf(questions, runs) };
}

/** Returns when the newest answer of each plan was computed, by the plan's id. */
export function newestByPlan(calls: Iterable<ShownCall>): ReadonlyMap<string, number> {
  return new Map([...findShown(calls).plans].map(([plan, { newest }]) => [plan, newest]));
}

function agesOf(questions: Iterable<DatedQuestion>, runs: ReadonlyMap<string, number>): Map<string, ShownAge> {
  const ages = new Map<string, ShownAge>();
  for (const { key, computedAt } of questions) {
    const { plan } = questionInKey(key);
    const age = ages.get(plan) ?? { oldest: computedAt, newest: computedAt };
    const [oldest, newest] = [Math.min(age.oldest, computedAt), Math.max(age.newest, computedAt)];
    const isLater = newest > (runs.get(plan) ?? Infinity);
    ages.set(plan, { oldest, newest, isOfTwoRuns: isLater && oldest < newest });
  }
  return ages;
}

/** Waits for the calls that are running, then finds what cells show. */
export async function awaitShown(ledger: Ledger): Promise<ShownNumbers> {
  for (let running = findRunning(ledger); running.length > 0; running = findRunning(ledger)) {
    await untilReturned(ledger, running);
  }
  return findShown(ledger.entries(), ledger.workbook);
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
