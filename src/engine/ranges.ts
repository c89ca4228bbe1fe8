/** Univer's caches of ranges. */
import { CELL_INVERTED_INDEX_CACHE, FORMULA_REF_TO_ARRAY_CACHE } from "@univerjs/engine-formula";

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
