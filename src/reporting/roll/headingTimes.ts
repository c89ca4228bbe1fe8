/** Which months the headings of a block hold, and which of them a roll moves. Pure. */
import type { FiscalYear } from "../../numbers/language/fiscalYear";
import { isCurrent } from "../../numbers/language/periods";
import { monthsBefore, yearOfMonth } from "../../numbers/language/fiscalYear";
import { shiftMonth } from "../../numbers/language/months";
import type { CellMeanings, Placed } from "../headings/cellMeanings";
import type { Filling } from "../headings/cellNumbers";
import { headingId, type Heading } from "../headings/heading";
import { readHeadingNumber, type HeadingArgument, type HeadingPeriod } from "../headings/headingNumber";
import { monthsNamed } from "../headings/spokenTimes";

/** Why a heading stays as it is. */
export type StayReason =
  | "anotherYear"
  | "anotherMonth"
  | "monthsOfYear"
  | "stretch"
  | "formula"
  | "yearEnds"
  | "partEnds"
  | "unreadable"
  | "edited";

/** The months that a heading says, without those that a basis adds. */
export interface HeadingTime {
  readonly heading: Heading;
  readonly months: readonly string[];
  readonly hasBasis: boolean;
  /** True for a quarter or a half of a year, whose name has no month. */
  readonly isPartOfYear: boolean;
}

/** Returns the times of the headings that cells read, by the headings' ids. Those that move by themselves are left out. */
export function headingTimes(cells: readonly CellMeanings[], filling: Filling): ReadonlyMap<string, HeadingTime> {
  const times = new Map<string, HeadingTime>();
  const add = (placed: Placed | undefined, argument: HeadingArgument | undefined, hasBasis: boolean) => {
    const isOwn =
      argument === undefined || isCurrent(codeIn(argument)) || (isPeriod(argument) && argument.isMonthOfYear);
    if (!placed || isOwn) return;
    const months = namedMonths(argument, placed, filling);
    const id = headingId(placed.heading);
    // A heading of which each cell says other months, as of years in its columns, is none with a month of its own.
    const isSame = (times.get(id)?.months ?? months).join() === months.join();
    const isPartOfYear = /-[QH]\d/.test(codeIn(argument));
    times.set(id, { heading: placed.heading, months: isSame ? months : [], hasBasis, isPartOfYear });
  };
  for (const cell of cells) {
    const { args } = readHeadingNumber(cell, filling) ?? {};
    if (!args) continue;
    const { meanings, basePeriod } = cell;
    add(meanings.get("period"), args.period, meanings.has("basis"));
    add(basePeriod, args.basePeriod, meanings.has("basis"));
    add(meanings.get("actualsTo"), args.actualsTo, false);
  }
  return times;
}

/** Returns the months that an argument names in the year of the number itself; none if only the service tells them. */
export function namedMonths(
  argument: HeadingArgument,
  placed: Placed | undefined,
  { defaults }: Filling,
): readonly string[] {
  const period = { placed, isPriorYear: false, isMonthOfYear: false };
  if (isPeriod(argument)) return argument.isMonthOfYear ? [] : monthsNamed({ ...argument, ...period }, defaults);
  const code = codeIn(argument);
  return code === "" ? [] : monthsNamed({ ...period, code }, defaults);
}

function codeIn(argument: HeadingArgument): string {
  if (typeof argument === "string") return argument;
  return "code" in argument ? argument.code : argument.value;
}

export function isPeriod(argument: HeadingArgument | undefined): argument is HeadingPeriod {
  return typeof argument === "object" && "code" in argument;
}

/** How a time moves: as one month, or as a stretch from the year's begin whose last month alone moves. */
type Shape = "month" | "growing" | "part" | "year" | "stretch" | "none";

function shapeOf({ months, isPartOfYear }: HeadingTime, fiscalYear: FiscalYear): Shape {
  const [first] = months;
  if (first === undefined) return "none";
  if (isPartOfYear) return "part";
  if (months.length === 1) return "month";
  if (months.length === 12) return "year";
  return monthsBefore(first, fiscalYear) === 0 || first.endsWith("-01") ? "growing" : "stretch";
}

/** What a roll does with the times of a block. */
export interface TimesMoved {
  /** The month that the block holds; undefined if it holds none. */
  readonly month: string | undefined;
  /** The ids of the headings that move, with their months afterwards. */
  readonly moving: ReadonlyMap<string, readonly string[]>;
  readonly staying: ReadonlyMap<string, StayReason>;
}

