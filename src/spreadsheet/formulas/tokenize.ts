/** Cuts a formula's text into tokens in linear time. */
import { tokenize, tokenTypes, type Token } from "@borgar/fx/xlsx";

/** Excel's longest names have 255 characters, and its longest paths fewer than 1,000. */
const LONGEST_NAME = 1024;

/** The tokenizer reads to the end of the formula for each apostrophe that begins no sheet's name. */
const MOST_LOOSE_APOSTROPHES = 64;

/** The tokens of a formula. A text that no formula can be is one unknown token: to cut it up would take too long. */
export function tokenizeFormula(formula: string): Token[] {
  return isReadable(formula) ? tokenize(formula) : [{ type: tokenTypes.UNKNOWN, value: formula }];
}

/** Returns false for a text with too long a name, or with many apostrophes that begin no sheet's name. */
function isReadable(formula: string): boolean {
  if (formula.length <= MOST_LOOSE_APOSTROPHES) return true;
  const isNamed = formula.length > LONGEST_NAME && [...formula.matchAll(NAME_OR_TEXT)].some(isTooLong);
  return !isNamed && !hasLooseApostrophes(formula);
}

const NAME_OR_TEXT = /"[^"]*"?|[^\s"'()+\-*/^&=<>,;{}%#@]+/g;

function isTooLong([part]: RegExpMatchArray): boolean {
  return part.length > LONGEST_NAME && !part.startsWith('"');
}

function hasLooseApostrophes(formula: string): boolean {
  // A text, the name of a sheet, or an apostrophe of neither.
  const parts = /"(?:[^"]|"")*"?|'(?:[^']|'')*'(?=[!:])|'/g;
  let loose = 0;
  for (let part = parts.exec(formula); part && loose <= MOST_LOOSE_APOSTROPHES; part = parts.exec(formula))
    if (part[0] === "'") loose++;
  return loose > MOST_LOOSE_APOSTROPHES;
}
