/** Titles that say something of no cell, and their words that nobody knows. Pure. */
import { fieldLabel, type Sliced } from "../../insights";
import { fieldsCalled } from "../../numbers/language/financeWords";
import { kindOfPeriod } from "../tables/periods";
import { takeAsAt } from "./asAt";
import type { CellMeanings, Placed } from "./cellMeanings";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import { mapRows } from "./sliced";
import { NO_YEAR } from "./timeParts";
import { readHeading, type HeadingDimension, type HeadingMeaning, type Mention } from "./headingMeaning";

export type CellValues = ReadonlyMap<HeadingDimension, ReadonlySet<string>>;

/** They hold for numbers of any kind, so cells may leave them unsaid. */
const OF_ANY: readonly HeadingDimension[] = ["currency", "scale", "asAt", "field"];

/**
 * Returns the cells with the titles that say something of none of them: "Budget 2026" above "Actual" and "Optimistic". All that a
 * title says is of some cells, or asked about.
 */
export function withUnusedTitles(
  cells: readonly (readonly CellMeanings[])[],
  { headings }: FoundHeadings,
  values: CellValues,
): readonly (readonly CellMeanings[])[] {
  const titles = headings.filter(({ isTitle }) => isTitle === true);
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
  values: CellValues,
): readonly string[] {
  const words = [...new Set([...headings.flatMap(({ unread = [] }) => unread), ...unusedDays(headings, cells)])];
  if (words.length === 0) return [];
  const fieldsOf = (text: string) => [
    ...(fieldsCalled(text) ?? []).map(fieldLabel),
    ...(readHeading(text, "", known) ?? []).flatMap(({ dimension, value }) => (dimension === "field" ? [value] : [])),
  ];
  if (!words.some((text) => fieldsOf(text).length > 0)) return words;
  const fields = values.get("field");
  return words.filter((text) => !fieldsOf(text).some((label) => fields?.has(label)));
}

/** "As of 10 June 2026" above months says when they were read. A day above cells without a period is asked about. */
function unusedDays(headings: readonly Heading[], cells: readonly (readonly CellMeanings[])[]): string[] {
  const dated = headings.filter(({ meanings = [] }) => meanings.some(({ dimension }) => dimension === "asAt"));
  if (dated.length === 0) return [];
  const used = new Set(
    cells
      .flat()
      .flatMap(({ meanings, untimed = [] }) => [meanings.get("period")?.heading, ...untimed])
      .map((heading) => heading && headingId(heading)),
  );
  return dated.flatMap((heading) => (used.has(headingId(heading)) ? [] : (takeAsAt(heading.text).asAt?.words ?? [])));
}

/** Returns what the cells say, by dimension. The value of a date is its number. */
export function* saidValues(cells: readonly (readonly CellMeanings[])[]): Sliced<CellValues> {
  // The cells of a column share what its headings say.
  const [placed, ofNumbers] = [new Set<Placed>(), new Set<Placed>()];
  yield* mapRows(cells, cells[0]?.length ?? 0, (row) => {
    for (const { meanings, basePeriod, isBlank } of row) {
      if (isBlank) continue;
      for (const each of meanings.values()) placed.add(each);
      if (basePeriod) placed.add(basePeriod);
      const scenario = meanings.has("measure") || meanings.has("year") ? undefined : meanings.get("scenario");
      if (scenario) ofNumbers.add(scenario);
    }
  });
  const values = new Map<HeadingDimension, Set<string>>();
  for (const each of placed) {
    const { dimension } = each;
    // Variances and prior years are of the scenario of the numbers beside them.
    if (dimension === "scenario" && ofNumbers.size > 0 && !ofNumbers.has(each)) continue;
    const said = values.get(dimension) ?? new Set();
    values.set(dimension, said);
    for (const { value, heading } of [each, each.joined ?? each])
      said.add(value === "date" ? `date ${heading.text}` : value);
  }
  return values;
}

function isOfSome({ dimension, value }: HeadingMeaning, values: CellValues): boolean {
  if (OF_ANY.includes(dimension)) return true;
  const said = values.get(dimension) ?? new Set();
  if (said.has(value)) return true;
  if (dimension !== "period") return false;
  // A date may be of any month, and "Q1 review" is of the first quarter of each year.
  const isYear = kindOfPeriod(value) === "year";
  const isSame = (each: string) => (isYear && each.includes(value)) || each.replace(/\d{4}/g, NO_YEAR) === value;
  return [...said].some((each) => each.startsWith("date ") || isSame(each));
}

/** A scenario that is compared may be the base of a variance alone. */
function isMentioned({ dimension, value }: Mention, values: CellValues): boolean {
  if (dimension !== "scenario") return values.has(dimension);
  return values.get("scenario")?.has(value) === true || values.get("base")?.has(value) === true;
}
