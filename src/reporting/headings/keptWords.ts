/** Words whose meaning the user has chosen in this workbook: of several fields, such as "Revenue", or of the user's own, such as "Bud". Pure. */
import { findField } from "../../insights";
import { cleanWord } from "../../numbers/language/financeWords";
import { cleanText } from "../../numbers/language/names";
import { FORGOTTEN } from "./explainedWords";
import { meaningInAnswer, type HeadingAnswers } from "./headingAnswers";
import type { HeadingQuestion } from "./headingQuestions";

/** Longer texts are no words that stand in other headings. */
const LONGEST_WORD = 40;

/**
 * Returns the meanings by words, as the setting `words` holds them: a field's name in "revenue=netFIESales", and an answer in
 * "bud=scenario=committed".
 */
export function readKeptWords(setting: readonly string[] = []): Readonly<Record<string, string>> {
  const words = setting.map((each): [string, string] => {
    const at = each.indexOf("=");
    return at < 0 ? [each, ""] : [each.slice(0, at), each.slice(at + 1)];
  });
  return Object.fromEntries(words.filter(([, meaning]) => meaning !== ""));
}

/** Returns the setting with the words that the user has answered; undefined if it stays as it is. */
export function withKeptWords(
  setting: readonly string[] = [],
  questions: readonly HeadingQuestion[],
  answers: HeadingAnswers,
): readonly string[] | undefined {
  const words = new Map(Object.entries(readKeptWords(setting)));
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
  if (question.fields) {
    const field = meaning?.dimension === "field" ? findField(meaning.value) : undefined;
    return field ? [cleanWord(question.text), field.name] : undefined;
  }
  const word = cleanText(question.text);
  // The setting is a list with commas.
  const isWritable = !/[,=]/.test(word + meaning?.value) && word.length <= LONGEST_WORD;
  return meaning && isWritable ? [word, answer] : undefined;
}