/** Decides which headings move by some months. The month of the block is the latest one that a heading says by itself. */
export function moveTimes(times: ReadonlyMap<string, HeadingTime>, by: number, fiscalYear: FiscalYear): TimesMoved {
  const lines = seriesIn(times, fiscalYear);
  const ofYear = new Set(lines.filter(({ isYear }) => isYear).flatMap(({ ids }) => ids));
  const ends = [...times].flatMap(([id, time]) => {
    const shape = shapeOf(time, fiscalYear);
    return !ofYear.has(id) && (shape === "month" || shape === "growing") ? (time.months.at(-1) ?? []) : [];
  });
  const month = ends.sort().at(-1);
  const inWindow = new Set(lines.filter(({ isYear, last }) => !isYear && last === month).flatMap(({ ids }) => ids));
  const moving = new Map<string, readonly string[]>();
  const staying = new Map<string, StayReason>();
  if (month === undefined) {
    for (const id of times.keys()) if (ofYear.has(id)) staying.set(id, "monthsOfYear");
    return { month, moving, staying };
  }
  for (const [id, time] of times) {
    const to = ofYear.has(id)
      ? "monthsOfYear"
      : movedMonths(time, { month, by, fiscalYear, isInWindow: inWindow.has(id) });
    if (typeof to === "string") staying.set(id, to);
    else if (to) moving.set(id, to);
  }
  return { month, moving, staying };
}

interface Move {
  readonly month: string;
  readonly by: number;
  readonly fiscalYear: FiscalYear;
  readonly isInWindow: boolean;
}

/** Returns the months afterwards, or why a heading stays; undefined for one that is right as it is. */
function movedMonths(
  time: HeadingTime,
  { month, by, fiscalYear, isInWindow }: Move,
): readonly string[] | StayReason | undefined {
  const { months } = time;
  const next = shiftMonth(month, by);
  const last = months.at(-1) ?? "";
  const shape = shapeOf(time, fiscalYear);
  const isSameYear = (one: string, other: string) => yearOfMonth(one, fiscalYear) === yearOfMonth(other, fiscalYear);
  switch (shape) {
    case "none":
      return "unreadable";
    case "year":
      return months.includes(month) && !months.includes(next) ? "yearEnds" : undefined;
    case "part":
      return months.includes(month) && !months.includes(next) ? "partEnds" : undefined;
    case "stretch":
      return "stretch";
    case "growing":
      if (last !== month) return isSameYear(last, month) ? "anotherMonth" : "anotherYear";
      return isSameYear(last, next) ? grown(months, next) : "yearEnds";
    default:
      if (isInWindow || last === month) return months.map((each) => shiftMonth(each, by));
      return isSameYear(last, month) ? "anotherMonth" : "anotherYear";
  }
}

function grown([first = ""]: readonly string[], last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = shiftMonth(month, 1)) months.push(month);
  return months;
}

interface Series {
  readonly ids: readonly string[];
  readonly last: string;
  /** True for the months of a year from its begin, which no roll moves. */
  readonly isYear: boolean;
}

/** Fewer months from a year's begin may as well be a window. */
const LEAST_OF_YEAR = 3;

/** Finds successive months that stand in one row or column. */
function seriesIn(times: ReadonlyMap<string, HeadingTime>, fiscalYear: FiscalYear): Series[] {
  const lines = new Map<string, [id: string, month: string][]>();
  for (const [id, { heading, months, hasBasis }] of times) {
    const [month, ...more] = months;
    if (month === undefined || more.length > 0 || hasBasis || heading.side === "head") continue;
    const key = heading.side === "above" ? `row ${heading.row}` : `column ${heading.column}`;
    lines.set(key, [...(lines.get(key) ?? []), [id, month]]);
  }
  return [...lines.values()].flatMap((line): Series[] => {
    const months = [...new Set(line.map(([, month]) => month))].sort();
    const [first = "", last = ""] = [months[0], months.at(-1)];
    const isSuccessive = months.every((month, at) => month === shiftMonth(first, at));
    if (months.length < 2 || !isSuccessive) return [];
    const isYear = months.length >= LEAST_OF_YEAR && (monthsBefore(first, fiscalYear) === 0 || first.endsWith("-01"));
    return [{ ids: line.map(([id]) => id), last, isYear }];
  });
}
