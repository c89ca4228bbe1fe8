/** Which items of an answer the argument of a call means: names, or criteria as in SUMIFS. Pure. */
import { hasWildcards, isMatch } from "../../grid/wildcards";
import { plainArgument } from "./numberArguments";

/** Returns those of `items` that the texts mean; all without texts. */
export function chosenItems(given: unknown, items: readonly string[]): string[] {
  const values = (Array.isArray(given) ? given.flat() : [given]) as unknown[];
  const texts = values.map(plainArgument).filter((text) => text !== "");
  const included = texts.filter((text) => !isExclusion(text, items));
  const excluded = texts.filter((text) => isExclusion(text, items)).map((text) => text.slice(2));
  return items.filter((item) => {
    const isIncluded = included.length === 0 || included.some((text) => isMeant(item, text, items));
    return isIncluded && !excluded.some((pattern) => isMatch(item, pattern));
  });
}

function isExclusion(text: string, items: readonly string[]): boolean {
  return text.startsWith("<>") && !isName(text, items);
}

/** An exact name comes before a criterion. */
function isMeant(item: string, text: string, items: readonly string[]): boolean {
  if (items.includes(text)) return item === text;
  if (isName(text, items)) return item.toLowerCase() === text.toLowerCase();
  const pattern = text.replace(/^=/, "");
  return (text.startsWith("=") || hasWildcards(pattern)) && isMatch(item, pattern);
}

function isName(text: string, items: readonly string[]): boolean {
  return items.some((item) => item.toLowerCase() === text.toLowerCase());
}
