import ts from "typescript";
import { nodesOf, parse } from "./sources";

/** How many times a source file says `!` where the compiler sees that something may be missing. */
export function nonNullAssertions(path: string, text: string): number {
  return [...nodesOf(parse(path, text))].filter(ts.isNonNullExpression).length;
}

/** The comments that switch the lint rule off without saying why. */
export function unexplainedAssertions(text: string): string[] {
  const comments = text.match(/oxlint-disable.*no-non-null-assertion.*/g) ?? [];
  return comments.filter((comment) => !/ -- \S/.test(comment));
}
