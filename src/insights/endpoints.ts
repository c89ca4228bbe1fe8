/**
 * The table of the service's Insights endpoints: a row says where it is, what may be asked, and how its answer is read.
 * @see API specification §4.3 to §4.6
 */
import { decodePlans, decodeResults } from "./answers";

export type Interval = "D" | "W" | "M" | "FY";
export type GroupBy = "product" | "sku" | "region" | "channel";

/** The parameters besides `planId` and `scenarioIds`, in the order of the specification. Dates are ISO 8601 days. */
export interface Parameters {
  interval?: Interval;
  dateFrom?: string;
  dateTo?: string;
  currency?: string;
  groupBy?: GroupBy;
}

const EVERY_INTERVAL: readonly Interval[] = ["D", "W", "M", "FY"];

export const ENDPOINTS = {
  plans: { path: "/plans", decode: decodePlans },
  pnl: {
    path: "/pnl-summary",
    available: true,
    intervals: ["FY", "M"] as readonly Interval[],
    parameters: ["interval", "dateFrom", "dateTo", "currency"],
    decode: decodeResults,
  },
  demand: {
    path: "/demand-forecast",
    available: true,
    intervals: EVERY_INTERVAL,
    parameters: ["interval", "dateFrom", "dateTo", "currency", "groupBy"],
    decode: decodeResults,
  },
  supply: {
    path: "/supply-performance",
    available: false,
    intervals: EVERY_INTERVAL,
    parameters: ["interval", "dateFrom", "dateTo"],
    decode: decodeResults,
  },
  sustainability: {
    path: "/sustainability",
    available: false,
    intervals: EVERY_INTERVAL,
    parameters: ["interval", "dateFrom", "dateTo"],
    decode: decodeResults,
  },
} as const;

export type EndpointName = keyof typeof ENDPOINTS;

/** The endpoints that answer questions about scenarios, each with its own fields. */
export type Family = Exclude<EndpointName, "plans">;

/** The most scenarios that one request may name (§8). */
export const SCENARIOS_PER_REQUEST = 3;
