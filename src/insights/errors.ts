import { withoutDirection } from "./textDirection";

/** Kinds of errors, by the user's remedy. */
export type ErrorKind =
  /** The formula has a mistake; nothing was sent. */
  | "argument"
  /** The formula names no plan, and the workbook has none; nothing was sent. */
  | "unplanned"
  /** The service answered: there is no such plan, scenario, item or period. */
  | "unknown"
  /** The service answered without the requested value. */
  | "missing"
  /** An announced endpoint that this service does not offer yet. */
  | "unoffered"
  /** There is no connection. */
  | "disconnected"
  /** Credentials must not be sent to this address, or it has no Insights service. */
  | "address"
  /** The workbook holds the numbers of another service; nothing was sent. */
  | "otherService"
  /** The service refused the credentials or their token (401). */
  | "unauthorized"
  /** The token lacks a scope (403). */
  | "forbidden"
  /** The service refused the request (other 4xx). */
  | "refused"
  /** No answer: the network, the name, or the page's origin (CORS). */
  | "unreachable"
  /** No answer in time. */
  | "timeout"
  /** The service is overloaded or broken (408, 429, 5xx). */
  | "unavailable"
  /** The answer is not JSON, or has another shape. */
  | "malformed"
  /** The answer belongs to another question. */
  | "mismatch"
  /** All callers have cancelled. */
  | "cancelled"
  /** The answer is not in memory, and no request may be sent. */
  | "unasked";

/** What may be over by now. */
export const OUTAGES: readonly ErrorKind[] = ["unreachable", "timeout", "unavailable"];

export interface ErrorDetail {
  /** The HTTP status, if there was a response. */
  status?: number | undefined;
  /** The message of an error body (§7), perhaps ""; undefined if the response had none, so that a proxy may have sent it. */
  said?: string | undefined;
  /** Milliseconds to wait before a retry (`Retry-After`). */
  retryAfter?: number | undefined;
  /** The text that the message is about, if it names nothing. */
  mistake?: Mistake | undefined;
  cause?: unknown;
}

/** A text in an argument that names none of what there is. */
export interface Mistake {
  /** The argument's name. */
  readonly argument: string;
  readonly wrong: string;
  /** All that the text could have named. */
  readonly names: Iterable<string>;
  /** Other texts that find them. */
  readonly ids?: readonly string[] | undefined;
  /** The one that it means though it is spelled otherwise. */
  readonly meant?: string | undefined;
}

/** The only error of the client. Its message tells users what is wrong, where, and what to do. It never holds a secret. */
export class InsightsError extends Error {
  override readonly name = "InsightsError";
  readonly status: number | undefined;
  readonly said: string | undefined;
  readonly retryAfter: number | undefined;
  readonly mistake: Mistake | undefined;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    { status, said, retryAfter, mistake, cause }: ErrorDetail = {},
  ) {
    super(withoutDirection(message), { cause });
    this.status = status;
    this.said = said;
    this.retryAfter = retryAfter;
    this.mistake = mistake;
  }
}

export function isInsightsError(error: unknown, ...kinds: ErrorKind[]): error is InsightsError {
  return error instanceof InsightsError && (kinds.length === 0 || kinds.includes(error.kind));
}

export function cancelled(): InsightsError {
  return new InsightsError("cancelled", "The calculation was cancelled.");
}
