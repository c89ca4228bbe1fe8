/** Words of several fields, such as "Revenue", whose meaning the user has chosen in this workbook. Pure. */
import { findField } from "../insights";
import { cleanWord } from "../language/financeWords";
import type { HeadingAnswers } from "./headingAnswers";
import type { HeadingQuestion } from "./headingQuestions";

/** Returns the fields' names by words, as the setting `words` holds them: "revenue=netFIESales". */
export function readKeptWords(setting: readonly string[] = []): Readonly<Record<string, string>> {
  const words = setting.map((each): [string, string] => {
    const [word = "", field = ""] = each.split("=");
    return [word, field];
  });
  return Object.fromEntries(words.filter(([, field]) => field !== ""));
}

/** Returns the setting with the words that the user has answered; undefined if it stays as it is. */
export function withKeptWords(
  setting: readonly string[] = [],
  questions: readonly HeadingQuestion[],
  answers: HeadingAnswers,
): readonly string[] | undefined {
  const answered = questions.flatMap((question): [string, string][] => {
    if (question.kind !== "heading" || !question.fields) return [];
    const [dimension, label = ""] = (answers[question.id] ?? "").split("=");
    const field = dimension === "field" ? findField(label) : undefined;
    return field ? [[cleanWord(question.text), field.name]] : [];
  });
  const words = new Map([...Object.entries(readKeptWords(setting)), ...answered]);
  const kept = [...words].map((entry) => entry.join("="));
  return kept.join() === setting.join() ? undefined : kept;
}
