/** Lines and columns of cells filled from headings that got no formula, and why. Pure. */
import type { HeadingAnswers } from "../../../reporting/headings/headingAnswers";
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";
import type { LeftBlank } from "./tableState";
import type { HeadingReading, Read } from "./headingReading";

/** Returns the headings of the blank lines and columns; one without a heading is blank on purpose. */
export function findLeftBlank(
  { selected, around, answers }: Pick<HeadingReading, "selected" | "around" | "answers">,
  { formulas, unserved, questions }: Pick<Read, "formulas" | "unserved" | "questions">,
): LeftBlank {
  const textAt = (row: number, column: number) => {
    const value = around.values[row - around.row]?.[column - around.column];
    return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  };
  const nearest = (texts: readonly string[]) => texts.filter(Boolean).slice(-1);
  const upTo = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const lines = formulas.flatMap((cells, at) =>
    cells.some(Boolean)
      ? []
      : nearest(upTo(around.column, selected.column).map((column) => textAt(selected.row + at, column))),
  );
  const columns = upTo(0, selected.columns).flatMap((at) =>
    formulas.some((cells) => cells[at])
      ? []
      : nearest(upTo(around.row, selected.row).map((row) => textAt(row, selected.column + at))),
  );
  const named = [...new Set([...lines, ...columns])];
  const isUnserved = (text: string) => unserved.includes(text);
  return {
    unserved: named.filter(isUnserved),
    unanswered: named.filter((text) => !isUnserved(text) && isAsked(text, questions, answers)),
  };
}

/** True if a question is open that this heading, or every cell, waits for. */
function isAsked(text: string, questions: readonly HeadingQuestion[], answers: HeadingAnswers): boolean {
  return questions.some((question) => {
    if (question.assumed !== undefined || answers[question.id] !== undefined) return false;
    if ("texts" in question) return question.texts.includes(text);
    return !("text" in question) || question.text.trim() === text;
  });
}
