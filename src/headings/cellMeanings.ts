/** What the headings of each cell say together. Pure. */
import type { Position } from "../sheet/area";
import { CALENDAR_YEAR, type FiscalYear } from "../sheet/months";
import { cleanText } from "../language/names";
import { PRIOR_YEAR } from "../tables/definition";
import { periodKind } from "../tables/periods";
import { headingId, type FoundHeadings, type Heading, type HeadingGap } from "./findHeadings";
import type { HeadingDimension, HeadingMeaning } from "./headingMeaning";
import { OUTLOOK, OUTLOOK_QUESTION, saysOutlook, scenarioInAnswer } from "./outlook";
import { codeInYear, NO_YEAR } from "./timeParts";

/** The answers to the questions about the headings, by the questions' ids. */
export type HeadingAnswers = Readonly<Record<string, string>>;

/** An answer that leaves a heading out. */
export const IGNORED = "ignored";

/** An answer that a variance compares what its columns say. */
export const AS_FOUND = "found";

export interface Placed extends HeadingMeaning {
  readonly heading: Heading;
  readonly isInherited: boolean;
  /** The heading above or below it that names its year. */
  readonly joined?: Placed;
  /** True if it might mean something else, so it is shown as assumed. */
  readonly isAssumed?: boolean;
  /** The other cell whose meaning it is. */
  readonly cell?: Position;
}

export interface CellMeanings extends Position {
  readonly meanings: ReadonlyMap<HeadingDimension, Placed>;
  /** Headings whose meaning gave way to another heading's, though both stand in the cell's own row or column. */
  readonly contradicted: readonly Heading[];
  /** True for a cell of a row or column without a heading of its own, such as a blank column between two blocks. */
  readonly isBlank: boolean;
  /** True if a heading of the cell has no meaning yet, so the user is asked about it. */
  readonly isOpen: boolean;
  /** The basis that the user has said for cells without a time. */
  readonly saidBasis?: string;
  /** The period that a variance compares with. @default its own, or the year before */
  readonly basePeriod?: Placed;
}

/** Understands headings by what the user has said of them. */
export function withAnswers(found: FoundHeadings, answers: HeadingAnswers): FoundHeadings {
  const questionId = questionIds(found);
  return {
    ...found,
    headings: found.headings.map((heading): Heading => {
      const own = answers[questionId(heading)];
      const outlook = answers[OUTLOOK_QUESTION];
      if (own === undefined && outlook !== undefined && saysOutlook(heading))
        return withVariance(withOutlook(heading, outlook), answers);
      if (own === undefined && isUnknownLine(heading) && answers.lines !== undefined)
        return { ...heading, meanings: meaningsOfLine(heading, answers.lines) };
      if (own === undefined) return withVariance(heading, answers);
      // A title that is left out still says its currency.
      if (own === IGNORED && heading.side === "head" && heading.meanings)
        return { ...heading, meanings: heading.meanings.filter(({ dimension }) => !isTime(dimension)) };
      const [dimension, value = ""] = own.split("=");
      const meant =
        dimension === OUTLOOK_QUESTION
          ? { dimension: "scenario" as const, value: scenarioInAnswer(own), isReadable: false }
          : { dimension: dimension as HeadingDimension, value, isReadable: false };
      return { ...heading, meanings: value !== "" ? [meant] : [] };
    }),
  };
}

/** A variance that the user has said more of reads as if its heading said so. */
function withVariance(heading: Heading, answers: HeadingAnswers): Heading {
  const [base, measure] = [answers[comparedId(heading)], answers[measureId(heading)]];
  const isSaid = base !== undefined && base !== AS_FOUND;
  const isMeasured = heading.meanings?.some(({ dimension }) => dimension === "measure") ?? false;
  if (!isMeasured || (!isSaid && measure === undefined)) return heading;
  const compared = { dimension: base === PRIOR_YEAR ? "year" : "base", value: base ?? "", isReadable: false } as const;
  const meanings = (heading.meanings ?? []).map((each) =>
    each.dimension === "measure" && measure !== undefined ? { ...each, value: measure, isReadable: false } : each,
  );
  return { ...heading, meanings: [...meanings, ...(isSaid ? [compared] : [])] };
}

/** Returns the id of the question what a variance compares with. */
export function comparedId(heading: Heading): string {
  return `compared ${headingId(heading)}`;
}

/** Returns the id of the question how a variance counts. */
export function measureId(heading: Heading): string {
  return `measure ${headingId(heading)}`;
}

