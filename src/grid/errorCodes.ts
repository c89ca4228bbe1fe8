/** The errors that cells show, as Excel writes them in English. */

/** Excel 2007's, which files and every program know. */
const CLASSIC_ERROR_CODES = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"] as const;

/** What a cell shows that waits for an answer. */
const WAITING_CODES = ["#BUSY!", "#GETTING_DATA", "#CONNECT!"] as const;

const LATER_ERROR_CODES = ["#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#UNKNOWN!", "#EXTERNAL!", "#PYTHON!"] as const;

const classic: ReadonlySet<unknown> = new Set(CLASSIC_ERROR_CODES);
const waiting: ReadonlySet<unknown> = new Set(WAITING_CODES);
const all: ReadonlySet<unknown> = new Set([...CLASSIC_ERROR_CODES, ...WAITING_CODES, ...LATER_ERROR_CODES]);

/** Whether a value is one of Excel's errors as text, those of a cell that waits included. */
export function isErrorCode(value: unknown): value is string {
  return all.has(value);
}

/** Whether a cell that shows this value waits for an answer. */
export function isWaitingCode(value: unknown): value is string {
  return waiting.has(value);
}

/** Whether every program that reads .xlsx files knows this error. */
export function isClassicErrorCode(value: unknown): value is string {
  return classic.has(value);
}
