/** Words that take their time from those before them: "Total" after months or quarters, and "YTD" after a month. Pure. */
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

/** Says of times to date that name no period which month stands right before them. After several months each is to its own. */
export function withMonthsToDate(line: readonly Heading[]): readonly Heading[] {
  const months = new Map<Heading, Heading>();
  for (const [at, heading] of line.entries()) {
    const before = line[at - 1];
    const month = before && (isMonth(before) ? before : months.get(before));
    if (month && isToDate(heading)) months.set(heading, month);
  }
  const isSame = (one: Heading, other: Heading) => cleanText(one.text) === cleanText(other.text);
  return line.map((heading): Heading => {
    const month = months.get(heading);
    if (!month) return heading;
    const isToMonth = [...months].some(([other, its]) => isSame(other, heading) && !isSame(its, month));
    return { ...heading, month, isToMonth };
  });
}

function isToDate({ meanings = [] }: Heading): boolean {
  return meanings.some(({ dimension }) => dimension === "basis") && !isTime({ meanings });
}

function isMonth({ meanings = [] }: Heading): boolean {
  const isOfDate = meanings.some(({ dimension }) => dimension === "basis");
  return (
    !isOfDate && meanings.some(({ dimension, value }) => dimension === "period" && /^date$|^[^:]+-\d\d$/.test(value))
  );
}

function isTotal({ text }: Heading): boolean {
  return TOTALS.includes(cleanText(text));
}

/** True for the month, or the quarter, right after another one. */
function follows(heading: Heading | undefined, before: Heading | undefined): boolean {
  const [own, other] = [timeOf(heading), timeOf(before)];
  return own !== undefined && own.year === other?.year && own.number === other.number + 1;
}

function isTime({ meanings = [] }: Pick<Heading, "meanings">): boolean {
  return meanings.some(({ dimension }) => dimension === "period");
}

/** Returns the year of a heading that is a month or a quarter and says nothing else, and its number in the year. */
function timeOf({ meanings = [] }: Partial<Heading> = {}) {
  const [only, ...others] = meanings;
  const [, year, number] = /^(.*-Q?)(\d{1,2})$/.exec(only?.dimension === "period" ? only.value : "") ?? [];
  return year === undefined || others.length > 0 ? undefined : { year, number: Number(number) };
}
