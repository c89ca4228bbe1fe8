/** Writes the months of headings as others: each heading keeps its other words, and must be read as before but for its month. Pure. */
import { fromSerial, toSerial, type DateSystem } from "../../spreadsheet/cells/dateSerial";
import { formatPosition } from "../../spreadsheet/cells/address";
import { findReferences } from "../../spreadsheet/formulas/references";
import { isMonth, shiftMonth } from "../../numbers/language/months";
import { headingId, type FoundHeadings, type Heading } from "../headings/heading";
import type { CellsAround } from "../headings/headingCells";
import { languageOf, movedDay, movedTexts } from "./movedText";

/** Cells around a block, with the formulas of those that have one. */
export interface CellsWithFormulas extends CellsAround {
  /** Row by row; the content of a cell without a formula. */
  readonly formulas: readonly (readonly unknown[])[];
}

/** The new content of a heading. */
export interface MovedHeading {
  readonly heading: Heading;
  /** What it shows afterwards. */
  readonly shows: string | number;
  /** What is written; undefined if it moves by itself, or says it already. */
  readonly content?: string | number;
}

export interface HeadingMove {
  readonly cells: CellsWithFormulas;
  readonly dateSystem: DateSystem;
  readonly by: number;
  /** Reads the headings of other values. */
  readonly find: (values: CellsAround["values"]) => FoundHeadings;
}

/**
 * Returns those of the headings that could be moved, by their ids.
 * @param present What headings say that were edited since the cells were filled, by the same ids.
 */
export function moveHeadings(
  headings: readonly Heading[],
  { cells, dateSystem, by, find }: HeadingMove,
  present: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, MovedHeading> {
  const moved = new Map<string, MovedHeading>();
  const around = cells.values.flat().flatMap((value) => (typeof value === "string" ? value : []));
  const texts = new Map<string, readonly string[]>();
  const following: Heading[] = [];
  for (const heading of headings) {
    const id = headingId(heading);
    const formula = formulaAt(cells, heading);
    if (typeof formula === "string") {
      const date = movedDate(formula, by);
      const shows = movedNumber(Number(heading.text), by, dateSystem);
      if (date && heading.isNumber && shows !== undefined) moved.set(id, { heading, shows, content: date });
      else following.push(heading);
    } else if (heading.isNumber) {
      const shows = movedNumber(Number(heading.text), by, dateSystem);
      if (shows !== undefined) moved.set(id, { heading, shows, content: shows });
    } else {
      const now = present.get(id);
      texts.set(id, typeof now === "string" ? [now] : movedTexts(heading.text, by, languageOf(heading.text, around)));
    }
  }
  const written = headings.filter((heading) => texts.has(headingId(heading)));
  for (const [id, shows] of chooseTexts(written, texts, { cells, by, find })) {
    const heading = written.find((each) => headingId(each) === id);
    if (heading) moved.set(id, { heading, shows, ...(!present.has(id) && { content: shows }) });
  }
  addFollowing(following, moved, { cells, by, dateSystem });
  return moved;
}

/** Returns the first text of each heading that is read as it should be, beside those of the others. */
function chooseTexts(
  headings: readonly Heading[],
  texts: ReadonlyMap<string, readonly string[]>,
  { cells, by, find }: Omit<HeadingMove, "dateSystem">,
): ReadonlyMap<string, string> {
  const tried = new Map(headings.map((heading) => [headingId(heading), 0]));
  const most = Math.max(0, ...[...texts.values()].map(({ length }) => length));
  let read = new Map<string, string>();
  for (let round = 0; round <= most; round += 1) {
    const chosen = new Map(
      headings.flatMap((heading) => {
        const id = headingId(heading);
        const text = texts.get(id)?.[tried.get(id) ?? 0];
        return text === undefined ? [] : [[id, text] as const];
      }),
    );
    const found = new Map(find(withContents(cells, chosen)).headings.map((each) => [headingId(each), each]));
    const isRight = (heading: Heading) => saysLater(heading, found.get(headingId(heading)), by);
    read = new Map([...chosen].filter(([id]) => headings.some((each) => headingId(each) === id && isRight(each))));
    const wrong = [...chosen.keys()].filter((id) => !read.has(id));
    if (wrong.length === 0) break;
    for (const id of wrong) tried.set(id, (tried.get(id) ?? 0) + 1);
  }
  return read;
}

/** Returns the values with others in the cells of these headings. */
export function withContents(
  { values, row, column }: CellsAround,
  contents: ReadonlyMap<string, unknown>,
): CellsAround["values"] {
  if (contents.size === 0) return values;
  return values.map((cells, down) =>
    cells.map((value, right) => {
      const id = formatPosition({ row: row + down, column: column + right });
      return contents.has(id) ? contents.get(id) : value;
    }),
  );
}

/** True if both say the same but for the months, which are later by as many. */
function saysLater(before: Heading, after: Heading | undefined, by: number): boolean {
  const apart = monthsApart(before, after);
  return apart === by;
}

/** Returns by how many months a heading says a later time; undefined if anything else differs. */
export function monthsApart(before: Heading, after: Heading | undefined): number | undefined {
  const [own, other] = [before.meanings ?? [], after?.meanings ?? []];
  if (own.length === 0 || own.length !== other.length) return undefined;
  let apart: number | undefined;
  for (const [at, { dimension, value }] of own.entries()) {
    const later = other[at];
    if (later?.dimension !== dimension) return undefined;
    const isTime = ["period", "asAt", "actualsTo"].includes(dimension);
    if (!isTime && later.value !== value) return undefined;
    if (!isTime) continue;
    const difference = value === later.value ? 0 : codesApart(value, later.value);
    if (difference === undefined || (apart ?? difference) !== difference) return undefined;
    apart = difference;
  }
  return apart ?? 0;
}

/** "2026-10", "?-10", "2026-P10", or the last of two of them. */
const CODE = /^(?:(.*):)?(\d{4}|\?)-(P?)(\d\d)$/;

function codesApart(before: string, after: string): number | undefined {
  const [own, other] = [CODE.exec(before), CODE.exec(after)];
  if (!own || !other || own[1] !== other[1] || own[3] !== other[3]) return undefined;
  const [years, otherYears] = [own[2] ?? "", other[2] ?? ""];
  // Without its year, or in a fiscal one, a month is of the same year only.
  const isOfOneYear = years === "?" || own[3] === "P";
  if (isOfOneYear && years !== otherYears) return undefined;
  if ((years === "?") !== (otherYears === "?")) return undefined;
  return (Number(otherYears) || 0) * 12 + Number(other[4]) - ((Number(years) || 0) * 12 + Number(own[4]));
}

function formulaAt({ formulas, row, column }: CellsWithFormulas, heading: Heading): string | undefined {
  const content = formulas[heading.row - row]?.[heading.column - column];
  return typeof content === "string" && content.startsWith("=") ? content : undefined;
}

/** The date of a table that the add-in has built: a month without anything that it is computed from. */
const DATE = /^=DATE\((\d{4}),(\d{1,2}),(\d{1,2})\)$/i;

function movedDate(formula: string, by: number): string | undefined {
  const [, year = "", month = "", day = ""] = DATE.exec(formula) ?? [];
  if (year === "") return undefined;
  const from = `${year}-${month.padStart(2, "0")}`;
  if (!isMonth(from)) return undefined;
  const [toYear, toMonth] = shiftMonth(from, by).split("-").map(Number);
  return `=DATE(${toYear},${toMonth},${movedDay(Number(day), from, by)})`;
}

/** Returns a date, or a month such as 202610, as many months later; undefined for any other number. */
function movedNumber(number: number, by: number, dateSystem: DateSystem): number | undefined {
  if (/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])$/.test(String(number))) {
    const text = String(number);
    return Number(shiftMonth(`${text.slice(0, 4)}-${text.slice(4)}`, by).replace("-", ""));
  }
  // A text is no number.
  if (!(number >= LEAST_DATE && number <= LAST_DATE)) return undefined;
  const [month = "", day = ""] = isoOf(fromSerial(number, dateSystem));
  const [year = 0, to = 0] = shiftMonth(month, by).split("-").map(Number);
  return toSerial(Date.UTC(year, to - 1, movedDay(Number(day), month, by)), dateSystem);
}

