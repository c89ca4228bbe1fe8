/** What the headings of each cell say together. Pure. */
import { findField, type Sliced } from "../../insights";
import type { Position } from "../../spreadsheet/cells/area";
import { CALENDAR_YEAR, type FiscalYear } from "../../numbers/language/fiscalYear";
import { kindOfPeriod } from "../tables/periods";
import { headingId, type FoundHeadings, type Heading, type HeadingSide } from "./heading";
import { TO_MONTH, toDateId, type HeadingAnswers } from "./headingAnswers";
import { compares, type HeadingDimension, type HeadingMeaning } from "./headingMeaning";
import { hasItems } from "./planItems";
import { mapRows } from "./sliced";
import { scopeTree, type CrossScopes } from "./scopeTree";
import { codeInYear, NO_YEAR } from "./timeParts";
import { twinColumns } from "./twinColumns";

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
  /** True for a cell that the user leaves blank: it may be of any number. */
  readonly isLeftBlank?: boolean;
  /** True if a heading of the cell has no meaning yet, so the user is asked about it. */
  readonly isOpen: boolean;
  /** Titles whose time the user is asked for, since no other heading says the cell's. */
  readonly untimed?: readonly Heading[];
  /** True for a cell of a heading that compares two numbers, and is not understood. */
  readonly isComparison?: boolean;
  /** The basis that the user has said for cells without a time. */
  readonly saidBasis?: string;
  /** The period that a variance compares with. @default its own, or the year before */
  readonly basePeriod?: Placed;
}

/** Returns a function that reads the headings of a cell. */
export function createMeaningReader(found: FoundHeadings, options: ReaderOptions): (at: Position) => CellMeanings {
  const { answers } = options;
  const head = found.headings.filter(({ side }) => side === "head");
  const scopesOn = (side: "above" | "beside") => scopeTree(found, side, answers, options.isUnderstood);
  const [ofColumn, ofLine] = [scopesOn("above"), scopesOn("beside")];
  // What stands above a column is read once, however many lines there are.
  const byColumn = new Map<number, Said>();
  const readColumn = (column: number): Said => {
    const before = byColumn.get(column);
    if (before) return before;
    const said: Said = { meanings: new Map(), contradicted: [], isBlank: false, isOpen: false };
    for (const heading of head) {
      put(said, heading, false, options);
      if (heading.isDoubted && !heading.isCounted) said.contradicted.push(heading);
    }
    readScopes(said, ofColumn(column), options);
    byColumn.set(column, said);
    return said;
  };
  const columns = new Set(found.headings.flatMap(({ side, column }) => (side === "above" ? [column] : [])));
  const read = [...columns].map((column) => [column, readColumn(column)] as const);
  const understood = new Map(read.flatMap(([column, said]) => (said.isOpen ? [] : [[column, said.meanings]])));
  const twins = twinColumns(understood);
  return (at) => {
    const column = readColumn(at.column);
    const said = { ...column, meanings: new Map(column.meanings), contradicted: [...column.contradicted] };
    for (const heading of twins.get(at.column) ?? []) doubt(said, heading, options.isAnswered);
    readScopes(said, ofLine(at.row), options);
    weighTime(said, options.fiscalYear);
    const [item, field] = [said.meanings.get("item"), findField(said.meanings.get("field")?.value ?? "")];
    if (item?.heading.isTitle && field && !hasItems(field)) said.contradicted.push(item.heading);
    const isToDate = answers.period === "YTD" && !said.meanings.has("period") && !said.meanings.has("basis");
    return { ...at, ...said, ...(isToDate && { saidBasis: "YTD" }) };
  };
}

type NamedYears = Pick<ReaderOptions, "fiscalYear" | "namedYear" | "withParts">;

interface ReaderOptions {
  /** True for a heading that says something, though perhaps it was left out. */
  readonly isUnderstood: (heading: Heading) => boolean;
  /** True if the user has said what the heading means. */
  readonly isAnswered: (heading: Heading) => boolean;
  readonly answers: HeadingAnswers;
  readonly fiscalYear: FiscalYear;
  /** The year of months below one such as "2026". */
  readonly namedYear: FiscalYear;
  /** The sides whose headings say parts of a year: a year among them may be whole, whatever part a title says. */
  readonly withParts: ReadonlySet<HeadingSide>;
}

