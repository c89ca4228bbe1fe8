/** Limits on reading a file. A small file may unpack to more than fits into memory, by mistake or on purpose. */

export interface FileLimits {
  /** Megabytes of all XML parts read, unpacked. */
  readonly unpacked: number;
  /** Megabytes of one XML part, unpacked. */
  readonly part: number;
  /** The largest ratio of unpacked to packed size for XML parts over 10 MB. */
  readonly ratio: number;
  /** Cells of all worksheets, including cells that array formulas fill. */
  readonly cells: number;
  /** Characters of a formula after its names are replaced by their formulas. */
  readonly formula: number;
}

export const FILE_LIMITS: FileLimits = { unpacked: 1000, part: 256, ratio: 200, cells: 1_500_000, formula: 32_768 };

export const MEGABYTE = 1_000_000;

/** Creates the error for a file over a limit. The option `--limit` raises it for trusted files. */
export function beyondLimit(limit: keyof FileLimits, what: string): Error {
  return Object.assign(new Error(`The file is too large to read: ${what}.`), { limit });
}
