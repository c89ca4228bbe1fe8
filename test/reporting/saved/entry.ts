import { callKey } from "../../../src/numbers/language/callKey";
import type { SavedEntry } from "../../../src/reporting/saved/ledger";

/** A saved entry of PNL, with `fields` instead of the usual ones. */
export function savedEntry(fields: Partial<Omit<SavedEntry, "key">> = {}): SavedEntry {
  const { id = "PNL", args = ["fy26"], settings = {}, result = 1, answeredAt = 1_000, questions } = fields;
  const call = { id, args, settings };
  return { ...call, key: callKey(call), result, answeredAt, questions };
}

/** A saved entry of PNL for a plan of this name, whose only answer was computed at this time. */
export function datedEntry(name: string, result: unknown, computedAt: number): SavedEntry {
  return savedEntry({ args: [name], result, questions: [{ key: `pnl FY     ${name.length} ${name} s1`, computedAt }] });
}
