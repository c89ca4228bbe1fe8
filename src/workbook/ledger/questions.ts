/** Records the questions that a call asks, and how new its answers are. */
import { questionKey, stampOf, type Answer, type Generation } from "../../insights";
import type { DatedQuestion } from "../../saved/ledger";

export interface QuestionRecorder {
  /** Receives the answers of a call. */
  readonly onAnswers: (answers: readonly Answer[]) => void;
  /** Each question once. */
  readonly questions: () => readonly DatedQuestion[];
}

export function createQuestionRecorder(): QuestionRecorder {
  const questions = new Map<string, DatedQuestion>();
  return {
    onAnswers(answers) {
      for (const answer of answers) {
        const key = questionKey(answer.question);
        questions.set(key, { key, computedAt: stampOf(answer) });
      }
    },
    questions: () => [...questions.values()],
  };
}

/** Returns when the answers that the generation holds were computed, by the keys of their questions. */
export function datesOf(generation: Pick<Generation, "questions" | "peek">): Map<string, number> {
  return new Map(
    generation.questions().flatMap((question) => {
      const answer = generation.peek(question);
      return answer ? [[questionKey(question), stampOf(answer)] as const] : [];
    }),
  );
}
