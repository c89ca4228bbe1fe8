/**
 * Moments in words, such as "28 Nov 2026, 11:45": as reports write theirs by formula, in every language. When results were computed is told
 * in UTC, as on sheets, which people of several time zones read; what a user has done, by this computer's clock.
 */
import { monthName } from "./monthsLabel";

/** Such as "28 Nov 2026, 11:45", by this computer's clock. */
export function momentInWords(time: number): string {
  const offset = 60_000 * new Date(time).getTimezoneOffset();
  return wordsOf(isoOf(time - offset));
}

/** Such as "28 Nov 2026, 11:45 UTC". */
export function resultsTimeInWords(time: number, hasSeconds = false): string {
  return `${wordsOf(isoOf(time), hasSeconds)} UTC`;
}

/** Such as "11:45 UTC" if that is the day of `now`, else "28 Nov". @default now, by this computer */
export function shortResultsTime(time: number, now = Date.now()): string {
  const iso = isoOf(time);
  return iso.slice(0, 10) === isoOf(now).slice(0, 10) ? `${clockOf(iso)} UTC` : dayOf(iso);
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

function wordsOf(iso: string, hasSeconds = false): string {
  return `${dayOf(iso)} ${iso.slice(0, 4)}, ${clockOf(iso, hasSeconds)}`;
}

function dayOf(iso: string): string {
  return `${Number(iso.slice(8, 10))} ${monthName(iso.slice(0, 7))}`;
}

function clockOf(iso: string, hasSeconds = false): string {
  return iso.slice(11, hasSeconds ? 19 : 16);
}