/** Smaller numbers are years. */
const LEAST_DATE = 3000;
/** 31 December 9999. */
const LAST_DATE = 2_958_465;

function isoOf(time: number): [month: string, day: string] {
  const iso = new Date(time).toISOString();
  return [iso.slice(0, 7), iso.slice(8, 10)];
}

/** A cell that shows another one, or a date some months from it. */
const FOLLOWING = /^=(?:\+?(\$?[A-Z]{1,3}\$?\d{1,7})|(?:EDATE|EOMONTH)\((\$?[A-Z]{1,3}\$?\d{1,7}),\s*[-+]?\d{1,2}\))$/i;

/** Adds headings whose formula reads one that moves, and so moves itself. */
function addFollowing(
  headings: readonly Heading[],
  moved: Map<string, MovedHeading>,
  { by, cells, dateSystem }: Omit<HeadingMove, "find">,
): void {
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const heading of headings) {
      const id = headingId(heading);
      const [, same, date] = FOLLOWING.exec(formulaAt(cells, heading) ?? "") ?? [];
      const read = moved.get((same ?? date ?? "").replaceAll("$", "").toUpperCase());
      if (moved.has(id) || !read) continue;
      const shows = same && !heading.isNumber ? read.shows : movedNumber(Number(heading.text), by, dateSystem);
      if (shows === undefined) continue;
      moved.set(id, { heading, shows });
      isNew = true;
    }
  }
}

/** Returns the cells whose formula reads one of these headings, and whose new value only the sheet computes, as blank. */
export function blankReaders(
  cells: CellsWithFormulas,
  moved: ReadonlyMap<string, MovedHeading>,
): ReadonlyMap<string, unknown> {
  const blank = new Map<string, unknown>();
  cells.formulas.forEach((contents, down) =>
    contents.forEach((content, right) => {
      const id = formatPosition({ row: cells.row + down, column: cells.column + right });
      if (typeof content !== "string" || !content.startsWith("=") || moved.has(id)) return;
      const isReader = findReferences(content).some(({ place }) => moved.has(place.replaceAll("$", "")));
      if (isReader) blank.set(id, "");
    }),
  );
  return blank;
}
