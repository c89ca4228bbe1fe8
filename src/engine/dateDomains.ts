/** Limits on dates: days with which Univer differs from Excel, or that were not compared. */
import { numberOfText } from "./numberTexts";
import { calls, LAST_DATE, numberArgument, values, valuesAt, type Limit } from "./verifiedDomains";
import type { Value } from "./values";

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

/** The day 0, as which a blank cell counts: here the 30 December 1899, in Excel the 0 January 1900. */
export function noDates(...positions: number[]): Limit {
  return calls("the day 0", (call) => valuesAt(call, positions).some((value) => value === null || Number(value) === 0));
}

/** For DATE: depends on its result. */
export const yearsUntil1900: Limit = {
  what: "years before 1901",
  isHit: (call) => [call.result()].flat(2).some((value) => typeof value === "number" && value <= 366),
};

/** For DATE. */
export const after9999 = calls(
  "dates after the year 9999",
  (call) => numberArgument(call, 0) >= 9_999 && numberArgument(call, 1) > 12,
);

/** The number that Excel takes of a value for a date; 0 without one. */
function serialIn(value: Value): number {
  const number = typeof value === "string" ? numberOfText(value) : value;
  return typeof number === "number" ? number : 0;
}
