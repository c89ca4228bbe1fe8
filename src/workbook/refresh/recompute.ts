/** Computes calls against a generation of answers, without touching a cell. */
import { InsightsError, type Generation } from "../../insights";
import type { DatedQuestion } from "../../saved/ledger";
import { toCallError, type CallError, type Ledger, type LedgerEntry } from "../ledger/ledger";
import { showsAge, type ShownCall, type ShownNumbers } from "../ledger/shown";

/** The outcome of a call: a result, or an error. */
export interface Outcome {
  readonly entry: LedgerEntry;
  /** The former result. */
  readonly before: unknown;
  readonly result?: unknown;
  readonly questions: readonly DatedQuestion[];
  readonly stamp: number;
  readonly error?: CallError;
}

/** By the keys of the calls. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export interface RecomputeOptions {
  readonly ledger: Ledger;
  readonly generation: Generation;
  /** Returns the entries to compute, among those that the ledger has now: cells make new calls meanwhile. */
  readonly select: (outcomes: Outcomes) => readonly LedgerEntry[];
  /** Returns the age of what cells will show with these outcomes. */
  readonly shown: (outcomes: Outcomes) => ShownNumbers;
  /** Called with the number of computed calls. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** Computes the selected calls until none is left. Those that show ages come last, since all other outcomes decide them. */
export async function recompute(options: RecomputeOptions): Promise<Outcomes> {
  const { ledger, select, progress } = options;
  const outcomes = new Map<string, Outcome>();
  const next = () => select(outcomes).filter(({ key }) => !outcomes.has(key));
  let done = 0;
  for (let entries = next(); entries.length > 0; entries = next()) {
    const numbers = entries.filter((entry) => !showsAge(entry));
    if (numbers.length > 0) removeAges(outcomes);
    const context = { ...options, shown: shownOnce(() => options.shown(outcomes)) };
    const all = done + entries.length;
    progress?.(done, all);
    await Promise.all(
      (numbers.length > 0 ? numbers : entries).map(async (entry) => {
        outcomes.set(entry.key, await recomputeOne(ledger, entry, context));
        done += 1;
        progress?.(done, all);
      }),
    );
  }
  return outcomes;
}

function removeAges(outcomes: Map<string, Outcome>): void {
  for (const [key, { entry }] of outcomes) if (showsAge(entry)) outcomes.delete(key);
}

/** Looks through thousands of entries once for all calls that show their age. */
function shownOnce(find: () => ShownNumbers): () => ShownNumbers {
  let found: ShownNumbers | undefined;
  return () => (found ??= find());
}

/** Returns the calls as they are with these outcomes. */
export function callsWith(entries: readonly LedgerEntry[], outcomes: Outcomes): ShownCall[] {
  return entries.map((entry) => {
    const { result, questions } = outcomes.get(entry.key) ?? entry;
    return { id: entry.id, result, questions };
  });
}

/** The data that calls are computed from. */
interface Source {
  readonly generation: Generation;
  readonly shown: () => ShownNumbers;
}

/** Computes calls from answers in memory, without requests. Omits calls that lack an answer. */
export async function recomputeFromMemory(
  ledger: Ledger,
  entries: readonly LedgerEntry[],
  { generation, ...source }: Source,
): Promise<Outcome[]> {
  const shown = shownOnce(source.shown);
  const outcomes = await Promise.all(
    entries.map(async (entry) => {
      let isComplete = true;
      const ask: Generation["ask"] = async (question) => {
        const answer = generation.peek(question);
        if (answer) return answer;
        isComplete = false;
        throw new InsightsError("unasked", "The answer is not in memory.");
      };
      const outcome = await recomputeOne(ledger, entry, { generation: { ...generation, ask }, shown });
      return isComplete ? [outcome] : [];
    }),
  );
  return outcomes.flat();
}

/** True if the outcome differs from the entry, so the cells of the call must change. */
export function isChanged({ entry, before, result, error }: Outcome): boolean {
  if (error) return entry.error?.message !== error.message || entry.error.code !== error.code;
  return entry.state === "failed" || JSON.stringify(before) !== JSON.stringify(result);
}

async function recomputeOne(ledger: Ledger, entry: LedgerEntry, { generation, shown }: Source): Promise<Outcome> {
  const before = entry.result;
  try {
    const computed = await ledger.invoke(entry, { generation, shown });
    return { entry, before, ...computed, stamp: ledger.stampFor(entry.key, computed) };
  } catch (error) {
    return { entry, before, questions: [], stamp: entry.stamp ?? 0, error: toCallError(error) };
  }
}
