/** The parts of sentences about headings: each knows the question that changes it. Pure. */
import type { Filling } from "./cellNumbers";
import type { FilledCells } from "./filledCells";

/** A part of a sentence; one that no heading says, with the question that changes it. */
export interface SentencePart {
  readonly text: string;
  /** The id of a question with an assumed answer. */
  readonly question?: string | undefined;
}

export interface Speech {
  readonly filling: Filling;
  /** Returns a part with its question, if an answer to that is assumed. */
  readonly part: (text: string, question?: string) => SentencePart;
}

export function speechOf({ questions, filling }: FilledCells): Speech {
  const assumed = new Set(questions.flatMap(({ id, assumed: answer }) => (answer === undefined ? [] : [id])));
  return {
    filling,
    part: (text, question) => (question !== undefined && assumed.has(question) ? { text, question } : { text }),
  };
}
