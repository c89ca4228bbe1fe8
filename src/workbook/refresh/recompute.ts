/** Computes calls against a generation of answers, without touching a cell. */
import { InsightsError, type Generation } from "../../insights";
import type { DatedQuestion } from "../../saved/ledger";
import { toCallError, type CallError, type Ledger, type LedgerEntry } from "../ledger/ledger";

/** What a call came to: a result, or an error. */
export interface Outcome {
  readonly entry: LedgerEntry;
  /** What it returned before. */
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
  /** Called with the number of computed calls. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** Computes the selected calls until none is left. */
export async function recompute({ ledger, generation, select, progress }: RecomputeOptions): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  const next = () => select(outcomes).filter(({ key }) => !outcomes.has(key));
  let done = 0;
  for (let entries = next(); entries.length > 0; entries = next()) {
    const all = done + entries.length;
    progress?.(done, all);
    await Promise.all(
      entries.map(async (entry) => {
        outcomes.set(entry.key, await recomputeOne(ledger, entry, generation));
        done += 1;
        progress?.(done, all);
      }),
    );
  }
  return outcomes;
}

/** Computes calls as far as the generation has their answers: nothing is asked. Returns the outcomes of those that lack none. */
export async function recomputeFromMemory(
  ledger: Ledger,
  entries: readonly LedgerEntry[],
  generation: Generation,
): Promise<Outcome[]> {
  const outcomes = await Promise.all(
    entries.map(async (entry) => {
      let isComplete = true;
      const ask: Generation["ask"] = async (question) => {
        const answer = generation.peek(question);
        if (answer) return answer;
        isComplete = false;
        throw new InsightsError("unasked", "The answer is not in memory.");
      };
      const outcome = await recomputeOne(ledger, entry, { ...generation, ask });
      return isComplete ? [outcome] : [];
    }),
  );
  return outcomes.flat();
}

/** True if the cells of the call have to show something else than its entry says. */
export function isChanged({ entry, before, result, error }: Outcome): boolean {
  if (error) return entry.error?.message !== error.message || entry.error.code !== error.code;
  return entry.state === "failed" || JSON.stringify(before) !== JSON.stringify(result);
}

async function recomputeOne(ledger: Ledger, entry: LedgerEntry, generation: Generation): Promise<Outcome> {
  const before = entry.result;
  let questions: readonly DatedQuestion[] = [];
  const onQuestions = (asked: readonly DatedQuestion[]) => void (questions = asked);
  try {
    const result = await ledger.invoke(entry, { generation, onQuestions });
    const computed = { result, questions };
    return { entry, before, ...computed, stamp: ledger.stampFor(entry.key, computed) };
  } catch (error) {
    return { entry, before, questions: [], stamp: entry.stamp ?? 0, error: toCallError(error) };
  }
}