/** Leaves a cell blank, and has its heading asked about. */
function doubt(said: Said, heading: Heading, isAnswered: ReaderOptions["isAnswered"]): void {
  if (isAnswered(heading)) return;
  said.contradicted.push(heading);
  said.isOpen = true;
}

/** Adds what speaks for a row or a column. */
function readScopes(
  said: Said,
  { speakers, isHeaded, isOpen, unsure = [], spoken = [] }: CrossScopes,
  options: ReaderOptions,
): void {
  if (speakers.some(({ heading }) => heading.isLeftBlank)) [said.isBlank, said.isLeftBlank] = [true, true];
  for (const { heading, isInherited } of speakers) {
    if (heading.month) putMonth(said, { heading, month: heading.month, isInherited }, options);
    put(said, heading, isInherited, options);
  }
  for (const heading of unsure) doubt(said, heading, options.isAnswered);
  if (isOpen) said.isOpen = true;
  // A line that speaks for others has a number of its own only if the columns say what those lines say.
  const isLacking = (name: HeadingDimension) => DECIDING.includes(name) && !said.meanings.has(name);
  if (!isHeaded || spoken.some(isLacking)) said.isBlank = true;
}

/** The dimensions that each cell needs. */
const DECIDING: readonly HeadingDimension[] = ["scenario", "period", "basis", "field", "item", "plan"];

/** What the headings of a cell have said so far. */
interface Said {
  readonly meanings: Map<HeadingDimension, Placed>;
  readonly contradicted: Heading[];
  isBlank: boolean;
  isLeftBlank?: boolean;
  isOpen: boolean;
  isComparison?: boolean;
}

function put(said: Said, heading: Heading, isInherited: boolean, years: NamedYears): void {
  const { meanings, contradicted } = said;
  if (!heading.meanings && heading.called?.length !== 0) said.isOpen = true;
  if (!heading.meanings && compares(heading.text)) said.isComparison = true;
  for (const meaning of heading.meanings ?? []) {
    const before = meanings.get(meaning.dimension);
    const placed: Placed = { ...meaning, heading, isInherited };
    const isTorn =
      before?.heading.isTitle === true && years.withParts.has(heading.side) && kindOfPeriod(meaning.value) === "year";
    const joined = before && !isTorn && meaning.dimension === "period" ? joinYear(placed, before, years) : undefined;
    // The values in the head are for cells whose own headings say nothing else.
    const givesWay = before?.heading.side === "head" && !holdsBeside(before, meaning);
    if (before && !joined && !givesWay && before.value !== meaning.value) contradicted.push(before.heading);
    meanings.set(meaning.dimension, joined ? { ...placed, ...joined } : placed);
  }
}

/** "YTD" after "Oct 26" is to October if the user has said so, or if others stand after other months. */
function putMonth(
  said: Said,
  {
    heading,
    month,
    isInherited,
  }: { readonly heading: Heading; readonly month: Heading; readonly isInherited: boolean },
  options: ReaderOptions,
): void {
  if (!heading.isToMonth && options.answers[toDateId(month)] !== TO_MONTH) return;
  const meanings = month.meanings?.filter(({ dimension }) => dimension === "period");
  put(said, { ...month, meanings }, isInherited, options);
  const period = said.meanings.get("period");
  if (period) said.meanings.set("period", { ...period, cell: { row: month.row, column: month.column } });
}

/** True for a title that a nearer heading does not replace: no item is part of another, and "Mar 2026" above "2025" may be its March. */
function holdsBeside({ heading, value, dimension }: Placed, { value: nearer }: HeadingMeaning): boolean {
  if (!heading.isTitle || dimension !== "period") return heading.isTitle === true && dimension === "item";
  const isYear = (code: string) => kindOfPeriod(code) === "year";
  return !heading.isCounted && isYear(nearer) && !isYear(value) && !value.startsWith(NO_YEAR);
}

