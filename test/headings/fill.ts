/** Fills cells from headings at once. */
import type { HeadingSentence } from "../../src/headings/headingSentences";
import { fillSliced, type FilledCells } from "../../src/headings/headingFormulas";

export function fillFromHeadings(...given: Parameters<typeof fillSliced>): FilledCells {
  const work = fillSliced(...given);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Returns a sentence as a text. */
export function sentenceText({ parts }: Pick<HeadingSentence, "parts">): string {
  return parts.map(({ text }) => text).join("");
}
