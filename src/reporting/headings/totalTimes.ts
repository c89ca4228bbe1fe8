/** "Total" after months or quarters: all of them together. Pure. */
import { wordsFor } from "../../numbers/language/languages";
import { cleanText } from "../../numbers/language/names";
import type { Heading } from "./heading";
import { meaningsOfTime } from "./headingMeaning";
import { readTimes } from "./timeWords";

const TOTALS = wordsFor("total");

/** Reads such a word in a line of headings, if nothing but times that follow each other stands right before it. */
export function withTotalTimes(line: readonly Heading[]): readonly Heading[] {
  return line.map((heading, at): Heading => {
    if (heading.meanings || !isTotal(heading)) return heading;
    let from = at - 1;
    while (from > 0 && follows(line[from], line[from - 1])) from -= 1;
    const [first, last, before] = [line[from], line[at - 1], line[from - 1]];
    // "Q1" before "Jan" may be one of them.
    if (!first || !last || first === last || (before && !isTotal(before) && isTime(before))) return heading;
    const time = readTimes(`${first.text} - ${last.text}`);
    return time ? { ...heading, meanings: meaningsOfTime(time), times: line.slice(from, at) } : heading;
  });
}

function isTotal({ text }: Heading): boolean {
  return TOTALS.includes(cleanText(text));
}

/** True for the month, or the quarter, right after another one. */
function follows(heading: Heading | undefined, before: Heading | undefined): boolean {
  const [own, other] = [timeOf(heading), timeOf(before)];
  return own !== undefined && own.year === other?.year && own.number === other.number + 1;
}

function isTime({ meanings = [] }: Heading): boolean {
  return meanings.some(({ dimension }) => dimension === "period");
}

/** Returns the year of a heading that is a month or a quarter and says nothing else, and its number in the year. */
function timeOf({ meanings = [] }: Partial<Heading> = {}) {
  const [only, ...others] = meanings;
  const [, year, number] = /^(.*-Q?)(\d{1,2})$/.exec(only?.dimension === "period" ? only.value : "") ?? [];
  return year === undefined || others.length > 0 ? undefined : { year, number: Number(number) };
}
