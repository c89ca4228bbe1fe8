/** Excel's wildcards: `?` is any character, `*` any text, and `~` takes the next of these three as it is. */

/** Excel finds no longer pattern. With it, a match takes at most so many steps for each character of the text. */
export const LONGEST_PATTERN = 255;

/** Any character, in a part of a pattern. */
const ANY = "";

/** The characters between two `*`, in small letters. */
type Part = readonly string[];

export function hasWildcards(pattern: string): boolean {
  return /[*?~]/.test(pattern);
}

/** Returns true if the whole text matches. Case is ignored. */
export function isMatch(text: string, pattern: string): boolean {
  const [first = [], ...others] = partsOf(pattern);
  const letters = folded(text);
  if (!isAt(letters, 0, first)) return false;
  const last = others.pop();
  if (!last) return first.length === letters.length;
  const end = endOf(letters, first.length, others);
  const start = letters.length - last.length;
  return end !== undefined && end <= start && isAt(letters, start, last);
}

/** The index of the first match at or after `from`; -1 without one. Case is ignored. */
export function indexOfMatch(text: string, pattern: string, from: number): number {
  const [first = [], ...others] = partsOf(pattern);
  const letters = folded(text);
  const start = indexOf(letters, from, first);
  return start < 0 || endOf(letters, start + first.length, others) === undefined ? -1 : start;
}

function partsOf(pattern: string): Part[] {
  const parts: string[][] = [[]];
  for (const [piece] of pattern.matchAll(/~[*?~]|[^]/g)) {
    if (piece === "*") parts.push([]);
    else parts.at(-1)?.push(piece === "?" ? ANY : folded(piece.length > 1 ? piece.charAt(1) : piece));
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
  for (let at = from; at + part.length <= text.length; at++) if (isAt(text, at, part)) return at;
  return -1;
}

function isAt(text: string, at: number, part: Part): boolean {
  return (
    at + part.length <= text.length &&
    part.every((character, index) => character === ANY || character === text[at + index])
  );
}

/** Returns small letters, each in the place of its capital. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit));
}
