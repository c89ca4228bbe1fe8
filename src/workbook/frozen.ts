/** The hidden names by which frozen formulas find their cells again, and the marks of what was written there. */

const PREFIX = "_insights_";

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
