/** Texts as formulas have them, in quotation marks. */

/** Returns '"5"" pipe"' for '5" pipe'. */
export function textLiteral(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Returns the text of a literal; undefined for anything else. */
export function readTextLiteral(formula: string): string | undefined {
  return /^"(?:[^"]|"")*"$/.test(formula) ? formula.slice(1, -1).replaceAll('""', '"') : undefined;
}
