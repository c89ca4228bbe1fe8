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
    const run = line.slice(line.slice(0, at).map(isTotal).lastIndexOf(true) + 1, at);
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || first === last || !run.every((each, index) => follows(each, run[index - 1]))) return heading;
    const time = readTimes(`${first.text} - ${last.text}`);
    return time ? { ...heading, meanings: meaningsOfTime(time), first } : heading;
  });
}

function isTotal({ text }: Heading): boolean {
  return TOTALS.includes(cleanText(text));
}

function follows(heading: Heading, before: Heading | undefined): boolean {
  const [year, number] = timeOf(heading);
  const [yearBefore, numberBefore] = before ? timeOf(before) : [year, number - 1];
  return year !== "" && year === yearBefore && number === numberBefore + 1;
}

/** Returns the year of a month or a quarter, and its number in it. */
function timeOf({ meanings = [] }: Heading): readonly [year: string, number: number] {
  const [only, ...others] = meanings;
  const [, year = "", number] = /^(.*-Q?)(\d{1,2})$/.exec(only?.dimension === "period" ? only.value : "") ?? [];
  return others.length > 0 ? ["", 0] : [year, Number(number)];
}
