/** The search of boxes with a list. The library's own only finds options by how they begin. */
import type { KeyboardEvent } from "react";

/** True if the label has all words that are typed, in any order. */
function isFound(label: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => label.toLowerCase().includes(word));
}

/**
 * Returns the options that are found, each with its position as its key: several may have one name.
 * @param first The position of the first option.
 */
export function findOptions<T extends { readonly label: string }>(
  options: readonly T[],
  typed: string,
  first = 0,
): (T & { readonly key: string })[] {
  return options
    .map((option, at) => ({ ...option, key: String(first + at) }))
    .filter(({ label }) => isFound(label, typed));
}

/** Enter takes the first option that is found, unless arrows have led to one. */
export function onEnter<T>(event: KeyboardEvent, found: readonly T[], take: (first: T) => void): void {
  const [first] = found;
  const isAtOption = event.currentTarget.hasAttribute("aria-activedescendant");
  if (event.key !== "Enter" || isAtOption || first === undefined) return;
  event.preventDefault();
  take(first);
}
