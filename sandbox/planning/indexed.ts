/** Reading and adding by an index that is within bounds by construction, as in loops over days, lines and buckets. */

export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  // eslint-disable-next-line @typescript-eslint/no-non-null-assertion -- the callers loop over the items' own indexes
  return items[index]!;
}

export function addAt(sums: Float64Array, index: number, amount: number): void {
  sums[index] = itemAt(sums, index) + amount;
}
