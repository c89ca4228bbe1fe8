/** The saved ledger: the last result of each call. With it, a workbook shows its numbers without a connection. */
import type { CallWithSettings } from "./callKey";

/** A question that a result was computed from, and when the service computed its answer: milliseconds since the epoch. */
export interface DatedQuestion {
  readonly key: string;
  readonly computedAt: number;
}

/** One call, and what it returned. Times are milliseconds since the epoch. */
export interface SavedEntry extends CallWithSettings {
  /** `callKey` of the call. */
  readonly key: string;
  readonly result: unknown;
  /** When the call returned, by this machine's clock. */
  readonly answeredAt: number;
  /** Of two entries for one call, the one with the later stamp wins. */
  readonly stamp: number;
  /** Undefined if unknown. */
  readonly questions?: readonly DatedQuestion[] | undefined;
}

/** The answers that one refresh of a plan brought. Answers that were asked later and are newer belong to another run. */
export interface PlanRun {
  /** When the newest of them was computed; milliseconds since the epoch. */
  readonly newest: number;
  /** Of two runs of a plan, the one with the later stamp wins. */
  readonly stamp: number;
}

export interface SavedLedger {
  /** The address of the service that answered; undefined if unknown. */
  readonly service: string | undefined;
  readonly entries: readonly SavedEntry[];
  /** The stamps of removed calls, by `callKey`: an entry with the same or an earlier stamp does not count. */
  readonly dropped: ReadonlyMap<string, number>;
  /** By the plan's id. @default none is known */
  readonly runs?: ReadonlyMap<string, PlanRun> | undefined;
}

type Stamped = Pick<SavedEntry, "result" | "stamp">;

/** True if the entry wins over the other. With equal stamps the choice is arbitrary, but the same for all users. */
export function isNewer(entry: Stamped, other: Stamped): boolean {
  if (entry.stamp !== other.stamp) return entry.stamp > other.stamp;
  return JSON.stringify(entry.result) > JSON.stringify(other.result);
}

/**
 * Returns the stamp of a result that was just computed: when the service computed its oldest answer. A plan can be set back to an
 * earlier run, whose times are earlier. Its result must win over the former one all the same, in the ledgers of other users too.
 */
export function stampAfter(
  former: Partial<Stamped> | undefined,
  { result, questions }: Pick<SavedEntry, "result" | "questions">,
  now: number,
): number {
  const computedAt = oldestOf(questions) ?? now;
  if (former?.result === undefined) return computedAt;
  const { stamp = 0 } = former;
  const isChanged = JSON.stringify(former.result) !== JSON.stringify(result);
  return Math.max(computedAt, isChanged ? stamp + 1 : stamp);
}

/** When the oldest of the answers was computed; undefined if there is none. */
export function oldestOf(questions: readonly DatedQuestion[] = []): number | undefined {
  return questions.length > 0 ? Math.min(...questions.map(({ computedAt }) => computedAt)) : undefined;
}
