/** Fills cells from headings at once. */
import { sentencesSliced, type HeadingSentence } from "../../../src/reporting/headings/headingSentences";
import { atOnce } from "../../../src/insights";
import { fillSliced, type FilledCells } from "../../../src/reporting/headings/filledCells";

export function fillFromHeadings(...given: Parameters<typeof fillSliced>): FilledCells {
  return atOnce(fillSliced(...given));
}

export function sentencesOf(...given: Parameters<typeof sentencesSliced>): HeadingSentence[] {
  return atOnce(sentencesSliced(...given));
}

/** Returns a sentence as a text. */
export function sentenceText({ parts }: Pick<HeadingSentence, "parts">): string {
  return parts.map(({ text }) => text).join("");
}
