/** Which faults a service shows, and how often: `seed=7,loss=0.1,429=0.2`, or `all=0.3` for each kind as often as any other. */

/** Every kind of fault, with what it is. */
export const FAULT_KINDS = {
  latency: "up to three seconds before the answer",
  loss: "no answer at all",
  reset: "the connection is reset",
  half: "the body breaks off in its middle",
  html: "a web page with status 200",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  429: "Too Many Requests, with Retry-After",
  500: "Internal Server Error",
  503: "Service Unavailable, with Retry-After",
  drip: "the body in slow pieces",
  short: "a token that lasts a second",
  expired: "a token that has expired already",
  clock: "dates of another day",
  duplicate: "a row or scenario twice",
  missing: "a row left out",
  extra: "a row and a scenario that nobody asked for",
  shape: "another shape, with unknown objects",
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;

export interface FaultSchedule {
  readonly seed: number;
  /** The share of requests, from 0 to 1, that meet a kind of fault; together at most 1. */
  readonly rates: ReadonlyMap<FaultKind, number>;
}

const KINDS = Object.keys(FAULT_KINDS) as FaultKind[];

/** @throws Error that names the wrong item and the accepted values */
export function readSchedule(text: string): FaultSchedule {
  const rates = new Map<FaultKind, number>();
  let seed = 1;
  for (const part of text.split(",").filter(Boolean)) {
    const [name = "", value = ""] = part.split("=").map((piece) => piece.trim());
    const kind = KINDS.find((one) => String(one) === name);
    if (name === "seed" && /^\d{1,9}$/.test(value)) seed = Number(value);
    else if (kind && isRate(value)) rates.set(kind, Number(value));
    else if (name === "all" && isRate(value)) for (const one of KINDS) rates.set(one, Number(value) / KINDS.length);
    else throw wrong(part);
  }
  const sum = [...rates.values()].reduce((total, rate) => total + rate, 0);
  if (sum <= 1 + 1e-9) return { seed, rates };
  throw new Error(`The rates of --faults add up to ${sum}, but must not exceed 1.`);
}

function isRate(text: string): boolean {
  return /^(0|1|0?\.\d+|1\.0+)$/.test(text);
}

function wrong(part: string): Error {
  return new Error(
    `--faults has '${part}', but accepts only seed=<n>, all=<rate> and <kind>=<rate>, with rates from 0 to 1 and the kinds ${KINDS.join(", ")}.`,
  );
}
