/** Loans and savings with equal payments. Money that is received is positive, money that is paid negative. */
import { doubt } from "../doubt";
import { DIV0, fail, NUM } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { row, type FunctionRow, type Table } from "../parameters";
import type { CellError } from "../values";
import { findRoot } from "./roots";

/** Returns what 1 has grown to after so many periods, and what payments of 1 at the end of each have grown to. */
function growth(rate: number, periods: number): { factor: number; annuity: number } {
  if (rate === -1 && periods < 0) fail(DIV0);
  const factor = (1 + rate) ** periods;
  return { factor, annuity: rate === 0 ? periods : (factor - 1) / rate };
}

/** Returns the factor for payments at the beginning of each period, which any type but 0 stands for. */
const timing = (rate: number, type: number): number => (type === 0 ? 1 : 1 + rate);

function futureValue(rate: number, periods: number, payment: number, present = 0, type = 0): number {
  const { factor, annuity } = growth(rate, periods);
  return -(present * factor + payment * timing(rate, type) * annuity);
}

function presentValue(rate: number, periods: number, payment: number, future = 0, type = 0): number {
  if (rate === -1) fail(DIV0);
  const { factor, annuity } = growth(rate, periods);
  return -(future + payment * timing(rate, type) * annuity) / factor;
}

function paymentOf(rate: number, periods: number, present: number, future = 0, type = 0): number {
  if (periods === 0 || rate <= -1) fail(NUM);
  const { factor, annuity } = growth(rate, periods);
  return -(future + present * factor) / (timing(rate, type) * annuity);
}

function periodsOf(rate: number, payment: number, present: number, future = 0, type = 0): number | CellError {
  if (rate <= -1) return NUM;
  if (rate === 0) return payment === 0 ? NUM : -(present + future) / payment;
  const perpetuity = (payment * timing(rate, type)) / rate;
  const quotient = (perpetuity - future) / (perpetuity + present);
  return quotient > 0 ? Math.log(quotient) / Math.log1p(rate) : NUM;
}

/** The interest of one period. */
function interest(rate: number, period: number, periods: number, present: number, future = 0, type = 0): number {
  if (period < 1 || period >= periods + 1) fail(NUM);
  const payment = paymentOf(rate, periods, present, future, type);
  if (type !== 0 && period === 1) return 0;
  const before = futureValue(rate, period - 1, payment, present, type);
  return (before * rate) / timing(rate, type);
}

/** The repayment of one period. */
function principal(rate: number, period: number, periods: number, present: number, future = 0, type = 0): number {
  return paymentOf(rate, periods, present, future, type) - interest(rate, period, periods, present, future, type);
}

function rateOf(
  periods: number,
  payment: number,
  present: number,
  future = 0,
  type = 0,
  guess = 0.1,
): number | CellError {
  if (periods <= 0 || Math.min(payment, present, future) >= 0 || Math.max(payment, present, future) <= 0) return NUM;
  if (present + payment * periods + future === 0) return 0;
  const value = (rate: number) => futureValue(rate, periods, payment, present, type) - future;
  return (
    findRoot(value, guess) ?? doubt("RATE finds no rate from its guess here, where Excel may. Give another guess.")
  );
}

/** Steps that the part of one payment costs: it takes a power. */
const STEPS_OF_PAYMENT = 10;

/** The sum of a part of the payments of several periods. */
function cumulative(part: typeof interest): FunctionRow {
  return row(
    "strict strict strict strict strict strict",
    function (this: Evaluation, rate, periods, present, from, to, type): number | CellError {
      const [first, last] = [Math.ceil(from), Math.trunc(to)];
      const isPossible = rate > 0 && periods > 0 && present > 0 && (type === 0 || type === 1);
      if (!isPossible || first < 1 || last < first || last > periods) return NUM;
      this.spend((last - first) * STEPS_OF_PAYMENT);
      let sum = 0;
      for (let period = first; period <= last; period++) sum += part(rate, period, periods, present, 0, type);
      return sum;
    },
  );
}

function interestOfEqualRepayments(rate: number, period: number, periods: number, present: number): number | CellError {
  return periods === 0 ? DIV0 : present * rate * (period / periods - 1);
}

export const ANNUITIES: Table = {
  PMT: row("number number number number? number?", paymentOf),
  FV: row("number number number number? number?", futureValue),
  PV: row("number number number number? number?", presentValue),
  NPER: row("number number number number? number?", periodsOf),
  IPMT: row("number number number number number? number?", interest),
  PPMT: row("number number number number number? number?", principal),
  RATE: row("number number number number? number? number??", rateOf),
  CUMIPMT: cumulative(interest),
  CUMPRINC: cumulative(principal),
  ISPMT: row("number number number number", interestOfEqualRepayments),
};
