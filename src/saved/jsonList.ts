/** Reads and writes lists as JSON in an element. A file of its own, since the start reads only settings and does not load it. */
import { findChild } from "./document";

/** Returns the list that an element holds as JSON; an empty list if there is no element, or no list in it. */
export function readJsonList(root: Element | undefined, name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(findChild(root, name)?.textContent ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Characters that XML does not take, or that one of the parsers reads as a line break. */

const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/g;

export function writeJsonList(element: Element, list: readonly unknown[]): void {
  element.textContent = JSON.stringify(list).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
