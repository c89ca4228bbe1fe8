/** Words whose meaning the user has chosen in this workbook: of several fields, such as "Revenue", or of the user's own, such as "Bud". Pure. */
import { fieldLabel, findField } from "../../insights";
import { cleanText } from "../../numbers/language/names";
import { FORGOTTEN } from "./explainedWords";
import { meaningInAnswer, type HeadingAnswers } from "./headingAnswers";
import type { HeadingQuestion } from "./headingQuestions";

/** Longer texts are no words that stand in other headings. */
const LONGEST_WORD = 40;

/**
 * Returns what the user has answered, by words, as the setting `words` holds them: a field's name in "revenue=netFIESales", and an answer in
 * "bud=scenario=committed".
 */
export function readKeptWords(setting: readonly string[] = []): Readonly<Record<string, string>> {
  const words = setting.map((each) => [wordOf(each), each.slice(wordOf(each).length + 1)] as const);
  const answerOf = (meaning: string) => (findField(meaning) ? `field=${fieldLabel(meaning)}` : meaning);
  return Object.fromEntries(words.flatMap(([word, meaning]) => (meaning === "" ? [] : [[word, answerOf(meaning)]])));
}

/** Returns the setting with the words that the user has answered; undefined if it stays as it is. */
export function withKeptWords(
  setting: readonly string[] = [],
  questions: readonly HeadingQuestion[],
  answers: HeadingAnswers,
): readonly string[] | undefined {
  const words = new Map(setting.map((each) => [wordOf(each), each.slice(wordOf(each).length + 1)]));
  for (const question of questions) {
    const answer = answers[question.id];
    if (answer === undefined) continue;
    const [word, meaning] = wordAnswered(question, answer) ?? ["", ""];
    if (meaning === FORGOTTEN) words.delete(word);
    else if (word !== "") words.set(word, meaning);
  }
  const kept = [...words].map((entry) => entry.join("="));
  return kept.join() === setting.join() ? undefined : kept;
}

/** Returns the word of a question, and what the setting holds for the answer; undefined for what is kept in no workbook. */
function wordAnswered(question: HeadingQuestion, answer: string): readonly [word: string, meaning: string] | undefined {
  if (question.kind === "word") {
    const isMeaning = answer === FORGOTTEN || meaningInAnswer(answer);
    return isMeaning ? [question.text, answer] : undefined;
  }
  if (question.kind !== "heading" || question.isTitle) return undefined;
  const meaning = meaningInAnswer(answer);
  const word = cleanText(question.text);
  // The setting is a list with commas.
  const isWritable = !/[,=]/.test(word + meaning?.value) && word.length <= LONGEST_WORD;
  if (!meaning || !isWritable) return undefined;
  return [word, meaning.dimension === "field" ? (findField(meaning.value)?.name ?? answer) : answer];
}

function wordOf(kept: string): string {
  return kept.split("=", 1)[0] ?? "";
}
