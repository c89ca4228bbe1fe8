/** Excel's dates: days since the beginning of one of its two date systems, with the time as a fraction. */

/** The year in which a workbook's day count starts. */
export type DateSystem = 1900 | 1904;

const MILLISECONDS_PER_DAY = 86_400_000;

/** Serial 0, in milliseconds since 1970. Excel counts February 29, 1900, so days before March 1900 are off by one. */
const EPOCH: Record<DateSystem, number> = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** Converts a time (UTC, milliseconds since 1970) to a serial number. */
export function toSerial(milliseconds: number, dateSystem: DateSystem): number {
  return (milliseconds - EPOCH[dateSystem]) / MILLISECONDS_PER_DAY;
}

/** Converts a time to a serial number in local time. */
export function toLocalSerial(milliseconds: number, dateSystem: DateSystem): number {
  return toSerial(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000, dateSystem);
}

/** Converts a serial number to a time (UTC, milliseconds since 1970). */
export function fromSerial(serial: number, dateSystem: DateSystem): number {
  return EPOCH[dateSystem] + serial * MILLISECONDS_PER_DAY;
}
