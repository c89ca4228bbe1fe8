/** Reads the text of a formula with @borgar/fx. */
import { parse, tokenTypes, type AstExpression, type Token } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";

export type Node = AstExpression;

/** A formula's parts, as far as its text can be read. */
export interface Syntax {
  /** @default the text is no formula */
  readonly tree: Node | undefined;
  readonly tokens: readonly Token[];
  /** True if the formula's parts stand too deep within each other. */
  readonly isTooDeep: boolean;
}

/** @param text In Excel's notation, without a leading "=". */
export function readSyntax(text: string): Syntax {
  const tokens = tokenizeFormula(text);
  try {
    return { tree: parse(withoutLostCells(tokens), { looseRefCalls: true }), tokens, isTooDeep: false };
  } catch (error) {
    return { tree: undefined, tokens, isTooDeep: error instanceof RangeError };
  }
}

/** `#REF!A1`, a cell of a deleted sheet, is #REF!. */
function withoutLostCells(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type }, at) => !(type === tokenTypes.REF_RANGE && tokens[at - 1]?.value === "#REF!"));
}
