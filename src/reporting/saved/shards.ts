/** Splits lists into pieces of limited weight. */

/** Splits the items, in order, into as few pieces as possible of at most `most`. A heavier item is a piece of its own. */
export function splitByWeight<Item>(items: readonly Item[], weightOf: (item: Item) => number, most: number): Item[][] {
  const pieces: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const weight = weightOf(item);
    if (pieces.length === 0 || left < weight) {
      pieces.push([]);
      left = most;
    }
    left -= weight;
    pieces.at(-1)?.push(item);
  }
  return pieces;
}

/** Bytes of a text in a request to Excel, which is JSON. */
export function bytesInRequest(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}
