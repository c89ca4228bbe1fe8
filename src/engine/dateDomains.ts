/** Limits on dates: days and times with which Univer differs from Excel, or that were not compared. */
import { fromSerial } from "../grid/dateSerial";
import { numberOfText } from "./numberTexts";
import type { Value } from "./values";
import {
  calls,
  LAST_DATE,
  ownErrors,
  single,
  textOf,
  values,
  valuesAt,
  type FunctionEvaluation,
  type Limit,
} from "./verifiedDomains";

const MARCH_1900 = 61;

/** Excel counts February 29, 1900, which never existed. A blank cell is day 0. */
export function earlyDates(...positions: number[]): Limit {
  return values(
    "dates before March 1900 or after 9999",
    (value) => {
      const serial = serialIn(value);
      return serial !== 0 && (serial < MARCH_1900 || serial >= LAST_DATE + 1);
    },
    positions,
  );
}

export const endsOfFebruary = values("the end of February", (value) => isDayBeforeMarch(serialIn(value)), [0, 1]);

/** The day 0, as which a blank cell counts: here the 30 December 1899, in Excel the 0 January 1900. */
export function noDates(...positions: number[]): Limit {
  return calls("the day 0", (call) => valuesAt(call, positions).some((value) => value === null || Number(value) === 0));
}

export function timesOfDay(...positions: number[]): Limit {
  return values("times of day", (value) => !Number.isInteger(serialIn(value)), positions);
}

/** The number that Excel takes of a value for a date; 0 without one. */
function serialIn(value: Value): number {
  const number = typeof value === "string" ? numberOfText(value) : value;
  return typeof number === "number" ? number : 0;
}

/** Of DATEDIF. */
export function isPartOfYear(call: FunctionEvaluation): boolean {
  const unit = textOf(call.arg(2)).toLowerCase();
  return /^(?:md|yd|ym)$/.test(unit) && valuesAt(call, [0, 1]).some((value) => isLateInMonth(serialIn(value)));
}

function isLateInMonth(serial: number): boolean {
  return dayOf(serial).getUTCDate() > 28 || isDayBeforeMarch(serial);
}

function isDayBeforeMarch(serial: number): boolean {
  return dayOf(serial + 1).getUTCMonth() === 2 && dayOf(serial + 1).getUTCDate() === 1;
}

function dayOf(serial: number): Date {
  return new Date(fromSerial(Math.floor(serial), 1900));
}

/** Of the functions for securities. @param basis Where the count of days stands. @param others The counts that were compared too. */
export function securities(basis: number, ...others: number[]): Limit[] {
  return [
    earlyDates(0, 1),
    noDates(0, 1),
    timesOfDay(0, 1),
    values("the ends of months", (value) => isLateInMonth(serialIn(value)), [0, 1]),
    values("this count of days", (value) => ![0, ...others].includes(Math.trunc(Number(value))), [basis]),
    ownErrors,
  ];
}

/** @param frequency Where the number of payments a year stands. */
export function underOnePeriod(frequency: number): Limit {
  return calls(
    "less than one period",
    (call) => serialAt(call, 1) - serialAt(call, 0) <= 366 / Number(call.arg(frequency)),
  );
}

function serialAt(call: FunctionEvaluation, position: number): number {
  return serialIn(single(call.arg(position)));
}
