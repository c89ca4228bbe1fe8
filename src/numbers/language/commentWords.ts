/** What pane, sheet and command say of people's comments, in the same words. */

/** Why the rows of comments cannot be read, for users, if their columns are not those of the headings. */
export const COMMENTS_DISPLACED =
  "A column was inserted between those of the comments, or deleted, so no comment is read. Undo that, or move the new column to the right of them.";

/** Says how many comments are on numbers that have moved, as reports compare them. */
export function movedCommentsInWords(count: number): string {
  return count === 1
    ? "1 comment was written for another number."
    : `${count.toLocaleString("en-US")} comments were written for other numbers.`;
}

/** Says that a comment has more letters than one may have. */
export function tooLongInWords(letters: number, mostLetters: number): string {
  const [given, most] = [letters, mostLetters].map((count) => count.toLocaleString("en-US"));
  return `The comment has ${given} letters. At most ${most} are kept: shorten it, then save it again.`;
}
