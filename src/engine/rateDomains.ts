/** Limits of functions that search a rate of return: where several rates solve them, programs find different ones. */
import { calls, valuesAt, where, type Limit } from "./verifiedDomains";
import type { Value, Values } from "./values";

/** An amount, and after how many years or periods it is due. */
interface Payment {
  readonly amount: number;
  readonly time: number;
}

/** For IRR. */
export const severalRates: Limit = {
  what: "amounts with several rates of return",
  isHit: (call) => hasSeveralRates(numbersIn(call.arg(0)).map((amount, time) => ({ amount, time }))),
};

/** For XIRR: each amount has a date. */
export const severalDatedRates: Limit = {
  what: severalRates.what,
  isHit(call) {
    const [amounts, dates] = [numbersIn(call.arg(0)), numbersIn(call.arg(1))];
    const first = dates[0] ?? 0;
    return hasSeveralRates(amounts.map((amount, at) => ({ amount, time: ((dates[at] ?? first) - first) / 365 })));
  },
};

function numbersIn(values: Values): number[] {
  return [values].flat(2).filter((value: Value): value is number => typeof value === "number");
}

/** For IRR. Without a guess, the search of Univer begins at 10 % and ends elsewhere. */
export const lostAmounts = calls("amounts that are less than the investment", (call) => {
  if (call.count > 1) return false;
  const amounts = valuesAt(call, [0]).filter((value) => typeof value === "number");
  return amounts.reduce((sum, amount) => sum + amount, 0) * Math.sign(amounts[0] ?? 0) > 0;
});

/** For RATE. Excel gives up where this engine still finds a rate. */
export const manyPeriods = where("more than 1,000 periods", 0, (periods) => periods > 1_000);

/** For annuities. */
export const rates = where("rates of -100 % and less", 0, (rate) => rate <= -1);

/** Discount factors from 1E-3 to 1E3, that is rates from -99.9% to 99,900%, closely enough to find each rate. */
const FACTORS = Array.from({ length: 1381 }, (_, at) => Math.exp((at - 690) / 100));

/** Only amounts whose signs change more than once can have several rates. */
function hasSeveralRates(payments: readonly Payment[]): boolean {
  if (changesOfSign(payments.map(({ amount }) => amount)) < 2) return false;
  return changesOfSign(FACTORS.map((factor) => presentValue(payments, factor))) > 1;
}

function presentValue(payments: readonly Payment[], factor: number): number {
  return payments.reduce((sum, { amount, time }) => sum + amount * factor ** time, 0);
}

function changesOfSign(numbers: readonly number[]): number {
  const signs = numbers.map(Math.sign).filter((sign) => sign !== 0);
  return signs.filter((sign, at) => at > 0 && sign !== signs[at - 1]).length;
}
