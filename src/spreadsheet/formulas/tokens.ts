/** The tokens of a formula's text. */
import { tokenTypes } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "./tokenize";

/** A part of a formula's text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Token extends Span {
  readonly type: string;
  readonly value: string;
}

export const TYPES = tokenTypes;

/** Together they are the whole text. A leading "=" is optional. */
export function tokensOf(formula: string): Token[] {
  let end = 0;
  return tokenizeFormula(formula).map(({ type, value }) => {
    const start = end;
    end += value.length;
    return { type, value, start, end };
  });
}

export function isBlank({ type }: Pick<Token, "type">): boolean {
  return type === TYPES.WHITESPACE || type === TYPES.NEWLINE;
}

/** Replaces a part in a formula. */
export function replaceSpan(formula: string, { start, end }: Span, text: string): string {
  return formula.slice(0, start) + text + formula.slice(end);
}
