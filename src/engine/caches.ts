/**
 * Univer's caches. They are module-wide and serve all formulas of all workbooks. The key of a text with more than 64
 * characters is a hash of 32 bits. Their values are changed by those who read them: parsing consumes the tree of a LET, and
 * LOOKUP lengthens a range.
 */
import { CELL_INVERTED_INDEX_CACHE, FORMULA_REF_TO_ARRAY_CACHE } from "@univerjs/engine-formula";

type TextCache = Pick<typeof FORMULA_REF_TO_ARRAY_CACHE, "get" | "set">;

/**
 * Disables all caches by text except the values of ranges, whose key becomes the whole text. Different formulas are parsed as
 * fast without them. Calling this again does nothing more.
 */
export function leaveTextCachesUnused(): void {
  const ranges: TextCache = FORMULA_REF_TO_ARRAY_CACHE;
  if (Object.hasOwn(ranges, "set")) return;
  const shared = Object.getPrototypeOf(ranges) as TextCache & { _hash(text: string): string };
  ranges.set = shared.set;
  shared.set = () => undefined;
  shared._hash = (text) => text;
}

/** Clears the cached values of ranges. */
export function forgetRanges(): void {
  FORMULA_REF_TO_ARRAY_CACHE.clear();
}

/**
 * Disables Univer's index of values by cell, so each comparison reads the range itself. Univer puts intermediate results into
 * the index: after `ROW(B2)-1` in A2, a lookup of 2 would find A2, whose value is 1.
 */
export function leaveIndexUnused(): void {
  const index = CELL_INVERTED_INDEX_CACHE;
  index.clear();
  index.set = () => undefined;
  index.setContinueBuildingCache = () => undefined;
}
