/** Words of a title for a part of the year that do not say which: "Half-year report", "Quarterly review". Pure. */
import { cleanWord } from "../../numbers/language/financeWords";
import { partsCalled, wordsFor } from "../../numbers/language/languages";

export interface PartOfYear {
  /** How many it has; 0 for less than one. */
  readonly months: number;
  /** True if it says how columns or lines are divided, as "quarterly" and "by half year" do. */
  readonly isDividing: boolean;
}

const BY = wordsFor("by");
const PARTS = partsCalled().map(({ months, words }) => ({
  months,
  pattern: new RegExp(`^(?:${words.map((word) => word.replace("*", "\\p{L}*")).join("|")})$`, "u"),
}));
const MOST_WORDS = 2;
/** A report of a longer part is of that part. */
const LONGEST_DIVIDING = 3;

/** Finds the longest of such parts, and the places of words that divide. The others are listed as not read beside months. */
export function partInWords(words: readonly string[]): {
  readonly part?: PartOfYear;
  readonly said: ReadonlySet<number>;
} {
  const said = new Set<number>();
  let part: PartOfYear | undefined;
  for (const [from] of words.entries())
    for (let to = from + 1; to <= from + MOST_WORDS && to <= words.length; to += 1) {
      const text = cleanWord(words.slice(from, to).join(" "));
      const found = PARTS.find(({ pattern }) => pattern.test(text));
      if (!found) continue;
      const { months } = found;
      const isDividing = months <= LONGEST_DIVIDING || BY.includes(cleanWord(words[from - 1] ?? ""));
      if (isDividing) for (let at = from; at < to; at += 1) said.add(at);
      if (!part || months > part.months) part = { months, isDividing };
    }
  return { ...(part && { part }), said };
}
