/** Excel's wildcards: `?` is any character, `*` any text, and `~` takes the next of these three as it is. */

/** Excel finds no longer pattern. With it, a match takes at most so many steps for each character of the text. */
export const LONGEST_PATTERN = 255;

/** Any character, in a part of a pattern. No text of a cell contains it. */
const ANY = "\uffff";

/** The characters between two `*`, in small letters. */
type Part = string;

export function hasWildcards(pattern: string): boolean {
  return /[*?~]/.test(pattern);
}

/** Returns true if the whole text matches. Case is ignored. */
export function isMatch(text: string, pattern: string): boolean {
  return matcherOf(pattern)(text);
}

/** Reads the pattern once for many texts. */
export function matcherOf(pattern: string): (text: string) => boolean {
  const [first = "", ...others] = partsOf(pattern);
  const last = others.pop();
  return (text) => {
    const letters = folded(text);
    if (!isAt(letters, 0, first)) return false;
    if (last === undefined) return first.length === letters.length;
    const end = endOf(letters, first.length, others);
    const start = letters.length - last.length;
    return end !== undefined && end <= start && isAt(letters, start, last);
  };
}

/** The index of the first match at or after `from`; -1 without one. Case is ignored. */
export function indexOfMatch(text: string, pattern: string, from: number): number {
  const [first = "", ...others] = partsOf(pattern);
  const letters = folded(text);
  const start = indexOf(letters, from, first);
  return start < 0 || endOf(letters, start + first.length, others) === undefined ? -1 : start;
}

function partsOf(pattern: string): Part[] {
  const parts = [""];
  for (const [piece] of pattern.matchAll(/~[*?~]|[^]/g)) {
    if (piece === "*") parts.push("");
    else parts[parts.length - 1] += piece === "?" ? ANY : folded(piece.length > 1 ? piece.charAt(1) : piece);
  }
  return parts;
}

/** Returns the end of the parts if each matches as early as possible; undefined if one is missing. */
function endOf(text: string, from: number, parts: readonly Part[]): number | undefined {
  let end = from;
  for (const part of parts) {
    const at = indexOf(text, end, part);
    if (at < 0) return undefined;
    end = at + part.length;
  }
  return end;
}

function indexOf(text: string, from: number, part: Part): number {
  if (from + part.length > text.length) return -1;
  if (!part.includes(ANY)) return text.indexOf(part, from);
  for (let at = from; at + part.length <= text.length; at++) if (isAt(text, at, part)) return at;
  return -1;
}

function isAt(text: string, at: number, part: Part): boolean {
  if (!part.includes(ANY)) return text.startsWith(part, at);
  if (at + part.length > text.length) return false;
  for (let index = 0; index < part.length; index++)
    if (part[index] !== ANY && part[index] !== text[at + index]) return false;
  return true;
}

/** Returns small letters, each in the place of its capital. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit));
}