/** Adds the headings that say a part of a cell's time, so the user is asked. */
function weighTime({ meanings, contradicted }: Said, { firstMonth }: FiscalYear): void {
  const asAt = meanings.get("asAt");
  if (asAt) {
    meanings.delete("asAt");
    const isToDate = meanings.has("basis") || (!meanings.has("period") && asAt.heading.isCounted);
    if (isToDate && !meanings.has("period") && asAt.value !== "") {
      const [first = "", last = first] = asAt.value.split(":");
      // "YTD = Jan–Sep 2026" is to September if the year begins with January.
      if (first !== last && Number(first.slice(-2)) !== firstMonth) contradicted.push(asAt.heading);
      meanings.set("period", { ...asAt, dimension: "period", value: last });
      if (!meanings.has("basis")) meanings.set("basis", { ...asAt, dimension: "basis", value: "YTD" });
    }
  }
  const [period, basis] = [meanings.get("period"), meanings.get("basis")];
  if (!period || !basis) return;
  const isYear = kindOfPeriod(period.value) === "year" && !period.joined && !period.heading.times;
  // "YTD" above "Jan 26" may be to January, or its month.
  const isTorn = basis.heading.side === "head" && period.heading.side !== "head" && !basis.heading.isCounted;
  if (isTorn && (!isYear || basis.heading.isApart || saysEnd(basis.heading))) contradicted.push(basis.heading);
  // "YTD" below a blank after "Feb 26" may be to February, or to the current month.
  if (!period.isInherited || period.joined || basis.isInherited) return;
  if (!isYear) contradicted.push(basis.heading);
  else meanings.set("period", { ...period, isAssumed: true });
}

/** True for a heading that says a period, or a day: "YTD as of Aug 2026" is not all of "FY26". */
function saysEnd({ meanings = [] }: Heading): boolean {
  return meanings.some(({ dimension }) => dimension === "period" || dimension === "asAt");
}

/** Returns the ids of headings of which a meaning stands in the formula of a cell. A nearer heading may say something else. */
export function* usedHeadings(cells: readonly (readonly CellMeanings[])[]): Sliced<ReadonlySet<string>> {
  const used = new Set<Heading>();
  yield* mapRows(cells, cells[0]?.length ?? 0, (row) => {
    for (const { meanings } of row)
      for (const { dimension, heading, joined } of meanings.values()) {
        // Only a variance has a base.
        if (dimension === "base" && !meanings.has("measure")) continue;
        used.add(heading);
        if (joined) used.add(joined.heading);
      }
  });
  return new Set([...used].map(headingId));
}

/** "Jan" below "2026" is January 2026. Returns undefined if neither heading names the other's year. */
function joinYear(
  meaning: Placed,
  before: Placed,
  { fiscalYear, namedYear }: NamedYears,
): Pick<Placed, "value" | "isReadable" | "joined" | "isAssumed"> | undefined {
  const [year, part] = meaning.value.startsWith(NO_YEAR) ? [before, meaning] : [meaning, before];
  const [name, ...others] = new Set(year.value.match(/^date$|\d{4}/g) ?? []);
  // "Q1 2026" above "Jan" names its year too, but "Jan 26" below "Q1" is a time of its own.
  const isYear = year === before || kindOfPeriod(year.value) === "year";
  if (!part.value.startsWith(NO_YEAR) || name === undefined || name === "date" || others.length > 0 || !isYear)
    return undefined;
  const isFiscal = /fy/i.test(year.heading.text);
  const codeIn = (own: FiscalYear) => codeInYear(part.value, name, own);
  const value = codeIn(isFiscal ? fiscalYear : namedYear);
  // "2026" above a month may be the calendar's.
  const isAssumed = !isFiscal && codeIn(fiscalYear) !== codeIn(CALENDAR_YEAR);
  return { value, isReadable: false, joined: before, ...(isAssumed && { isAssumed }) };
}
