/** Lists in the part, as JSON in an element. Apart, so that the start of the add-in, which reads settings alone, goes without. */
import { findChild } from "./document";

/** Levels of an item: arguments and results have four. A walk of deeper ones could run out of stack. */
const DEEPEST = 20;

/** The list that an element holds as JSON, without damaged items; empty where there is no such element, or it holds no list. */
export function readJsonList(root: Element | undefined, name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(findChild(root, name)?.textContent ?? "[]");
    return Array.isArray(list) ? list.filter((item) => isShallow(item, DEEPEST)) : [];
  } catch {
    return [];
  }
}

/** True if the value has no more than so many levels of lists and objects. */
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
