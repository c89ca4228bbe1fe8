/** Outcomes that are cached whether they are values or errors, so that a failed look-up costs no more than a successful one. */
import type { Memory } from "../insights";

interface Outcome<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/** Returns or throws what `work` returned or threw first for this owner and key. */
export function recallOutcome<T>(memory: Memory, owner: object, key: string, work: () => T): T {
  const outcome = memory.recall<Outcome<T>>(owner, `outcome ${key}`, () => outcomeOf(work));
  if ("error" in outcome) throw outcome.error;
  return outcome.value as T;
}

function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
