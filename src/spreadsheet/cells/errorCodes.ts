/** Excel's errors in cells, in English. */

/** The errors of Excel 2007, which every program supports. */
const CLASSIC_ERROR_CODES = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"] as const;

/** The errors of a cell that waits for an answer. */
const WAITING_CODES = ["#BUSY!", "#GETTING_DATA", "#CONNECT!"] as const;

const LATER_ERROR_CODES = ["#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#UNKNOWN!", "#EXTERNAL!", "#PYTHON!"] as const;

const classic: ReadonlySet<unknown> = new Set(CLASSIC_ERROR_CODES);
const waiting: ReadonlySet<unknown> = new Set(WAITING_CODES);
const all: ReadonlySet<unknown> = new Set([...CLASSIC_ERROR_CODES, ...WAITING_CODES, ...LATER_ERROR_CODES]);

/** True if a value is the text of an Excel error, including the errors of a waiting cell. */
export function isErrorCode(value: unknown): value is string {
  return all.has(value);
}

/** True if a cell with this value waits for an answer. */
export function isWaitingCode(value: unknown): value is string {
  return waiting.has(value);
}

/** True if every program that reads .xlsx files supports this error. */
export function isClassicErrorCode(value: unknown): value is string {
  return classic.has(value);
}
