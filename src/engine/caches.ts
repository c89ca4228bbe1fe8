/**
 * Univer's caches by text. They are module-wide and serve all formulas of all workbooks. The key of a text with more than 64
 * characters is a hash of 32 bits. Their values are changed by those who read them: parsing consumes the tree of a LET, and
 * LOOKUP lengthens a range.
 */
import { FORMULA_REF_TO_ARRAY_CACHE } from "@univerjs/engine-formula";

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