function withOutlook(heading: Heading, answer: string): Heading {
  if (answer === IGNORED) return { ...heading, meanings: [] };
  const value = scenarioInAnswer(answer);
  const meanings = heading.meanings?.map((each) => (each.value === OUTLOOK ? { ...each, value } : each));
  return { ...heading, meanings };
}

function isTime(dimension: HeadingDimension): boolean {
  return dimension === "period" || dimension === "basis";
}

/** The same word on one side has the same meaning: it is asked about once, by the id of the first heading that has it. */
export function questionIds({ headings }: FoundHeadings): (heading: Heading) => string {
  const wordOf = ({ side, text }: Heading) => `${side} ${cleanText(text)}`;
  const ids = new Map([...headings].reverse().map((heading) => [wordOf(heading), headingId(heading)]));
  return (heading) => ids.get(wordOf(heading)) ?? headingId(heading);
}

/** True for a line that may be an item. */
export function isUnknownLine({ side, meanings, called }: Heading): boolean {
  return side === "beside" && !meanings && !called;
}

function meaningsOfLine({ text }: Heading, groupBy: string): HeadingMeaning[] {
  if (groupBy === IGNORED) return [];
  return [
    { dimension: "item", value: text, isReadable: true },
    { dimension: "groupBy", value: groupBy, isReadable: false },
  ];
}

/** A line of headings on one side. */
interface HeadingLine {
  readonly headings: readonly Heading[];
  readonly byCross: ReadonlyMap<number, Heading>;
  readonly gap: HeadingGap | undefined;
}

/**
 * Returns a function that reads the headings of a cell.
 * @param options `isUnderstood` is true for a heading that says something, though perhaps it was left out.
 */
export function createMeaningReader(
  found: FoundHeadings,
  answers: HeadingAnswers,
  { isUnderstood, fiscalYear }: { isUnderstood: (heading: Heading) => boolean; fiscalYear: FiscalYear },
): (at: Position) => CellMeanings {
  const head = found.headings.filter(({ side }) => side === "head");
  const [above, beside] = [linesOf(found, "above"), linesOf(found, "beside")];
  const readLines = (said: Said, lines: readonly HeadingLine[], cross: number) => {
    let isHeaded = lines.length === 0;
    for (const { headings, byCross, gap } of lines) {
      const exact = byCross.get(cross);
      const answer = gap && answers[gapId(gap)];
      const saysYes = gap && answer === "yes";
      const goesOn = !exact && (answer === undefined ? gap?.goesOn : saysYes);
      const before = goesOn ? headings.filter((heading) => crossOf(heading) < cross).at(-1) : undefined;
      if (exact) put(said, exact, false, fiscalYear);
      else if (before) put(said, before, true, fiscalYear);
      if (exact ? isUnderstood(exact) : saysYes && gap.goesOn === undefined && gap.isInner) isHeaded = true;
      if (!exact && gap && gap.goesOn === undefined && answer === undefined) {
        said.isOpen = true;
        if (gap.isInner) isHeaded = true;
      }
    }
    if (!isHeaded) said.isBlank = true;
  };
  // What stands above a column is read once, however many lines there are.
  const byColumn = new Map<number, Said>();
  const readColumn = (column: number) => {
    const said: Said = { meanings: new Map(), contradicted: [], isBlank: false, isOpen: false };
    for (const heading of head) put(said, heading, false, fiscalYear);
    readLines(said, above, column);
    byColumn.set(column, said);
    return said;
  };
  return (at) => {
    const column = byColumn.get(at.column) ?? readColumn(at.column);
    const said = { ...column, meanings: new Map(column.meanings), contradicted: [...column.contradicted] };
    readLines(said, beside, at.row);
    weighTime(said, head);
    const isToDate = answers.period === "YTD" && !said.meanings.has("period") && !said.meanings.has("basis");
    return { ...at, ...said, ...(isToDate && { saidBasis: "YTD" }) };
  };
}

/** What the headings of a cell have said so far. */
interface Said {
  readonly meanings: Map<HeadingDimension, Placed>;
  readonly contradicted: Heading[];
  isBlank: boolean;
  isOpen: boolean;
}

function put(said: Said, heading: Heading, isInherited: boolean, fiscalYear: FiscalYear): void {
  const { meanings, contradicted } = said;
  if (!heading.meanings && heading.called?.length !== 0) said.isOpen = true;
  for (const meaning of heading.meanings ?? []) {
    const before = meanings.get(meaning.dimension);
    const placed: Placed = { ...meaning, heading, isInherited };
    const joined = before && meaning.dimension === "period" ? joinYear(placed, before, fiscalYear) : undefined;
    // The values in the head are for cells whose own headings say nothing else.
    if (before && !joined && before.heading.side !== "head" && before.value !== meaning.value)
      contradicted.push(before.heading);
    meanings.set(meaning.dimension, joined ? { ...placed, ...joined } : placed);
  }
}

