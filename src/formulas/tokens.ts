/** A formula's text divided into what Excel sees in it. */
import { tokenize, tokenTypes } from "@borgar/fx/xlsx";

/** A piece of a formula's text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Token extends Span {
  readonly type: string;
  readonly value: string;
}

export const TYPES = tokenTypes;

/** All of the text, in order. Both spellings are read, Excel's and the file's; a leading "=" is optional. */
export function tokensOf(formula: string): Token[] {
  let end = 0;
  return tokenize(formula).map(({ type, value }) => {
    const start = end;
    end += value.length;
    return { type, value, start, end };
  });
}

export function isBlank({ type }: Token): boolean {
  return type === TYPES.WHITESPACE || type === TYPES.NEWLINE;
}
