/** The exit statuses of the command, and the errors that end it with one. */
import { terminalWords } from "./terminalWords";
import { isInsightsError, type ErrorKind } from "../insights";

/** The exit statuses of a command that has done its work. `errors` and `named` tell about the formulas. */
export const DONE = { clean: 0, errors: 1, named: 4 } as const;

/** Why a command has not done its work, with the exit status. */
export const EXIT_STATUS = {
  usage: 2,
  noFormulas: 3,
  file: 5,
  /** The service did not answer, or not with an answer. Another try may help. */
  outage: 6,
  timeout: 6,
  strict: 7,
  unexpected: 8,
  otherService: 9,
  /** The service refused the key or the request. Another try brings the same. */
  refusal: 10,
  /** A folder or pattern without workbooks. */
  noWorkbooks: 11,
} as const;

const REFUSALS: readonly ErrorKind[] = [
  "argument",
  "unplanned",
  "unknown",
  "missing",
  "unoffered",
  "disconnected",
  "address",
  "unauthorized",
  "forbidden",
  "refused",
];

export type FailureKind = keyof typeof EXIT_STATUS;

/** An error that ends the command. Its message is for people. */
export interface CommandFailure extends Error {
  readonly kind: FailureKind;
  readonly exitCode: number;
}

export function failure(kind: FailureKind, message: string, cause?: unknown): CommandFailure {
  return Object.assign(new Error(message, { cause }), { kind, exitCode: EXIT_STATUS[kind] });
}

/**
 * Returns the error as a failure. Errors of this program's own mistakes, such as a `TypeError`, are unexpected.
 * @param kind The kind of other errors, which have a message for people.
 */
export function commandFailureOf(error: unknown, kind: FailureKind): CommandFailure {
  if (isFailure(error)) return error;
  if (isInsightsError(error, "otherService")) {
    return failure(
      "otherService",
      `${error.message} INSIGHTS_URL names the service to connect to; --move-service moves the workbook instead.`,
      error,
    );
  }
  if (isInsightsError(error))
    return failure(isInsightsError(error, ...REFUSALS) ? "refusal" : "outage", terminalWords(error.message), error);
  if (error instanceof Error && error.constructor === Error) return failure(kind, error.message, error);
  return failure("unexpected", `This is a mistake of the program, please report it: ${String(error)}`, error);
}

function isFailure(error: unknown): error is CommandFailure {
  return error instanceof Error && "kind" in error && "exitCode" in error;
}
