/** Titles that say something of no cell, and their words that nobody knows. Pure. */
import { fieldLabel } from "../../insights";
import { fieldsCalled } from "../../numbers/language/financeWords";
import { periodKind } from "../tables/periods";
import { takeAsAt } from "./asAt";
import type { CellMeanings, Placed } from "./cellMeanings";
import { headingId, type FoundHeadings, type Heading } from "./findHeadings";
import { readHeading, type HeadingDimension, type HeadingMeaning, type Mention } from "./headingMeaning";

type Values = ReadonlyMap<HeadingDimension, ReadonlySet<string>>;

/** They hold for numbers of any kind, so cells may leave them unsaid. */
const OF_ANY: readonly HeadingDimension[] = ["currency", "scale", "asAt", "basis", "field"];

/**
 * Returns the cells with the titles that say something of none of them: "Budget 2026" above "Actual" and "Optimistic". All that a
 * title says is of some cells, or asked about.
 */
export function withUnusedTitles(
  cells: readonly (readonly CellMeanings[])[],
  { headings }: FoundHeadings,
): readonly (readonly CellMeanings[])[] {
  const titles = headings.filter(({ isTitle }) => isTitle === true);
  const values = titles.length > 0 ? valuesIn(cells) : new Map();
  if (values.size === 0) return cells;
  const isUnused = ({ meanings = [], mentions = [] }: Heading) =>
    !meanings.every((each) => isOfSome(each, values)) || !mentions.every((each) => isMentioned(each, values));
  const unused = titles.filter(isUnused);
  if (unused.length === 0) return cells;
  return cells.map((row) => row.map((cell) => ({ ...cell, contradicted: [...cell.contradicted, ...unused] })));
}

/**
 * Returns the words of titles that no number depends on: those that nobody knows, and days beside periods. The name of a line is known
 * if a cell shows this line.
 */
export function unreadWordsIn(
  { headings, known }: FoundHeadings,
  cells: readonly (readonly CellMeanings[])[],
): readonly string[] {
  const words = [...new Set([...headings.flatMap(({ unread = [] }) => unread), ...unusedDays(headings, cells)])];
  if (words.length === 0) return [];
  const fieldsOf = (text: string) => [
    ...(fieldsCalled(text) ?? []).map(fieldLabel),
    ...(readHeading(text, "", known) ?? []).flatMap(({ dimension, value }) => (dimension === "field" ? [value] : [])),
  ];
  if (!words.some((text) => fieldsOf(text).length > 0)) return words;
  const fields = valuesIn(cells).get("field");
  return words.filter((text) => !fieldsOf(text).some((label) => fields?.has(label)));
}

/** "As of 10 June 2026" above months says when they were read. A day above cells without a period is asked about. */
function unusedDays(headings: readonly Heading[], cells: readonly (readonly CellMeanings[])[]): string[] {
  const dated = headings.filter(({ meanings = [] }) => meanings.some(({ dimension }) => dimension === "asAt"));
  if (dated.length === 0) return [];
  const used = new Set(
    cells
      .flat()
      .flatMap(({ meanings, contradicted }) => [meanings.get("period")?.heading, ...contradicted])
      .map((heading) => heading && headingId(heading)),
  );
  return dated.flatMap((heading) => (used.has(headingId(heading)) ? [] : (takeAsAt(heading.text).asAt?.words ?? [])));
}

/** Returns what the cells say, by dimension. The value of a date is its number. */
function valuesIn(cells: readonly (readonly CellMeanings[])[]): Values {
  const values = new Map<HeadingDimension, Set<string>>();
  // The cells of a column share what its headings say.
  const seen = new Map<HeadingDimension, Set<Placed>>();
  const add = (dimension: HeadingDimension, placed: Placed | undefined) => {
    if (!placed || seen.get(dimension)?.has(placed)) return;
    seen.set(dimension, (seen.get(dimension) ?? new Set()).add(placed));
    const said = values.get(dimension) ?? new Set();
    values.set(dimension, said.add(placed.value === "date" ? `date ${placed.heading.text}` : placed.value));
  };
  const all = cells.flat().filter(({ isBlank }) => !isBlank);
  const isNumber = ({ meanings }: CellMeanings) => !meanings.has("measure") && !meanings.has("year");
  // Variances and prior years are of the scenario of the numbers beside them.
  const named = all.filter((cell) => isNumber(cell) && cell.meanings.has("scenario"));
  for (const { meanings } of named.length > 0 ? named : all) add("scenario", meanings.get("scenario"));
  for (const { meanings, basePeriod } of all) {
    add("period", basePeriod);
    for (const [dimension, placed] of meanings)
      if (dimension !== "scenario") {
        add(dimension, placed);
        add(dimension, placed.joined);
      }
  }
  return values;
}

function isOfSome({ dimension, value }: HeadingMeaning, values: Values): boolean {
  if (OF_ANY.includes(dimension)) return true;
  const said = values.get(dimension) ?? new Set();
  if (said.has(value)) return true;
  if (dimension !== "period") return false;
  // A date may be of any month.
  const isYear = periodKind(value) === "year";
  return [...said].some((each) => each.startsWith("date ") || (isYear && each.includes(value)));
}

/** A scenario that is compared may be the base of a variance alone. */
function isMentioned({ dimension, value }: Mention, values: Values): boolean {
  if (dimension !== "scenario") return values.has(dimension);
  return values.get("scenario")?.has(value) === true || values.get("base")?.has(value) === true;
}
