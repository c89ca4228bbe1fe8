/** Moments in words by this computer's clock, such as "28 Nov 2026, 11:45": as reports write theirs by formula, in every language. */
import { MONTH_NAMES } from "./monthsLabel";

/** Such as "28 Nov 2026, 11:45". */
export function momentInWords(time: number): string {
  return `${dayInWords(time)}, ${clockInWords(time)}`;
}

/** Such as "28 Nov 2026". */
export function dayInWords(time: number): string {
  return `${dayOfYearInWords(time)} ${new Date(time).getFullYear()}`;
}

/** Such as "28 Nov". */
export function dayOfYearInWords(time: number): string {
  const date = new Date(time);
  return `${date.getDate()} ${MONTH_NAMES[date.getMonth()]}`;
}

/** Such as "09:05", and "09:05:30" with seconds. */
export function clockInWords(time: number, hasSeconds = false): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), ...(hasSeconds ? [date.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
