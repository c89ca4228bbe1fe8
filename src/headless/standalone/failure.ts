/** The exit statuses of the command, and the errors that end it with one. */
import { terminalWords } from "./terminalWords";
import { isInsightsError, type ErrorKind, type InsightsError } from "../../insights";

/** The exit statuses of a command that has done its work. `errors` and `named` tell about the formulas, `checks` about the checks if asked for. */
export const DONE = { clean: 0, errors: 1, named: 4, checks: 12 } as const;

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
  /** A signal ended the run. Its status is that of the signal, 128 and its number. */
  interrupted: 128,
  otherService: 9,
  /** The service refused the key or the request. Another try brings the same. */
  refusal: 10,
  /** A folder or pattern without workbooks. */
  noWorkbooks: 11,
  /** A check is not TRUE that has to be. */
  checks: 12,
  /** The certificate of the service is not trusted. Another try brings the same. */
  certificate: 13,
} as const;

const STATUS_WORDS: Readonly<Record<number, string>> = {
  [DONE.clean]: "done",
  [DONE.errors]: "done, with cells in error",
  [DONE.named]: "done, with formulas that could not be calculated",
  [EXIT_STATUS.usage]: "wrong arguments",
  [EXIT_STATUS.noFormulas]: "no INSIGHTS formulas",
  [EXIT_STATUS.file]: "a file could not be read or written",
  [EXIT_STATUS.outage]: "the service did not answer",
  [EXIT_STATUS.strict]: "not written, since numbers would be missing",
  [EXIT_STATUS.unexpected]: "a mistake of the program",
  [EXIT_STATUS.otherService]: "a workbook belongs to another service",
  [EXIT_STATUS.refusal]: "the service refused",
  [EXIT_STATUS.noWorkbooks]: "a folder or pattern without workbooks",
  [EXIT_STATUS.checks]: "a check is not TRUE",
  [EXIT_STATUS.certificate]: "the service's certificate is not trusted",
};

/** An exit status in words, for people who read no manual. */
export function statusWords(status: number): string {
  return STATUS_WORDS[status] ?? "ended by a signal";
}

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

export function createFailure(kind: FailureKind, message: string, cause?: unknown): CommandFailure {
  return Object.assign(new Error(message, { cause }), { kind, exitCode: EXIT_STATUS[kind] });
}

/** Creates an error of usage: nothing has been done. */
export function wrongUsage(message: string): CommandFailure {
  return createFailure("usage", message);
}

/**
 * Returns the error as a failure. Errors of this program's own mistakes, such as a `TypeError`, are unexpected.
 * @param kind The kind of other errors, which have a message for people.
 */
export function commandFailureOf(error: unknown, kind: FailureKind): CommandFailure {
  if (isFailure(error)) return error;
  if (isInsightsError(error, "otherService")) {
    return createFailure(
      "otherService",
      `${error.message} INSIGHTS_URL names the service to connect to; --move-service moves the workbook instead.`,
      error,
    );
  }
  if (isInsightsError(error)) {
    return createFailure(kindOf(error), terminalWords(error.message) + remedyOf(error.message), error);
  }
  if (error instanceof Error && error.constructor === Error) return createFailure(kind, error.message, error);
  return createFailure("unexpected", `This is a mistake of the program, please report it: ${String(error)}`, error);
}

function kindOf(error: InsightsError): FailureKind {
  const { kind, message } = error;
  if (REFUSALS.includes(kind)) return "refusal";
  return kind === "unreachable" && DISTRUST.test(message) ? "certificate" : "outage";
}

/** Node's codes for a certificate that it does not take: of another host, out of its time, or of an unknown authority. */
const DISTRUST = /\([A-Z_]*(?:CERT|VERIFY_LEAF_SIGNATURE)/;

/** Node's codes for a certificate of an authority that it does not know, such as a company's own. */
const UNKNOWN_AUTHORITY = /\([A-Z_]*(?:SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF))/;

function remedyOf(message: string): string {
  return UNKNOWN_AUTHORITY.test(message)
    ? " Node does not know the authority of its certificate. Set NODE_EXTRA_CA_CERTS to a PEM file with your company's certificate authority."
    : "";
}

function isFailure(error: unknown): error is CommandFailure {
  return error instanceof Error && "kind" in error && "exitCode" in error;
}
