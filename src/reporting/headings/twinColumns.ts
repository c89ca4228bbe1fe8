/** Columns that show the same number. Pure. */
import { cleanText } from "../../numbers/language/names";
import type { Heading } from "./heading";
import { isTime, type HeadingDimension, type HeadingMeaning } from "./headingMeaning";

/** The meanings of the headings above a column, by dimension. */
type Meanings = ReadonlyMap<
  HeadingDimension,
  HeadingMeaning & { readonly heading: Heading; readonly isInherited: boolean }
>;

interface Column {
  readonly column: number;
  readonly headings: readonly Heading[];
  readonly text: string;
  /** True if its words are the names of what it shows. */
  readonly isNamed: boolean;
}

/** Returns the headings of columns that show the number of another one: what tells the two apart is not understood. */
export function twinColumns(columns: ReadonlyMap<number, Meanings>): ReadonlyMap<number, readonly Heading[]> {
  return new Map([...twinsByWords(columns), ...repeatedBases(columns).flat()]);
}

/** One of two words for the same number is not understood. */
function twinsByWords(columns: ReadonlyMap<number, Meanings>): [number, readonly Heading[]][] {
  const byNumber = new Map<string, Column[]>();
  for (const [column, meanings] of columns) {
    const placed = [...meanings.values()].filter(
      ({ heading, isInherited, dimension }) => heading.side === "above" && !isInherited && !isTime(dimension),
    );
    if (placed.length === 0 || meanings.has("measure")) continue;
    const headings = [...new Set(placed.map(({ heading }) => heading))];
    const text = headings.map((heading) => cleanText(heading.text)).join("|");
    const isNamed = placed.every(({ value, heading }) => cleanText(heading.text).includes(value.toLowerCase()));
    const number = numberKey(meanings);
    byNumber.set(number, [...(byNumber.get(number) ?? []), { column, headings, text, isNamed }]);
  }
  const alike = [...byNumber.values()].filter((each) => new Set(each.map(({ text }) => text)).size > 1);
  return alike.flatMap((each) =>
    each.flatMap(({ column, headings, isNamed }): [number, readonly Heading[]][] =>
      isNamed ? [] : [[column, headings]],
    ),
  );
}

/** "YTD" after each month cannot be the same number each time. */
function repeatedBases(columns: ReadonlyMap<number, Meanings>): [number, readonly Heading[]][][] {
  const byNumber = new Map<string, [number, readonly Heading[]][]>();
  for (const [column, meanings] of columns) {
    const basis = meanings.get("basis");
    if (!basis || meanings.has("period") || basis.heading.side !== "above" || basis.isInherited) continue;
    const number = numberKey(meanings);
    byNumber.set(number, [...(byNumber.get(number) ?? []), [column, [basis.heading]]]);
  }
  const isTimed = [...columns.values()].some((meanings) => meanings.get("period")?.heading.side === "above");
  return isTimed ? [...byNumber.values()].filter(({ length }) => length > 1) : [];
}

function numberKey(meanings: Meanings): string {
  const said = [...meanings].map(([dimension, { value, heading }]) =>
    [dimension, value, value === "date" ? heading.text : ""].join(),
  );
  return said.sort().join("|");
}
