/** Notes below a table, such as "All figures in thousand EUR" or "YTD = April to date". Pure. */
import { fieldsCalled } from "../../numbers/language/financeWords";
import { alternatives, wordsFor } from "../../numbers/language/languages";
import { monthsOfTime } from "./asAt";
import { isTime, readHeading, readName, type HeadingMeaning, type KnownNames } from "./headingMeaning";
import { limitsIn, readTitle, saysNothing, type TitleMeaning } from "./titleMeaning";

export interface Note extends TitleMeaning {
  /** True if it says more than what is known, so it may speak of something else. */
  readonly isDoubted: boolean;
}

/** "YTD: April", "YTD = April to date". */
const DEFINITION = new RegExp(
  `^[*\\d().\\s]*(\\p{L}{3})\\s*[=:]\\s*(.*?)(?:\\s+(?:${alternatives(wordsFor("toDate"))}))?$`,
  "iu",
);

/**
 * Reads a note. It says units and times. Units with other words beside them are asked about, and items; a time among other words,
 * and the unit of one line, are listed as not read. Returns undefined for a note without a known word, and for a line that the block leaves out.
 * @param saysTime True if lines of the block say a time.
 */
export function readNote(value: unknown, known: KnownNames, saysTime: boolean): Note | undefined {
  if (typeof value !== "string") return undefined;
  const definition = readDefinition(value.trim(), known);
  if (definition) return definition;
  const title = readTitle(value, "", known);
  if (!title) return undefined;
  if (saysNothing(title))
    return limitsIn(title).limits.length > 0
      ? { ...readAsNothing, meanings: [], open: [], unread: [value] }
      : undefined;
  const units = title.meanings.filter(isUnit);
  const said = title.meanings.filter((each) => isUnit(each) || isTime(each.dimension));
  const ofLines = title.unread.some((words) => fieldsCalled(words) || readName(words, known)?.dimension === "field");
  const asked = ofLines || title.open.length > 0 ? [] : title.meanings.filter((each) => isUnit(each) || isItem(each));
  const isOfOthers = said.length < title.meanings.length || title.mentions.length > 0;
  const isLine = units.length < title.meanings.length && readHeading(value, "", known) !== undefined;
  // "YTD April 2026" below lines that say no time is none of them.
  if (isLine && (isOfOthers || saysTime)) return undefined;
  if (isLine) return { ...title, isDoubted: true };
  if (title.unread.length === 0 && !isOfOthers) return { ...title, isDoubted: false };
  const other = { mentions: [], open: [] };
  return asked.length > 0
    ? { ...other, meanings: asked, unread: title.unread, isDoubted: true }
    : { ...other, meanings: [], unread: [value], isDoubted: false };
}

function isItem({ dimension }: HeadingMeaning): boolean {
  return dimension === "item" || dimension === "groupBy";
}

function isUnit({ dimension }: HeadingMeaning): boolean {
  return dimension === "currency" || dimension === "scale";
}

/** Reads to which month numbers are that are to date. A note that cannot be read is open. */
function readDefinition(text: string, known: KnownNames): Note | undefined {
  const [, word = "", time = ""] = DEFINITION.exec(text) ?? [];
  const [basis, ...others] = readHeading(word, "", known) ?? [];
  if (basis?.dimension !== "basis" || others.length > 0) return undefined;
  const months = monthsOfTime(time);
  const meanings = months === undefined ? [] : [{ dimension: "asAt" as const, value: months, isReadable: false }];
  return { ...readAsNothing, meanings, open: months === undefined ? ["period"] : [] };
}

const readAsNothing = { mentions: [], unread: [], isDoubted: false };
