/** Marks in a text that change the direction of what follows: embeddings, overrides and isolates. */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/;
const ALL_MARKS = new RegExp(MARKS, "g");

/**
 * Removes marks that reverse a text: with them, a name could look like another one. Hebrew and Arabic need none of them, and the marks of
 * one direction (U+200E, U+200F) stay.
 */
export function withoutDirection(text: string): string {
  return MARKS.test(text) ? text.replace(ALL_MARKS, "") : text;
}
