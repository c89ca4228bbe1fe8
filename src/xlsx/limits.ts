/** How much of a file is read. A small file may unpack to more than the memory holds, by mistake or by malice. */

export interface FileLimits {
  /** Megabytes of all parts that are read, unpacked. */
  readonly unpacked: number;
  /** Megabytes of one part, unpacked. */
  readonly part: number;
  /** How many times as large as its packed form a part over 10 MB may be. */
  readonly ratio: number;
  /** Cells of all worksheets, those that array formulas fill among them. */
  readonly cells: number;
  /** Characters of a formula, once its names stand for what they mean. */
  readonly formula: number;
}

export const FILE_LIMITS: FileLimits = { unpacked: 1000, part: 256, ratio: 200, cells: 1_500_000, formula: 32_768 };

export const MEGABYTE = 1_000_000;

/** What a file is refused with that is beyond a limit, which whoever trusts the file may raise. */
export function beyondLimit(limit: keyof FileLimits, what: string): Error {
  return Object.assign(new Error(`The workbook is too large to be read: ${what}.`), { limit });
}