/** Adds the headings that say the time of a cell in part, so the user is asked. */
function weighTime({ meanings, contradicted }: Said, head: readonly Heading[]): void {
  const torn = tornTitle(meanings, head);
  if (torn) contradicted.push(torn);
  const [period, basis] = [meanings.get("period"), meanings.get("basis")];
  // "YTD" below a blank after "Feb 26" may be to February, or to the current month.
  if (!period?.isInherited || basis?.isInherited !== false) return;
  if (periodKind(period.value) !== "year") contradicted.push(basis.heading);
  else meanings.set("period", { ...period, isAssumed: true });
}

/**
 * Returns the title that says a part of the time where a nearer heading says another, and not as one: "YTD" above "Jan 26" may be to
 * January or its month, and "Mar 2026" above "2025" the year or its March.
 */
function tornTitle(meanings: CellMeanings["meanings"], head: readonly Heading[]): Heading | undefined {
  const [period, basis] = [meanings.get("period"), meanings.get("basis")];
  if (!period || period.heading.side === "head") return undefined;
  const isYear = periodKind(period.value) === "year" && !period.joined;
  const title = head.find(({ meanings: said = [] }) => said.some(({ dimension }) => dimension === "period"));
  const isWithinYear = title?.meanings?.some(
    ({ dimension, value }) => dimension === "period" && periodKind(value) !== "year" && !value.startsWith(NO_YEAR),
  );
  if (isYear && isWithinYear) return title;
  return basis?.heading.side === "head" && !(isYear && !title) ? basis.heading : undefined;
}

function linesOf({ headings, gaps }: FoundHeadings, side: "above" | "beside"): HeadingLine[] {
  const own = headings.filter((heading) => heading.side === side);
  return [...new Set(own.map(lineOf))].map((line) => {
    const inLine = own.filter((heading) => lineOf(heading) === line);
    return {
      headings: inLine,
      byCross: new Map(inLine.map((heading) => [crossOf(heading), heading])),
      gap: gaps.find((gap) => gap.side === side && gap.at === line),
    };
  });
}

/** Returns a test that is true for a meaning that stands in the formula of a cell. */
export function usedMeanings(cells: readonly CellMeanings[]): (heading: Heading, meaning: HeadingMeaning) => boolean {
  const byHeading = new Map<Heading, Set<HeadingDimension>>();
  for (const { meanings } of cells)
    for (const [dimension, { heading, joined }] of meanings) {
      // Only a variance has a base.
      if (dimension === "base" && !meanings.has("measure")) continue;
      for (const each of [heading, joined?.heading]) if (each) sayingOf(byHeading, each).add(dimension);
    }
  const used = new Map([...byHeading].map(([heading, said]) => [headingId(heading), said]));
  return (heading, { dimension }) => used.get(headingId(heading))?.has(dimension) ?? false;
}

function sayingOf(byHeading: Map<Heading, Set<HeadingDimension>>, heading: Heading): Set<HeadingDimension> {
  const said = byHeading.get(heading) ?? new Set();
  byHeading.set(heading, said);
  return said;
}

export function gapId({ side, at }: { readonly side: string; readonly at: number }): string {
  return `${side} ${at}`;
}

function lineOf({ side, row, column }: Heading): number {
  return side === "beside" ? column : row;
}

function crossOf({ side, row, column }: Heading): number {
  return side === "beside" ? row : column;
}

/** "Jan" below "2026" is January 2026. Returns undefined if neither heading names the other's year. */
function joinYear(
  meaning: Placed,
  before: Placed,
  fiscalYear: FiscalYear,
): Pick<Placed, "value" | "isReadable" | "joined" | "isAssumed"> | undefined {
  const [year, part] = meaning.value.startsWith(NO_YEAR) ? [before, meaning] : [meaning, before];
  const [name, ...others] = new Set(year.value.match(/^date$|\d{4}/g) ?? []);
  // "Q1 2026" above "Jan" names its year too, but "Jan 26" below "Q1" is a time of its own.
  const isYear = year === before || periodKind(year.value) === "year";
  if (!part.value.startsWith(NO_YEAR) || name === undefined || name === "date" || others.length > 0 || !isYear)
    return undefined;
  const value = codeInYear(part.value, name, fiscalYear);
  // "2026" above a month may be the calendar's.
  const isAssumed = value !== codeInYear(part.value, name, CALENDAR_YEAR) && !/fy/i.test(year.heading.text);
  return { value, isReadable: false, joined: before, ...(isAssumed && { isAssumed }) };
}
