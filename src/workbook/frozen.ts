/**
 * The formulas that were frozen, kept in the workbook's part. Where each was, and what it referred to, is kept as hidden names,
 * which Excel moves with the cells when rows are inserted or sheets renamed.
 */
import { childOf } from "./part";

export interface Frozen {
  /** The name of the area that the formula filled. */
  readonly area: string;
  /** In Excel's spelling, with its "=", as it was in the area's first cell. */
  readonly formula: string;
  /** The names of the cells that it refers to, in the order of its text; "" for one that needs none. */
  readonly references: readonly string[];
  /** Of the values that were written, to see whether they still are. */
  readonly mark: string;
}

const ELEMENT = "frozen";
const PREFIX = "_insights_";

export function frozenIn(root: Element | undefined): Frozen[] {
  try {
    const lines: unknown = JSON.parse(root?.getElementsByTagName(ELEMENT)[0]?.textContent || "[]");
    return Array.isArray(lines) ? lines.filter(isFrozen) : [];
  } catch {
    return [];
  }
}

/** Nothing is left of the element where nothing is frozen. */
export function writeFrozen(root: Element, frozen: readonly Frozen[]): void {
  const element = childOf(root, ELEMENT);
  if (frozen.length === 0) element.parentNode?.removeChild(element);
  else element.textContent = JSON.stringify(frozen);
}

export function isOwnName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Gives names that are not taken, nor used before for another thing. */
export function createNames(taken: Iterable<string>): () => string {
  const numbers = [...taken].flatMap((name) => (isOwnName(name) ? [Number(name.slice(PREFIX.length)) || 0] : []));
  let last = numbers.reduce((one, other) => Math.max(one, other), 0);
  return () => `${PREFIX}${(last += 1)}`;
}

/** The same for the same values in the same order, however many blank cells have come between them. */
export function markOf(rows: readonly (readonly unknown[])[]): string {
  const text = JSON.stringify(rows.flat().filter((value) => value !== ""));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

function isFrozen(line: unknown): line is Frozen {
  const { area, formula, references, mark } = (line ?? {}) as Partial<Frozen>;
  return [area, formula, mark].every((each) => typeof each === "string") && Array.isArray(references);
}
