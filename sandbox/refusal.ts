/** Refusals, with the body of API specification §7. */
import { HTTPException } from "hono/http-exception";

const STATUS_TEXTS = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

export type RefusalStatus = keyof typeof STATUS_TEXTS;

export interface RefusalBody {
  statusCode: RefusalStatus;
  error: string;
  message: string;
}

export function createRefusalBody(statusCode: RefusalStatus, message: string): RefusalBody {
  return { statusCode, error: STATUS_TEXTS[statusCode], message };
}

/** Ends the request. @throws HTTPException, which the app answers with the body above. */
export function refuse(status: RefusalStatus, message: string): never {
  throw new HTTPException(status, { message });
}
