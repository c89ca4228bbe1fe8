/** Univer keeps the values of ranges that formulas have read. */
import { CELL_INVERTED_INDEX_CACHE, FORMULA_REF_TO_ARRAY_CACHE } from "@univerjs/engine-formula";

/** Has formulas read their ranges anew. */
export function forgetRanges(): void {
  FORMULA_REF_TO_ARRAY_CACHE.clear();
}

/**
 * Has every comparison with a range look at the range itself. Univer would keep an index of which cells hold which value, and take
 * into it what functions return: after `ROW(B2)-1` in A2, a lookup of 2 finds A2, which holds 1.
 */
export function leaveIndexUnused(): void {
  const index = CELL_INVERTED_INDEX_CACHE;
  index.clear();
  index.set = () => undefined;
  index.setContinueBuildingCache = () => undefined;
}
