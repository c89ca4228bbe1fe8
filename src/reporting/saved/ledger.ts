/** The saved ledger: the last result of each call. With it, a workbook shows its numbers without a connection. */
import type { CallWithSettings } from "../../numbers/language/callKey";
import { hashText } from "./hash";

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
  /** Undefined if unknown. */
  readonly questions?: readonly DatedQuestion[] | undefined;
}

/** One refresh of a workbook, as its ledger knows it. */
export interface Edition {
  /** When its newest answer was computed, but larger than the former edition's number. 0 before the first refresh. */
  readonly number: number;
  /** Tells refreshes of one number apart. "" before the first refresh. */
  readonly id: string;
  /** The address of the service whose numbers the workbook shows; undefined before the first answer. */
  readonly service: string | undefined;
}

export interface SavedLedger {
  readonly edition: Edition;
  readonly entries: readonly SavedEntry[];
  /** When the newest answer of each plan's last refresh was computed, by the plan's id. */
  readonly runs: ReadonlyMap<string, number>;
}

/** The edition of a workbook that was never refreshed. */
export const UNREFRESHED: Edition = { number: 0, id: "", service: undefined };

/**
 * True if a saved ledger wins as a whole over the one in memory. Of two refreshes with one number the choice is arbitrary, but the
 * same for all users. Before the first refresh, the service that was saved first wins.
 */
export function isLater(saved: Edition, own: Edition): boolean {
  if (saved.number !== own.number) return saved.number > own.number;
  if (saved.id !== own.id) return saved.id > own.id;
  return saved.service !== undefined && saved.service !== own.service;
}

/** True if two ledgers show the same refresh, so their entries can be united. */
export function isSameEdition(one: Edition, other: Edition): boolean {
  return !isLater(one, other) && !isLater(other, one);
}

/** Returns the edition of a refresh that replaces `former`. A plan can be set back to an earlier run, whose times are earlier. */
export function nextEdition(
  former: Edition,
  service: string | undefined,
  { entries, runs }: Pick<SavedLedger, "entries" | "runs">,
): Edition {
  const number = Math.max(former.number + 1, ...runs.values());
  const results = entries.map(({ key, result }) => [key, result]);
  return { number, id: hashText(JSON.stringify([service, results])).toString(36), service };
}

type Dated = Partial<Pick<SavedEntry, "result" | "answeredAt" | "questions">>;

/** True if the entry wins over the other. With equal times the choice is arbitrary, but the same for all users. */
export function isNewer(entry: Dated, other: Dated): boolean {
  const [own, others] = [computedAt(entry), computedAt(other)];
  if (own !== others) return own > others;
  return JSON.stringify(entry.result) > JSON.stringify(other.result);
}

/** Returns when the service computed the oldest answer of the entry; without any, when the call returned. */
export function computedAt({ questions, answeredAt = 0 }: Dated): number {
  return questions?.length ? Math.min(...questions.map((question) => question.computedAt)) : answeredAt;
}
