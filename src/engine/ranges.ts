/** Univer keeps the values of ranges that formulas have read. */
import { CELL_INVERTED_INDEX_CACHE, FORMULA_REF_TO_ARRAY_CACHE } from "@univerjs/engine-formula";

/** Has formulas read their ranges anew. */
export function forgetRanges(): void {
  FORMULA_REF_TO_ARRAY_CACHE.clear();
  CELL_INVERTED_INDEX_CACHE.clear();
}
