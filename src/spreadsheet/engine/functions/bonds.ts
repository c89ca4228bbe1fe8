/** Bonds that pay interest by coupons. */
import { dayNumber } from "../calendar";
import { doubt } from "../doubt";
import { fail, NUM } from "../errorValues";
import { row, type Table } from "../parameters";
import { basisOf, couponAt, couponDays, couponsBefore, daysToNext, lengthOf } from "./coupons";
import { rootBetween } from "./roots";

/** A bond with a redemption of 100 for each of which `redemption` is paid. */
interface Bond {
  /** What each coupon pays, per year. */
  readonly coupon: number;
  readonly redemption: number;
  readonly frequency: number;
  /** How many coupons are still paid. */
  readonly count: number;
  /** The parts of a coupon from the last one to the settlement, and from there to the next. */
  readonly gone: number;
  readonly left: number;
}

function bondOf(
  settlement: number,
  maturity: number,
  coupon: number,
  redemption: number,
  frequency: number,
  basis: number,
): Bond {
  const kind = basisOf(basis);
  const found = couponAt(settlement, maturity, frequency);
  if (coupon < 0 || redemption <= 0) fail(NUM);
  const [day, length] = [dayNumber(settlement), lengthOf(found, frequency, kind)];
  const gone = couponDays(found.before, day, kind) / length;
  return {
    coupon: 100 * coupon,
    redemption,
    frequency: Math.trunc(frequency),
    count: found.count,
    gone,
    // By actual days in years of 360 or 365, a coupon's parts are one coupon all the same.
    left: kind === 2 || kind === 3 ? 1 - gone : daysToNext(found, day, frequency, kind) / length,
  };
}

/** The clean price at a yearly yield. The last coupon is discounted by simple interest. */
function priceOf({ coupon, redemption, frequency, count, gone, left }: Bond, yearly: number): number {
  const [payment, rate] = [coupon / frequency, yearly / frequency];
  if (count === 1) return (redemption + payment) / (1 + left * rate) - payment * gone;
  let sum = redemption / (1 + rate) ** (count - 1 + left);
  for (let at = 0; at < count; at++) sum += payment / (1 + rate) ** (at + left);
  return sum - payment * gone;
}

const price = row(
  "strictDate strictDate strict strict strict strict strict?",
  (settlement, maturity, coupon, yearly, redemption, frequency, basis = 0) =>
    yearly < 0 ? NUM : priceOf(bondOf(settlement, maturity, coupon, redemption, frequency, basis), yearly),
);

/** A yield that no bond has. */
const HIGHEST_YIELD = 1e6;

const yieldOf = row(
  "strictDate strictDate strict strict strict strict strict?",
  (settlement, maturity, coupon, paid, redemption, frequency, basis = 0) => {
    const bond = bondOf(settlement, maturity, coupon, redemption, frequency, basis);
    if (paid <= 0) return NUM;
    const difference = (yearly: number) => priceOf(bond, yearly) - paid;
    if (difference(0) < 0 || difference(HIGHEST_YIELD) > 0)
      doubt("YIELD is not known for prices above all payments, or close to 0.");
    return rootBetween(difference, 0, HIGHEST_YIELD);
  },
);

/** The years until the payments, weighted by their present values. */
function durationOf({ coupon, frequency, count, left }: Bond, yearly: number): number {
  if (yearly < 0) fail(NUM);
  let [value, weighted] = [0, 0];
  for (let at = 0; at < count; at++) {
    const payment = coupon / frequency + (at === count - 1 ? 100 : 0);
    const present = payment / (1 + yearly / frequency) ** (at + left);
    value += present;
    weighted += present * ((at + left) / frequency);
  }
  return weighted / value;
}

const duration = row(
  "strictDate strictDate strict strict strict strict?",
  (settlement, maturity, coupon, yearly, frequency, basis = 0) =>
    durationOf(bondOf(settlement, maturity, coupon, 100, frequency, basis), yearly),
);

const modifiedDuration = row(
  "strictDate strictDate strict strict strict strict?",
  (settlement, maturity, coupon, yearly, frequency, basis = 0) =>
    durationOf(bondOf(settlement, maturity, coupon, 100, frequency, basis), yearly) /
    (1 + yearly / Math.trunc(frequency)),
);

/** The interest from the issue to the settlement, by the coupons that the first one implies. */
const accrued = row(
  "strictDate strictDate strictDate strict strict strict strict? logical?",
  (issue, first, settlement, rate, par, frequency, basis = 0, isTotal = true) => {
    const [start, end, kind] = [dayNumber(issue), dayNumber(settlement), basisOf(basis)];
    const coupons = couponsBetween(start, end, first, frequency, kind);
    if (rate <= 0 || par <= 0 || start >= end) return NUM;
    if (start < couponsBefore(first, frequency)(1))
      doubt("ACCRINT is not known for a first interest later than one period after the issue.");
    if (end > dayNumber(first) && (!isTotal || kind === 1))
      doubt("ACCRINT is not known for a settlement after the first interest, by actual days or from there only.");
    return ((par * rate) / Math.trunc(frequency)) * coupons;
  },
);

/** Counts the coupons between two dates, each as a part of its own length. @param first The date of a coupon. */
function couponsBetween(start: number, end: number, first: number, frequency: number, basis: number): number {
  const dateOf = couponsBefore(first, frequency);
  let [coupons, days, latest] = [0, 0, 0];
  while (dateOf(latest) < end) latest--;
  for (let count = latest; dateOf(count) > start; count++) {
    const coupon = { before: dateOf(count + 1), next: dateOf(count), count: 1 };
    const part = couponDays(Math.max(start, coupon.before), Math.min(end, coupon.next), basis);
    if (coupon.before >= end) continue;
    days += part;
    const isPaid = start <= coupon.before && coupon.next < end;
    coupons += isPaid ? 1 : part / lengthOf(coupon, frequency, basis);
  }
  if (start < end && days !== couponDays(start, end, basis))
    doubt("ACCRINT is not known for months of 30 days if a coupon is due at the end of a month.");
  return coupons;
}

export const BONDS: Table = {
  PRICE: price,
  YIELD: yieldOf,
  DURATION: duration,
  MDURATION: modifiedDuration,
  ACCRINT: accrued,
};
