/**
 * Finds what a user answered when cells were filled: the answers with which the headings give the formulas that stand there. No answer
 * is kept with a table, and none is guessed: one that fits no formula is left out. Pure.
 */
import type { HeadingAnswers } from "../headings/headingAnswers";
import type { HeadingQuestion } from "../headings/headingQuestions";

export interface AnswerSearch {
  /** Returns how many cells have the formula that the headings give with these answers, and the questions that are then asked. */
  readonly fit: (answers: HeadingAnswers) => {
    readonly fitting: number;
    readonly questions: readonly HeadingQuestion[];
  };
  /** Returns what a question may be answered with. */
  readonly optionsOf: (question: HeadingQuestion) => readonly string[];
  /** Cells with formulas: nothing is sought once all fit. */
  readonly cells: number;
}

/** Readings of one block at most. */
const MOST_TRIED = 300;

export function fittingAnswers({ fit, optionsOf, cells }: AnswerSearch): HeadingAnswers {
  let answers: HeadingAnswers = {};
  let best = fit(answers);
  let tried = 0;
  const tryAll = (candidates: Iterable<HeadingAnswers>) => {
    const before = best.fitting;
    for (const candidate of candidates) {
      if (best.fitting >= cells || tried >= MOST_TRIED) return false;
      tried += 1;
      const next = fit({ ...answers, ...candidate });
      if (next.fitting > best.fitting) [answers, best] = [{ ...answers, ...candidate }, next];
    }
    return best.fitting > before;
  };
  const singles = () =>
    best.questions
      .filter(({ id }) => answers[id] === undefined)
      .flatMap((question) => optionsOf(question).map((answer) => ({ [question.id]: answer })));
  // Two questions may be open of each cell, so that one answer alone fits none.
  const pairs = () => {
    const all = singles();
    return all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .flatMap((other) => (Object.keys(one)[0] === Object.keys(other)[0] ? [] : [{ ...one, ...other }])),
    );
  };
  while (best.fitting < cells && (tryAll(singles()) || tryAll(pairs())));
  return answers;
}
