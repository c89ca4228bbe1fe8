/** Works out calls against a generation, without a cell being touched. */
import type { Generation } from "../../insights";
import { toCallError, type Ledger, type LedgerCall } from "../ledger/ledger";
import { createStampRecorder } from "../ledger/stamps";
import type { CallOutcome } from "./changes";
import { findSharing } from "./shared";

export interface WorkOptions {
  readonly ledger: Ledger;
  readonly generation: Generation;
  /** The calls that are meant, among those of the ledger now: cells make new ones meanwhile. */
  readonly meant: () => readonly LedgerCall[];
  /** Calls that are worked out where they show an answer that those take. */
  readonly others: () => readonly LedgerCall[];
  /** Told how many of the calls have been worked out. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** Works out every call that is meant, and all others that show one of the answers which that takes. */
export async function workOut({ ledger, generation, meant, others, progress }: WorkOptions): Promise<CallOutcome[]> {
  const outcomes = new Map<LedgerCall, CallOutcome>();
  const untried = (calls: readonly LedgerCall[]) => calls.filter((call) => !outcomes.has(call));
  const next = async () => {
    const calls = untried(meant());
    return calls.length > 0 ? calls : findSharing(ledger, untried(others()), generation);
  };
  let done = 0;
  for (let calls = await next(); calls.length > 0; calls = await next()) {
    for (const call of calls) outcomes.set(call, { call, before: call.result });
    const tell = () => progress?.(done, outcomes.size);
    tell();
    await Promise.all(
      calls.map(async (call) => {
        outcomes.set(call, await workOutOne(ledger, call, generation));
        done += 1;
        tell();
      }),
    );
  }
  return [...outcomes.values()];
}

/** Whether it is something else than the call holds now. */
export function isChanged({ call, result, error }: CallOutcome): boolean {
  if (error) return call.error?.message !== error.message || call.error.code !== error.code;
  return call.state === "failed" || JSON.stringify(call.result) !== JSON.stringify(result);
}

async function workOutOne(ledger: Ledger, call: LedgerCall, generation: Generation): Promise<CallOutcome> {
  const before = call.result;
  const { onAnswers, oldest } = createStampRecorder();
  try {
    const result = await ledger.invoke(call, { generation, onAnswers });
    return { call, before, result, stamp: oldest() };
  } catch (error) {
    return { call, before, error: toCallError(error) };
  }
}
