/** The coupon dates of bonds. */
import { dayNumber, dayOfSerial, daysInMonth, endOfMonth, monthsLater } from "../calendar";
import { days360 } from "../dayCounts";
import { doubt } from "../doubt";
import { fail, NUM } from "../errorValues";
import { row, type Flag, type FunctionRow, type Table } from "../parameters";

/** The coupon dates around a settlement. */
export interface Coupon {
  readonly before: number;
  readonly next: number;
  /** How many coupons are paid after the settlement. */
  readonly count: number;
}

/** Returns how many months lie between two coupons. Fails with #NUM! if there are not 1, 2 or 4 a year. */
function monthsOf(frequency: number): number {
  const count = Math.trunc(frequency);
  return count === 1 || count === 2 || count === 4 ? 12 / count : fail(NUM);
}

/** Returns how the days between dates are counted (0 to 4). */
export function basisOf(basis: number): number {
  const kind = Math.trunc(basis);
  return kind < 0 || kind > 4 ? fail(NUM) : kind;
}

/** Returns a function that finds the date so many coupons before a date. After the end of a month follow ends of months. */
export function couponsBefore(date: number, frequency: number): (count: number) => number {
  const [last, months] = [dayNumber(date), monthsOf(frequency)];
  const { year, month, day } = dayOfSerial(last);
  const step = day === daysInMonth(year, month) ? endOfMonth : monthsLater;
  return (count) => step(last, -count * months);
}

export function couponAt(settlement: number, maturity: number, frequency: number): Coupon {
  const [start, end] = [dayNumber(settlement), dayNumber(maturity)];
  const dateOf = couponsBefore(end, frequency);
  if (start >= end) fail(NUM);
  const [first, last] = [dayOfSerial(start), dayOfSerial(end)];
  const months = (last.year - first.year) * 12 + last.month - first.month;
  let count = Math.max(1, Math.floor(months / monthsOf(frequency)));
  while (dateOf(count) > start) count++;
  return { before: dateOf(count), next: dateOf(count - 1), count };
}

/** Returns the days between two dates of one coupon. */
export function couponDays(from: number, to: number, basis: number): number {
  return basis === 0 || basis === 4 ? days360(from, to, basis === 4) : to - from;
}

/** Returns the days of a whole coupon. */
export function lengthOf({ before, next }: Coupon, frequency: number, basis: number): number {
  return basis === 1 ? next - before : (basis === 3 ? 365 : 360) / Math.trunc(frequency);
}

/** Returns the days from the settlement to the next coupon. Throws a doubt if they depend on how a month's end is counted. */
export function daysToNext(coupon: Coupon, settlement: number, frequency: number, basis: number): number {
  const days = couponDays(settlement, coupon.next, basis);
  const left = lengthOf(coupon, frequency, basis) - couponDays(coupon.before, settlement, basis);
  if (basis === 4 && days !== left)
    doubt("Coupons at the end of February are not known for European months of 30 days.");
  return basis === 0 ? left : days;
}

function ofCoupon(
  calculate: (coupon: Coupon, settlement: number, frequency: number, basis: number) => number,
  ...flags: Flag[]
): FunctionRow {
  return row(
    "strictDate strictDate strict strict?",
    (settlement, maturity, frequency, basis = 0) =>
      calculate(couponAt(settlement, maturity, frequency), dayNumber(settlement), frequency, basisOf(basis)),
    ...flags,
  );
}

export const COUPONS: Table = {
  COUPDAYBS: ofCoupon(({ before }, settlement, _, basis) => couponDays(before, settlement, basis)),
  COUPDAYS: ofCoupon((coupon, _, frequency, basis) => lengthOf(coupon, frequency, basis)),
  COUPDAYSNC: ofCoupon(daysToNext),
  COUPNCD: ofCoupon(({ next }) => next, "date"),
  COUPPCD: ofCoupon(({ before }) => before, "date"),
  COUPNUM: ofCoupon(({ count }) => count),
};
