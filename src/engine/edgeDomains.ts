/** Limits at the edge of what functions are for, where Univer differs from the values that Excel has saved. */
import { blanks, calls, single, valuesAt, where, type FunctionEvaluation, type Limit } from "./verifiedDomains";
import type { Values } from "./values";

type Entry = readonly [name: string, limits: readonly Limit[]];

/** Returns an argument as a number; NaN if it is none. */
function numberAt(call: FunctionEvaluation, position: number): number {
  const value = position < call.count ? single(call.arg(position)) : null;
  return typeof value === "number" ? value : NaN;
}

function isFraction(number: number): boolean {
  return Number.isFinite(number) && !Number.isInteger(number);
}

const partsOfPeriods = calls("parts of periods, or a type that is neither 0 nor 1", (call) =>
  [1, 3, 4, 5].some((at) => isFraction(numberAt(call, at))),
);

const outsideLife = calls("periods before the first or after the last", (call) => {
  const [life, period] = [numberAt(call, 2), numberAt(call, 3)];
  return period < 1 || period > life;
});

const moreThanYear = calls("more than a year", (call) => numberAt(call, 1) - numberAt(call, 0) > 365);

/** Excel gives up where this engine still finds a rate. */
const manyPeriods = where("more than 1,000 periods", 0, (periods) => periods > 1_000);

const after9999 = calls("dates after the year 9999", (call) => numberAt(call, 0) >= 9_999 && numberAt(call, 1) > 12);

/** Without a guess, the search of Univer begins at 10 % and ends elsewhere. */
const lostAmounts = calls("amounts that are less than the investment", (call) => {
  if (call.count > 1) return false;
  const amounts = valuesAt(call, [0]).filter((value) => typeof value === "number");
  return amounts.reduce((sum, amount) => sum + amount, 0) * Math.sign(amounts[0] ?? 0) > 0;
});

const constantLine = calls("known x that are all the same", (call) => {
  const numbers = valuesAt(call, [1]).filter((value) => typeof value === "number");
  return numbers.length > 1 && new Set(numbers).size === 1;
});

/** Excel takes quotients for whole that differ in the last digits; how many of them is not known. */
const nearlyWhole = calls("numbers that are nearly a multiple", (call) => {
  const quotient = numberAt(call, 0) / numberAt(call, 1);
  const rest = Math.abs(quotient - Math.round(quotient)) / Math.max(1, Math.abs(quotient));
  return rest > 1e-15 && rest < 1e-9;
});

const manyDigits = where("more than 15 digits", 1, (digits) => Math.abs(digits) > 15);

const noSize = calls("sizes below 1", (call) => [1, 2].some((at) => numberAt(call, at) < 1));

function isTable(values: Values): boolean {
  return Array.isArray(values) && values.length > 1 && (values[0]?.length ?? 0) > 1;
}

const overTable = calls("several columns", (call) => isTable(call.arg(1)));

/** By name in capitals. */
export const EDGES: readonly Entry[] = [
  ["CUMIPMT", [partsOfPeriods]],
  ["CUMPRINC", [partsOfPeriods]],
  ["SYD", [outsideLife]],
  ["TBILLPRICE", [moreThanYear]],
  ["TBILLYIELD", [moreThanYear]],
  ["RATE", [manyPeriods]],
  ["DATE", [after9999]],
  ["IRR", [lostAmounts]],
  ...["TREND", "GROWTH", "LINEST", "LOGEST"].map((name): Entry => [name, [constantLine]]),
  ...["CEILING", "FLOOR", "CEILING.MATH", "FLOOR.MATH"].map((name): Entry => [name, [nearlyWhole]]),
  ...["ROUND", "ROUNDUP", "ROUNDDOWN", "TRUNC"].map((name): Entry => [name, [manyDigits]]),
  ["EXPAND", [noSize]],
  ["ADDRESS", [blanks]],
  ["LOOKUP", [overTable]],
];
