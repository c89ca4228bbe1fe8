/** Excel's dates: days since the beginning of one of its two date systems, with the time as a fraction. */

/** The year in which, or shortly before which, a workbook begins to count days. */
export type DateSystem = 1900 | 1904;

const MILLISECONDS_PER_DAY = 86_400_000;

/** Serial 0, in milliseconds since 1970. Excel counts a 29 February 1900, so that days before March 1900 are one less. */
const EPOCH: Record<DateSystem, number> = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** The serial of a moment in UTC, in milliseconds since 1970. */
export function toSerial(milliseconds: number, dateSystem: DateSystem): number {
  return (milliseconds - EPOCH[dateSystem]) / MILLISECONDS_PER_DAY;
}

/** The moment in UTC that a serial means, in milliseconds since 1970. */
export function fromSerial(serial: number, dateSystem: DateSystem): number {
  return EPOCH[dateSystem] + serial * MILLISECONDS_PER_DAY;
}
