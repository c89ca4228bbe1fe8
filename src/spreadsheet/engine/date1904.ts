/**
 * Workbooks that count days from 1904. The functions of dates calculate in the date system of 1900: their arguments and results
 * are converted by the kinds of their parameters.
 */
import type { DateSystem } from "../cells/dateSerial";
import { NUM } from "./errorValues";
import type { CellError } from "./values";

/** The serial number of 1 January 1904 in the date system of 1900. */
const DAYS = 1462;

/** Converts a date of the workbook. Excel has no negative dates. */
export function fromDate1904(date: number | CellError, dateSystem: DateSystem): number | CellError {
  if (dateSystem === 1900 || typeof date !== "number") return date;
  return date < 0 ? NUM : date + DAYS;
}

/** Converts a date that a function returns. */
export function toDate1904(date: number, dateSystem: DateSystem): number | CellError {
  if (dateSystem === 1900) return date;
  return date < DAYS ? NUM : date - DAYS;
}
