/** Reads and writes lists as JSON in an element. A file of its own, since the start reads only settings and does not load it. */
import { findChild } from "./document";

/** Levels of an item: arguments and results have four. A walk of deeper ones could run out of stack. */
const DEEPEST = 20;

/** Returns the list that an element holds as JSON, without items that are too deep. Without a list, returns an empty one. */
export function readJsonList(root: Element | undefined, name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(findChild(root, name)?.textContent ?? "[]");
    return Array.isArray(list) ? list.filter((item) => isShallow(item, DEEPEST)) : [];
  } catch {
    return [];
  }
}

/** True if the value has at most `levels` levels of lists and objects. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/** Characters that XML does not take, or that one of the parsers reads as a line break. */

const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/g;

export function writeJsonList(element: Element, list: readonly unknown[]): void {
  element.textContent = JSON.stringify(list).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
