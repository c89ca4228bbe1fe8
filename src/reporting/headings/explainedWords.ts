/** Words such as "Bud" whose meaning the user has said, in this table or before in this workbook. Pure. */
import { cleanText } from "../../numbers/language/names";
import type { FoundHeadings, Heading } from "./heading";
import {
  askedWords,
  meaningInAnswer,
  outlookInAnswer,
  questionIds,
  SAYS_NOTHING,
  type HeadingAnswers,
} from "./headingAnswers";
import { readHeading, type HeadingMeaning } from "./headingMeaning";
import type { HeadingQuestion } from "./headingQuestions";

/** An answer that the workbook forgets a word. */
export const FORGOTTEN = "forgotten";

/** The words that a workbook keeps, with answers such as "scenario=committed". */
type Kept = Readonly<Record<string, string>>;

/** Returns the headings as words read them that the user has explained. Each answer holds wherever its word stands. */
export function withExplainedWords(
  found: FoundHeadings,
  answers: HeadingAnswers,
  { words: kept = {}, scenarios }: { readonly words?: Kept | undefined; readonly scenarios: readonly string[] },
): FoundHeadings {
  const questionId = questionIds(found);
  const ofWorkbook = Object.keys(kept).map((word) => [word, answers[wordId(word)] ?? kept[word] ?? ""] as const);
  const ofTable = found.headings.flatMap((heading) => {
    const answer = heading.meanings ? undefined : answers[questionId(heading)];
    return answer === undefined ? [] : [[cleanText(askedWords(heading)), answer] as const];
  });
  const meanings = [...ofWorkbook, ...ofTable].flatMap(([word, answer]): [string, HeadingMeaning][] => {
    const meaning = outlookInAnswer(answer) ?? meaningInAnswer(answer, scenarios);
    return meaning ? [[word, meaning]] : [];
  });
  const known = { ...found.known, words: new Map(meanings) };
  const isAsked = ({ meanings: own, side, isNumber }: Heading) => !own && !isNumber && side !== "head";
  return {
    ...found,
    known,
    headings: found.headings.map((heading) => {
      const { text, asks } = heading;
      const answer = answers[questionId(heading)];
      if (!isAsked(heading) || (asks === undefined && answer !== undefined)) return heading;
      if (asks === undefined || answer !== SAYS_NOTHING) return withMeanings(heading, readHeading(text, "", known));
      const others = readHeading(text.replace(asks, ""), "", known);
      // No formula reads what only a part of the cell's text says.
      return withMeanings(
        heading,
        others?.map((meaning) => ({ ...meaning, isReadable: false })),
      );
    }),
  };
}

function withMeanings(heading: Heading, meanings: readonly HeadingMeaning[] | undefined): Heading {
  return meanings ? { ...heading, meanings, called: undefined } : heading;
}

/** Returns the questions about kept words of these headings, so that their answers are shown and can be changed. */
export function questionsOfWords(
  { headings }: FoundHeadings,
  { words = {}, scenarios }: { readonly words?: Kept | undefined; readonly scenarios: readonly string[] },
): HeadingQuestion[] {
  const unread = headings.filter(({ meanings, side }) => !meanings && side !== "head");
  const has = (word: string) => unread.some(({ text }) => ` ${cleanText(text)} `.includes(` ${word} `));
  return Object.entries(words).flatMap(([word, assumed]) =>
    meaningInAnswer(assumed, scenarios) && has(word)
      ? [{ kind: "word" as const, id: wordId(word), text: word, assumed }]
      : [],
  );
}

/** Returns the id of the question what a word means in the workbook. */
function wordId(word: string): string {
  return `word ${word}`;
}
