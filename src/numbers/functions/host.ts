/** The host of the functions. Excel and the workbench each provide one; without Excel each session has its own. */
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import type { Session } from "../../insights";
import { fiscalYearOf, type FiscalYear } from "../language/fiscalYear";

/** The defaults of blank arguments in this workbook. */
export interface Settings {
  /** A plan's id or name. */
  readonly plan?: string | undefined;
  /** The ids of the plan's scenarios that a blank scenario stands for. @default all */
  readonly scenarios?: readonly string[] | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** The calendar month that begins the fiscal year, from 1 to 12. @default 1 */
  readonly fiscalMonth?: number | undefined;
  /** True if a fiscal year is named by the calendar year in which it begins. @default false, in which it ends */
  readonly fiscalNameByBegin?: boolean | undefined;
  /** The month that `current` names, YYYY-MM. @default the last month of the plan's actuals that had ended */
  readonly currentMonth?: string | undefined;
}

/** The only error values with which Excel shows a message. */
export type ErrorCode = "#N/A" | "#VALUE!";

export interface AnsweredQuestion {
  /** `questionKey` of the question. */
  readonly key: string;
  /** When the service computed the answer; milliseconds since the epoch. */
  readonly computedAt: number;
}

/** The age of the numbers that cells show. Times are milliseconds since the epoch. */
export interface ShownAges {
  /** The questions that the numbers were computed from. */
  readonly questions: readonly AnsweredQuestion[];
  /** True if the age of some numbers is unknown. */
  readonly hasUnknown: boolean;
  /** By the plan's id. `isOfTwoRuns`: some of its numbers are newer than its last refresh. */
  readonly plans: ReadonlyMap<
    string,
    { readonly oldest: number; readonly newest: number; readonly isOfTwoRuns: boolean }
  >;
}

export interface FunctionHost {
  readonly session: Pick<Session, "generation" | "plans" | "ask" | "cachedAnswers"> & {
    /** The connected service. @default the workbook's */
    readonly address?: string | undefined;
  };
  /** Returns the service that the workbook belongs to; functions ask no other. @default any */
  readonly service?: () => string | undefined;
  readonly settings: () => Settings;
  /** The workbook's date system: serial 0 is in 1899 or in 1904. */
  readonly dateSystem: DateSystem;
  /** Returns the age of what cells show, once pending calls have returned. @default cells show the answers in memory */
  readonly shown?: () => Promise<ShownAges>;
  /** Creates the host's error value with a message. */
  readonly cellError: (code: ErrorCode, message: string) => Error;
}

let host: FunctionHost | undefined;
let hostOfCall: (() => FunctionHost | undefined) | undefined;

/** Sets the host of all functions. Excel calls functions without context, so a runtime of Excel has one host. */
export function setHost(next: FunctionHost): void {
  host = next;
}

/** Sets how a call finds its own host, in a runtime that serves several at once. */
export function findHostBy(find: () => FunctionHost | undefined): void {
  hostOfCall = find;
}

export function getHost(): FunctionHost {
  const own = hostOfCall?.() ?? host;
  if (!own) throw new Error("The functions were called before `setHost`.");
  return own;
}

let settingsOfCall: Settings | undefined;

/** Runs `read` with the settings of one call. They hold for what `read` does at once, not for what it awaits. */
export function readWithSettings<T>(settings: Settings, read: () => T): T {
  const before = settingsOfCall;
  settingsOfCall = settings;
  try {
    return read();
  } finally {
    settingsOfCall = before;
  }
}

/** Returns the settings of the call whose arguments are being read; otherwise the host's. */
export function getSettings(): Settings {
  return settingsOfCall ?? getHost().settings();
}

/** Returns the fiscal year of the call whose arguments are being read; otherwise the workbook's. */
export function getFiscalYear(): FiscalYear {
  return fiscalYearOf(getSettings());
}
