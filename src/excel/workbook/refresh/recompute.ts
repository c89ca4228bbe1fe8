/** Computes calls against a generation of answers, without touching a cell. */
import type { Generation } from "../../../insights";
import { showsAge, toCallError, type CallError, type Ledger, type LedgerEntry, type Returned } from "../ledger/ledger";
import type { ShownCall, ShownNumbers } from "../ledger/shown";

/** The outcome of a call: a result, or an error. */
export interface Outcome {
  readonly entry: LedgerEntry;
  /** The former result. */
  readonly before: unknown;
  /** Undefined if the call failed. */
  readonly result?: unknown;
  readonly questions: NonNullable<Returned["questions"]>;
  readonly error?: CallError;
}

/** By the keys of the calls. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export interface RecomputeOptions {
  readonly ledger: Ledger;
  readonly generation: Generation;
  /** True if the calls ask another service than the workbook's. */
  readonly isMove?: boolean | undefined;
  /** Returns the entries to compute, among those that the ledger has now: cells make new calls meanwhile. */
  readonly select: () => readonly LedgerEntry[];
  /** Returns the age of what cells will show with these outcomes. */
  readonly shown: (outcomes: Outcomes) => ShownNumbers;
  /** Called with the number of computed calls. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** Computes the selected calls until none is left. Those that show ages come last, since all other outcomes decide them. */
export async function recompute(options: RecomputeOptions): Promise<Outcomes> {
  const { ledger, select, progress, generation, isMove } = options;
  const outcomes = new Map<string, Outcome>();
  const next = () => select().filter(({ key }) => !outcomes.has(key));
  let done = 0;
  for (let entries = next(); entries.length > 0; entries = next()) {
    const numbers = entries.filter((entry) => !showsAge(entry));
    // Other outcomes decide the ages.
    if (numbers.length > 0) for (const [key, { entry }] of outcomes) if (showsAge(entry)) outcomes.delete(key);
    // Thousands of entries are looked through once for all ages.
    let known: ShownNumbers | undefined;
    const shown = () => (known ??= options.shown(outcomes));
    const all = done + entries.length;
    progress?.(done, all);
    await Promise.all(
      (numbers.length > 0 ? numbers : entries).map(async (entry) => {
        outcomes.set(entry.key, await recomputeOne(ledger, entry, { generation, shown, isMove }));
        done += 1;
        progress?.(done, all);
      }),
    );
  }
  return outcomes;
}

/** Returns the calls as they are with these outcomes. */
export function callsWith(entries: readonly LedgerEntry[], outcomes: Outcomes): ShownCall[] {
  return entries.map((entry) => {
    const { result, questions } = outcomes.get(entry.key) ?? entry;
    return { id: entry.id, result, questions };
  });
}

/** True if the outcome differs from the entry, so the cells of the call must change. */
export function isChanged({ entry, before, result, error }: Outcome): boolean {
  if (error) return entry.error?.message !== error.message || entry.error.code !== error.code;
  return entry.state === "failed" || JSON.stringify(before) !== JSON.stringify(result);
}

async function recomputeOne(ledger: Ledger, entry: LedgerEntry, invocation: object): Promise<Outcome> {
  const before = entry.result;
  try {
    return { entry, before, ...(await ledger.invoke(entry, invocation)) };
  } catch (error) {
    return { entry, before, questions: [], error: toCallError(error) };
  }
}
