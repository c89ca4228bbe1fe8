/** Calls that show what other calls have asked anew. */
import type { Answer, Generation } from "../../insights";
import type { Ledger, LedgerCall } from "../ledger/ledger";

/**
 * Those of the calls that show an answer which the generation has already: left as they are, the workbook would show two values
 * of one number. They are worked out as far as the generation's memory goes, and nothing is asked.
 */
export async function findSharing(
  ledger: Ledger,
  calls: readonly LedgerCall[],
  generation: Generation,
): Promise<LedgerCall[]> {
  const sharing = await Promise.all(calls.map((call) => sharesAnswer(ledger, call, generation)));
  return calls.filter((_, at) => sharing[at]);
}

async function sharesAnswer(ledger: Ledger, call: LedgerCall, generation: Generation): Promise<boolean> {
  let isShared = false;
  const share = <T>(value: T): T => {
    isShared = true;
    return value;
  };
  const fromMemory: Generation = {
    ...generation,
    async ask(question) {
      const answer = generation.peek(question);
      if (answer) return share(answer);
      throw new Error("It is not asked for here.");
    },
    async cachedAnswers(matches) {
      const answers = await generation.cachedAnswers(matches);
      return answers.length > 0 ? share(answers) : answers;
    },
  };
  // Data in the cache is not asked for again.
  const onAnswers = (answers: readonly Answer[]) => void answers.map(share);
  await ledger.invoke(call, { generation: fromMemory, onAnswers }).catch(() => undefined);
  return isShared;
}
