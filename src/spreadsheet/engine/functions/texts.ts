/** Functions that cut, search and change texts. */
import { MAX_TEXT_LENGTH } from "../../cells/limits";
import { folded, hasWildcards, indexOfMatch } from "../../cells/wildcards";
import { VALUE_ERROR } from "../errorValues";
import { row, type Table } from "../parameters";
import type { CellError } from "../values";

const { trunc } = Math;

/** Returns a text as a function's result, or #VALUE! if no cell can hold it. */
export function limited(text: string): string | CellError {
  return text.length > MAX_TEXT_LENGTH ? VALUE_ERROR : text;
}

// Excel counts UTF-16 units, as JavaScript does: an emoji is two. A workbook that is set to its newer compatibility version counts one.

function left(text: string, count = 1): string | CellError {
  return count < 0 ? VALUE_ERROR : text.slice(0, trunc(count));
}

function right(text: string, count = 1): string | CellError {
  return count < 0 ? VALUE_ERROR : text.slice(Math.max(0, text.length - trunc(count)));
}

function middle(text: string, start: number, count: number): string | CellError {
  if (start < 1 || count < 0) return VALUE_ERROR;
  return text.slice(trunc(start) - 1, trunc(start) - 1 + trunc(count));
}

function replaced(text: string, start: number, count: number, other: string): string | CellError {
  if (start < 1 || count < 0) return VALUE_ERROR;
  const from = trunc(start) - 1;
  return limited(text.slice(0, from) + other + text.slice(from + trunc(count)));
}

function find(part: string, text: string, start = 1): number | CellError {
  if (start < 1 || start > text.length + 1) return VALUE_ERROR;
  const found = text.indexOf(part, trunc(start) - 1);
  return found < 0 ? VALUE_ERROR : found + 1;
}

function search(part: string, text: string, start = 1): number | CellError {
  // A tilde before another character than *, ? and ~ is passed over.
  const pattern = part.replace(/~[*?~]|~/g, (tilde) => (tilde === "~" ? "" : tilde));
  if (start < 1 || start > text.length + (pattern === "" ? 1 : 0)) return VALUE_ERROR;
  const from = trunc(start) - 1;
  const found = hasWildcards(pattern) ? indexOfMatch(text, pattern, from) : folded(text).indexOf(folded(pattern), from);
  return found < 0 ? VALUE_ERROR : found + 1;
}

function substitute(text: string, old: string, replacement: string, instance?: number): string | CellError {
  if (instance !== undefined && instance < 1) return VALUE_ERROR;
  if (old === "") return text;
  if (instance === undefined) {
    const parts = text.split(old);
    const length = text.length + (parts.length - 1) * (replacement.length - old.length);
    return length > MAX_TEXT_LENGTH ? VALUE_ERROR : parts.join(replacement);
  }
  let at = text.indexOf(old);
  for (let count = 1; count < trunc(instance) && at >= 0; count++) at = text.indexOf(old, at + old.length);
  return at < 0 ? text : limited(text.slice(0, at) + replacement + text.slice(at + old.length));
}

function repeated(text: string, times: number): string | CellError {
  const count = trunc(times);
  return count < 0 || text.length * count > MAX_TEXT_LENGTH ? VALUE_ERROR : text.repeat(count);
}

/** Changes each letter into one letter: Excel leaves "ß" as it is. */
function lettersOf(text: string, change: (letter: string) => string): string {
  const changed = change(text);
  if (changed.length === text.length && !/[σς]/.test(changed)) return changed;
  return text.replace(/[^]/gu, (letter) => (change(letter).length === letter.length ? change(letter) : letter));
}

const lower = (text: string) => lettersOf(text, (letters) => letters.toLowerCase());
const upper = (text: string) => lettersOf(text, (letters) => letters.toUpperCase());

/** A letter after anything but a letter becomes a capital, as in "It'S 2Nd". */
function proper(text: string): string {
  return lower(text).replace(/(?<!\p{L})\p{L}/gu, upper);
}

function trimmed(text: string): string {
  return text.replace(/^ +| +$/g, "").replace(/ {2,}/g, " ");
}

function cleaned(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that CLEAN deletes
  return text.replace(/[\0-\x1f]/g, "");
}

export const STRINGS: Table = {
  LEN: row("text", (text) => text.length),
  LEFT: row("text number?", left),
  RIGHT: row("text number?", right),
  MID: row("text number number", middle),
  REPLACE: row("text number number text", replaced),
  FIND: row("text text number?", find),
  SEARCH: row("text text number?", search),
  SUBSTITUTE: row("text text text number?", substitute),
  REPT: row("text number", repeated),
  EXACT: row("text text", (one, other) => one === other),
  LOWER: row("text", lower),
  UPPER: row("text", upper),
  PROPER: row("text", proper),
  TRIM: row("text", trimmed),
  CLEAN: row("text", cleaned),
};
