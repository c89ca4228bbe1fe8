/** How new the result of a call is: as new as the oldest of the answers that it takes. */
import { stampOf, type Answer } from "../../insights";

export interface StampRecorder {
  /** To be told of the answers. */
  readonly onAnswers: (answers: readonly Answer[]) => void;
  /** Undefined where no answer has been taken. */
  readonly oldest: () => number | undefined;
}

export function createStampRecorder(): StampRecorder {
  let oldest: number | undefined;
  return {
    onAnswers(answers) {
      for (const answer of answers) oldest = Math.min(stampOf(answer), oldest ?? Infinity);
    },
    oldest: () => oldest,
  };
}
