/** Reads the words of a time as a whole, such as "Jan–Apr 2026", "Q1 and Q2" or "9 months to Sep 26". Pure. */
import { CURRENT } from "../reports/timeCells";
import { shiftMonth } from "../../numbers/language/months";
import { periodOfMonth } from "../tables/periods";
import {
  codeOfPart,
  fiscalCode,
  codeOfMonth,
  NO_YEAR,
  stretchCode,
  isYearWord,
  readTimePart,
  type TimePart,
} from "./timeParts";
import {
  AND_WORDS,
  END_WORDS,
  ENDING_WORDS,
  isBasis,
  MONTH_WORDS,
  MONTHS_WORDS,
  ROLLING_WORDS,
  TO_WORDS,
  timeTokensOf,
} from "./timeTokens";

/** What words of time mean together. */
export interface TimeMeaning {
  /** A period's code, such as "2026-03", "?-01:?-04" or "2026-Q1". Undefined if only a basis is named. */
  readonly period?: string | undefined;
  readonly basis?: string | undefined;
}

/** Returns what all the words mean together; undefined if any of them is left over. */
export function readTimes(text: string): TimeMeaning | undefined {
  const tokens = timeTokensOf(text);
  const bases = tokens.filter(isBasis);
  const rest = tokens.filter((token) => !isBasis(token));
  if (bases.length > 1 || tokens.length === 0) return undefined;
  const [basis] = bases;
  if (basis !== undefined) return readBasis(basis, rest);
  return readMonthsCount(rest) ?? readPeriod(rest);
}

/** "YTD Mar 2026", "YTD to Mar 2026", "R12 ending Mar 26". */
function readBasis(basis: string, rest: readonly string[]): TimeMeaning | undefined {
  const proper = basis.toUpperCase();
  if (rest.length === 0) return { basis: proper };
  const [first = ""] = rest;
  const said = END_WORDS.includes(first) ? rest.slice(1) : rest;
  const time = readTimePart(said);
  // A calendar year is not a period of the fiscal one.
  return time && time.unit !== "calendar" ? { period: codeOfPart(time), basis: proper } : undefined;
}

/** "9M 2026", "9 months to Sep 2026", "Rolling 12 months to Mar 26". */
function readMonthsCount(tokens: readonly string[]): TimeMeaning | undefined {
  const isRolling = tokens.some((token) => ROLLING_WORDS.includes(token));
  const others = tokens.filter((token) => !ROLLING_WORDS.includes(token));
  const [first = "", second = "", ...more] = others;
  const [, short] = /^(\d{1,2})m$/.exec(first) ?? [];
  const isLong = /^\d{1,2}$/.test(first) && MONTHS_WORDS.includes(second);
  // "The month ended March 2026" is one, "the year ended March 2026" twelve.
  const single = ENDING_WORDS.includes(second) ? (MONTH_WORDS.includes(first) ? 1 : isYearWord(first) ? 12 : 0) : 0;
  const count = Number(short ?? (isLong ? first : single));
  if (count < 1 || count > 12) return undefined;
  let rest = isLong ? more : others.slice(1);
  const isEnding = END_WORDS.includes(rest[0] ?? "");
  if (isEnding) rest = rest.slice(END_WORDS.includes(rest[1] ?? "") ? 2 : 1);
  const end = rest.length > 0 ? readTimePart(rest) : undefined;
  if (rest.length > 0 && !end) return undefined;
  if (isEnding || isRolling) return endingWith(count, end, isRolling);
  // "6M" may be the first months of a year, or the last ones.
  return end?.unit === "year" && end.year !== undefined ? fromYearsBegin(count, end.year) : undefined;
}

/** The last months of an end that is named; of the current month if none is. */
function endingWith(count: number, end: TimePart | undefined, isRolling: boolean): TimeMeaning | undefined {
  const basis = { 3: "R3", 12: "R12" }[count];
  if (!end) return isRolling && basis ? { basis } : undefined;
  if (end.unit !== "month") return undefined;
  if (basis) return { period: codeOfPart(end), basis };
  if (end.year !== undefined) {
    const last = periodOfMonth(end.year, end.number);
    return { period: stretchCode(shiftMonth(last, 1 - count), last) };
  }
  const first = end.number - count + 1;
  return first < 1 ? undefined : { period: stretchCode(codeOfMonth(first), codeOfMonth(end.number)) };
}

/** The first months of a fiscal year. */
function fromYearsBegin(count: number, year: number): TimeMeaning {
  const name = String(year);
  return { period: count === 12 ? name : stretchCode(fiscalCode(1, name), fiscalCode(count, name)) };
}

function readPeriod(tokens: readonly string[]): TimeMeaning | undefined {
  if (tokens.join(" ") === CURRENT) return { period: CURRENT };
  const single = readTimePart(tokens);
  if (single) return { period: codeOfPart(single) };
  const joiners = tokens.filter((token) => TO_WORDS.includes(token) || AND_WORDS.includes(token));
  const [joiner] = joiners;
  if (joiner === undefined || joiners.length > 1) return undefined;
  const at = tokens.indexOf(joiner);
  const [from, to] = [readTimePart(tokens.slice(0, at)), readTimePart(tokens.slice(at + 1))];
  return from && to ? readRange(from, to, AND_WORDS.includes(joiner)) : undefined;
}

/** @param isSum True if the words name two times rather than a stretch. */
function readRange(from: TimePart, to: TimePart, isSum: boolean): TimeMeaning | undefined {
  if (from.unit !== to.unit || from.unit === "year" || from.unit === "calendar") return undefined;
  const years = [from.year ?? to.year, to.year ?? from.year];
  if (isSum && (years[0] !== years[1] || to.number !== from.number + 1)) return undefined;
  const [first, last] = years;
  if (first === last && from.number >= to.number) return undefined;
  if (from.unit === "month") {
    if ((first ?? 0) > (last ?? 0)) return undefined;
    return { period: stretchCode(codeOfMonth(from.number, first), codeOfMonth(to.number, last)) };
  }
  if (first !== last) return undefined;
  const [year, length] = [String(first ?? NO_YEAR), { half: 6, quarter: 3, period: 1 }[from.unit]];
  const [begin, end] = [(from.number - 1) * length + 1, to.number * length];
  return { period: end - begin === 11 ? year : stretchCode(fiscalCode(begin, year), fiscalCode(end, year)) };
}
