/** What the functions need of the place they run in. Excel, the workbench and the command line each fill it. */
import type { DateSystem } from "../grid/dateSerial";
import type { Session } from "../insights";
import type { FiscalYear } from "./months";

/** What blank arguments mean in this workbook. */
export interface Settings {
  /** A plan's id or name. */
  readonly plan?: string | undefined;
  /** The ids of that plan's scenarios that a blank scenario means. @default all */
  readonly scenarios?: readonly string[] | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** The calendar month that begins the fiscal year, from 1 to 12. @default 1 */
  readonly fiscalMonth?: number | undefined;
  /** A fiscal year is named by the calendar year in which it begins. @default false: in which it ends */
  readonly fiscalNameByBegin?: boolean | undefined;
}

/** The two error values that Excel shows a message with. */
export type ErrorCode = "#N/A" | "#VALUE!";

export interface FunctionHost {
  readonly session: Session;
  readonly settings: () => Settings;
  /** The workbook's date system: serial 0 is in 1899 or in 1904. */
  readonly dateSystem: DateSystem;
  /** Functions may ask the service for nothing now, but for a refresh. @default never */
  readonly isPaused?: () => boolean;
  /** The host's error value with a message. */
  readonly cellError: (code: ErrorCode, message: string) => Error;
}

let host: FunctionHost | undefined;

/** Puts the functions to work in this host. Functions are called by Excel, so there is one host a runtime. */
export function setHost(next: FunctionHost): void {
  host = next;
}

export function getHost(): FunctionHost {
  if (!host) throw new Error("The functions were called before they were given a host.");
  return host;
}

/** The fiscal year of this workbook. */
export function getFiscalYear(): FiscalYear {
  const { fiscalMonth = 1, fiscalNameByBegin = false } = getHost().settings();
  return { firstMonth: fiscalMonth, namedBy: fiscalNameByBegin ? "begin" : "end" };
}
