/** Outlooks as tables of ours have them: a row of codes names the scenario, another the month that actuals go to. Pure. */
import type { HeadingMeaning } from "./headingMeaning";
import { OUTLOOK, outlookOf } from "./outlook";

/** What counts of a heading. */
interface ReadHeading {
  readonly side: string;
  readonly column: number;
  readonly meanings: readonly HeadingMeaning[] | undefined;
}

/** Makes an outlook of the scenario of each column that has such a code. The column's name "Outlook" then says nothing more. */
export function withCodedOutlooks<Read extends ReadHeading>(headings: readonly Read[]): readonly Read[] {
  const coded = headings.filter(({ meanings = [] }) => meanings.some(({ dimension }) => dimension === "actualsTo"));
  const isOfAll = coded.some(({ side }) => side === "head");
  const columns = new Set(coded.map(({ column }) => column));
  return headings.map((heading) => {
    const isCoded = isOfAll || (heading.side === "above" && columns.has(heading.column));
    return heading.meanings && isCoded ? { ...heading, meanings: heading.meanings.flatMap(ofOutlook) } : heading;
  });
}

function ofOutlook(meaning: HeadingMeaning): HeadingMeaning[] {
  if (meaning.dimension !== "scenario") return [meaning];
  return meaning.value === OUTLOOK ? [] : [{ ...meaning, value: outlookOf(meaning.value) }];
}
