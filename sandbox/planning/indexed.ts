/**
 * Reading and adding by an index that is within bounds by construction, as in loops over days, lines and buckets. Each kind of array
 * has a function of its own: one that read them all would be several times slower, and they are read for every line and day.
 */

export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the callers loop over the items' own indexes
  return items[index]!;
}

export function amountAt(amounts: Float64Array, index: number): number {
  return amounts[index] ?? 0;
}

export function unitsAt(units: Uint32Array, index: number): number {
  return units[index] ?? 0;
}

export function shareAt(shares: Float32Array, index: number): number {
  return shares[index] ?? 0;
}

export function addAt(sums: Float64Array, index: number, amount: number): void {
  sums[index] = amountAt(sums, index) + amount;
}
