/** Outcomes that are cached whether they are values or errors, so that a failed look-up costs no more than a successful one. */
import type { Memory } from "../../insights";

export interface CachedOutcome<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/** Returns or throws what `work` returned or threw first for this owner and key. */
export function recallOutcome<T>(memory: Memory, owner: object, key: string, work: () => T): T {
  return outcomeValue(memory.recall(owner, `outcome ${key}`, () => settledOutcome(work)));
}

export function settledOutcome<T>(work: () => T): CachedOutcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** Returns the value, or throws the error. */
export function outcomeValue<T>(outcome: CachedOutcome<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value as T;
}
