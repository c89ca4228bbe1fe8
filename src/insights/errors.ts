/** What went wrong, in terms of what a person can do about it. */
export type ErrorKind =
  /** A mistake in what was asked: nothing was sent. */
  | "argument"
  /** The service answered: there is no such plan, scenario, item or period. */
  | "unknown"
  /** The service answered, but left out what was asked for. */
  | "missing"
  /** An announced endpoint that this service does not offer yet. */
  | "unoffered"
  /** No connection has been made. */
  | "disconnected"
  /** The address is not one that credentials may be sent to, or no Insights service is there. */
  | "address"
  /** The credentials, or the token made from them, were refused (401). */
  | "unauthorized"
  /** The token lacks a scope (403). */
  | "forbidden"
  /** The service refused the request as it was put (other 4xx). */
  | "refused"
  /** No answer: the network, the name, or the page's origin (CORS). */
  | "unreachable"
  /** No answer in time. */
  | "timeout"
  /** The service is overloaded or broken (408, 429, 5xx). */
  | "unavailable"
  /** An answer that is not JSON, or JSON of another shape. */
  | "malformed"
  /** An answer to another question than the one asked. */
  | "mismatch"
  /** Nobody waits for the answer any more. */
  | "cancelled"
  /** The answer is not in memory and may not be asked for now. */
  | "unasked";

export interface ErrorDetail {
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** The answer had the error body of §7, so it came from the service and not from something in between. */
  fromService?: boolean;
  /** Milliseconds that the service asked to wait (`Retry-After`). */
  retryAfter?: number;
  cause?: unknown;
}

/** The only error of the client. Its message is for people: what is wrong, where, and what to do; never a secret. */
export class InsightsError extends Error {
  override readonly name = "InsightsError";
  readonly status: number | undefined;
  readonly fromService: boolean;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    { status, fromService = false, retryAfter, cause }: ErrorDetail = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.fromService = fromService;
    this.retryAfter = retryAfter;
  }
}

export function isInsightsError(error: unknown, ...kinds: ErrorKind[]): error is InsightsError {
  return error instanceof InsightsError && (kinds.length === 0 || kinds.includes(error.kind));
}

export function cancelled(): InsightsError {
  return new InsightsError("cancelled", "The calculation was cancelled.");
}
