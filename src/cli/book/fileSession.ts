/**
 * The session of one file in a run over many. Its answers come from the run's source, which asks each question once. Its
 * generation holds the answers of this file only, so that the file's age is its own.
 */
import { createGeneration, refreshGeneration, type AnswerSource, type Session } from "../../insights";

export type FileSession = Pick<Session, "generation" | "plans" | "ask" | "cachedAnswers" | "refresh">;

/** Creates a session that sends nothing itself. Throws nothing; failures of the source reject the refresh. */
export function createFileSession(source: AnswerSource): FileSession {
  const start = () =>
    createGeneration({
      plans: () => source.plans(),
      ask: (open) => void source.ask(open.question).then(open.answer, open.fail),
      whenAsked: () => new Promise((resolve) => setImmediate(resolve)),
    });
  const slot = { generation: start() };
  return {
    get generation() {
      return slot.generation;
    },
    plans: ({ generation = slot.generation } = {}) => generation.plans(),
    ask: async (question, { generation = slot.generation, signal } = {}) => generation.ask(question, signal),
    cachedAnswers: async (matches, { generation = slot.generation } = {}) => generation.cachedAnswers(matches),
    refresh: (signal, fill) => refreshGeneration(slot, start, signal, fill),
  };
}
