/** Rates of interest, and securities that pay at their maturity only. */
import { dayNumber, monthsLater } from "../calendar";
import { yearFraction } from "../dayCounts";
import { DIV0, fail, NUM, VALUE_ERROR } from "../errorValues";
import { isError, type Matrix } from "../operand";
import { row, type FunctionRow, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { basisOf } from "./coupons";

function effective(rate: number, count: number): number | CellError {
  const times = Math.trunc(count);
  return rate <= 0 || count < 1 ? NUM : (1 + rate / times) ** times - 1;
}

function nominal(rate: number, count: number): number | CellError {
  const times = Math.trunc(count);
  return rate <= 0 || count < 1 ? NUM : ((1 + rate) ** (1 / times) - 1) * times;
}

/** The rate at which an amount grows to another one. */
function growthRate(periods: number, present: number, future: number): number | CellError {
  return periods <= 0 || present === 0 ? NUM : (future / present) ** (1 / periods) - 1;
}

/** The periods in which an amount grows to another one. */
function periodsOfGrowth(rate: number, present: number, future: number): number | CellError {
  return rate <= 0 || present <= 0 || future <= 0 ? NUM : Math.log(future / present) / Math.log1p(rate);
}

function grown(present: number, rates: Matrix): number {
  return rates.values.reduce<number>((value, rate) => value * (1 + (rate === null ? 0 : rateOf(rate))), present);
}

function rateOf(value: Value): number {
  if (typeof value === "number") return value;
  return fail(isError(value) ? value : VALUE_ERROR);
}

/** Converts prices in fractions, such as 1.02 for 1 and 2/16, to decimal numbers or back. */
function dollars(convert: (fraction: number, parts: number, size: number) => number): FunctionRow {
  return row("strict strict", (price, fraction) => {
    const parts = Math.trunc(fraction);
    if (parts < 0) return NUM;
    if (parts === 0) return DIV0;
    const full = Math.trunc(price);
    return full + convert(price - full, parts, 10 ** Math.ceil(Math.log10(parts)));
  });
}

/** A security that is bought at the settlement and redeemed at the maturity. */
function redeemed(calculate: (years: number, one: number, other: number) => number | CellError): FunctionRow {
  return row("strictDate strictDate strict strict strict?", (settlement, maturity, one, other, basis = 0) => {
    const kind = basisOf(basis);
    if (dayNumber(settlement) >= dayNumber(maturity) || one <= 0 || other <= 0) return NUM;
    return calculate(yearFraction(settlement, maturity, kind), one, other);
  });
}

const accruedAtMaturity = row(
  "strictDate strictDate strict strict?? strict?",
  (issue, settlement, rate, par = 1000, basis = 0) => {
    const kind = basisOf(basis);
    if (dayNumber(issue) >= dayNumber(settlement) || rate <= 0 || par <= 0) return NUM;
    return par * rate * yearFraction(issue, settlement, kind);
  },
);

/** A treasury bill of at most a year. */
function treasuryBill(calculate: (days: number, value: number) => number | CellError): FunctionRow {
  return row("strictDate strictDate strict", (settlement, maturity, value) => {
    const [start, end] = [dayNumber(settlement), dayNumber(maturity)];
    return start >= end || end > monthsLater(start, 12) || value <= 0 ? NUM : calculate(end - start, value);
  });
}

const priceOfBill = (days: number, discount: number): number => 100 * (1 - (discount * days) / 360);

/** The yield of a bond with the same result, which pays interest after half a year. */
function bondEquivalent(days: number, discount: number): number | CellError {
  const price = priceOfBill(days, discount);
  if (price <= 0) return NUM;
  if (days <= 182) return (365 * discount) / (360 - discount * days);
  const years = days / (days === 366 ? 366 : 365);
  return (2 * (Math.sqrt(years ** 2 - (2 * years - 1) * (1 - 100 / price)) - years)) / (2 * years - 1);
}

export const INTEREST: Table = {
  EFFECT: row("strict strict", effective),
  NOMINAL: row("strict strict", nominal),
  RRI: row("number number number", growthRate),
  PDURATION: row("number number number", periodsOfGrowth),
  FVSCHEDULE: row("number matrix", grown),
  DOLLARDE: dollars((fraction, parts, size) => (fraction * size) / parts),
  DOLLARFR: dollars((fraction, parts, size) => (fraction * parts) / size),
  DISC: redeemed((years, price, redemption) => (redemption - price) / redemption / years),
  INTRATE: redeemed((years, invested, redemption) => (redemption - invested) / invested / years),
  PRICEDISC: redeemed((years, discount, redemption) => redemption * (1 - discount * years)),
  RECEIVED: redeemed((years, invested, discount) => (discount * years >= 1 ? NUM : invested / (1 - discount * years))),
  YIELDDISC: redeemed((years, price, redemption) => (redemption - price) / price / years),
  ACCRINTM: accruedAtMaturity,
  TBILLPRICE: treasuryBill((days, discount) => {
    const price = priceOfBill(days, discount);
    return price < 0 ? NUM : price;
  }),
  TBILLYIELD: treasuryBill((days, price) => ((100 - price) / price) * (360 / days)),
  TBILLEQ: treasuryBill(bondEquivalent),
};
