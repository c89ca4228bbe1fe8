/** "As at 31 Aug 2026" in a title: the last month of what is to date, or the day on which numbers were read. Pure. */
import { alternatives, monthCalled, wordsFor } from "../../numbers/language/languages";
import { monthNamed } from "../../insights";
import { periodOfMonth } from "../tables/periods";
import { ENDING_WORDS } from "./timeTokens";
import { readTimes } from "./timeWords";

const AS_OF = `(?:^|[^\\p{L}])(?:${alternatives(wordsFor("asOf"))})(?!\\p{L})[:.]?\\s*`;
const DAY = "\\d{1,2}(?:st|nd|rd|th)?";
/** A day or a month, as people write it: what stands for the day, the month and the year. */
const DATES: readonly (readonly [pattern: string, parts: readonly ("day" | "month" | "year")[]])[] = [
  ["(\\d{4})-(\\d{2})-(\\d{2})", ["year", "month", "day"]],
  ["(\\d{4})-(\\d{2})", ["year", "month"]],
  ["(\\d{1,2})[./-]\\s?(\\d{1,2})[./-]\\s?(\\d{4})", ["day", "month", "year"]],
  ["(\\d{1,2})[/.](\\d{4})", ["month", "year"]],
  [`(${DAY})\\.?[\\s-](\\p{L}{3,9})\\.?,?[\\s-](\\d{4})`, ["day", "month", "year"]],
  [`(\\p{L}{3,9})\\.?\\s(${DAY}),?\\s(\\d{4})`, ["month", "day", "year"]],
  ["(\\p{L}{3,9})\\.?[\\s-]['’]?(\\d{4}|\\d{2})", ["month", "year"]],
];
/** A day in figures says so by itself. */
const PATTERNS = DATES.map(([pattern, parts]) => {
  const before = parts.includes("day") && !pattern.includes("L") ? `(?:${AS_OF}|^|[\\s(,;·])` : AS_OF;
  return [new RegExp(`${before}${pattern}(?![\\p{L}\\d]|[-–./]\\d)`, "iu"), parts] as const;
});
const ANY = new RegExp(`${AS_OF}.*$`, "iu");

const ENDING = `(?:^|\\s)(?:${alternatives(ENDING_WORDS)})\\s+`;
const ENDING_WORD = new RegExp(ENDING, "iu");
/** "Ended March 31, 2026". */
const ENDED = DATES.filter(([, parts]) => parts.includes("day")).map(
  ([pattern, parts]) => [new RegExp(`${ENDING}${pattern}(?![\\p{L}\\d])`, "iu"), parts] as const,
);

/** Writes the last day of a month after such a word as its month. */
export function withEndedMonths(text: string): string {
  for (const [pattern, parts] of ENDED) {
    const found = pattern.exec(text);
    if (!found) continue;
    const month = monthOfDay(found, parts);
    const [before = ""] = ENDING_WORD.exec(found[0]) ?? [];
    return month === "" ? text : text.replace(pattern, () => before + month);
  }
  return text;
}

/** A day in a text, without its words. */
interface AsAt {
  /** The month that ends on this day, as YYYY-MM; "" for another day, or one that cannot be read. */
  readonly month: string;
  readonly words: string;
}

/** Takes such a time out of a title. */
export function takeAsAt(text: string): { readonly rest: string; readonly asAt?: AsAt } {
  for (const [pattern, parts] of PATTERNS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [words] = found;
    const rest = `${text.slice(0, found.index)} · ${text.slice(found.index + words.length)}`;
    return { rest, asAt: { month: monthOfDay(found, parts), words: words.trim() } };
  }
  const [words] = ANY.exec(text) ?? [];
  return words === undefined
    ? { rest: text }
    : { rest: text.replace(ANY, ""), asAt: { month: "", words: words.trim() } };
}

/** Returns the code of a month, or of a stretch of months, perhaps without their year; undefined for any other time. */
export function monthsOfTime(text: string): string | undefined {
  const { period = "", basis } = readTimes(text) ?? {};
  return basis === undefined && /^(?:\?|\d{4})-\d{2}(?::.*)?$/.test(period) ? period : undefined;
}

function monthOfDay(found: RegExpExecArray, parts: readonly string[]): string {
  const part = (name: string) => (parts.includes(name) ? (found[parts.indexOf(name) + 1] ?? "") : "");
  return monthAtEnd(part("year"), part("month"), part("day"));
}

function monthAtEnd(written: string, name: string, day: string): string {
  // "10/31/2026" is a day too, and "10/11/2026" one of two.
  if (Number(name) > 12) return Number(day) > 12 ? "" : monthAtEnd(written, day, name);
  const year = Number(written.padStart(4, "20"));
  const word = name.toLowerCase();
  const month = /^\d+$/.test(name) ? Number(name) : monthNamed(word) || monthCalled(word);
  if (month < 1 || month > 12) return "";
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day === "" || Number.parseInt(day, 10) === last ? periodOfMonth(year, month) : "";
}
