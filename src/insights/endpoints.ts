/**
 * The table of the Insights endpoints. A row holds an endpoint's path, parameters, answer format and function; everything else
 * about a family is looked up here.
 * To add an endpoint, add a row: the compiler then asks for its fields, its function and the sandbox's route.
 * @see API specification §4.3 to §4.6
 */
export type Interval = "D" | "W" | "M" | "FY";
export const GROUPINGS = ["product", "sku", "region", "channel"] as const;
export type GroupBy = (typeof GROUPINGS)[number];

/** Parameters besides `planId` and `scenarioIds`, in the order of the specification. Dates are ISO 8601 days. */
export interface Parameters {
  interval?: Interval;
  dateFrom?: string;
  dateTo?: string;
  currency?: string;
  groupBy?: GroupBy;
}

/** An endpoint that answers questions about scenarios, with fields of its own. */
export interface FamilyEndpoint<Id extends string = string> {
  readonly path: string;
  /** False if the service has only announced it: a 404 then means "not offered yet". */
  readonly available: boolean;
  /** The family's name in messages. */
  readonly label: string;
  /** The function that shows the family as a table. */
  readonly functionId: Id;
  readonly intervals: readonly Interval[];
  /** The default of the function's interval. */
  readonly defaultInterval: Interval;
  readonly defaultLayout: "statement" | "table";
  /** The values of `groupBy`, the default first; empty if it cannot be asked for. */
  readonly groupings: readonly GroupBy[];
  /** False if an answer is never divided into groups. */
  readonly hasGroups: boolean;
  /** The accepted parameters. */
  readonly parameters: readonly (keyof Parameters)[];
  readonly decoder: typeof resultsDecoder;
}

/** The code that reads answers comes with the first one: a workbook that shows its saved numbers never needs it. */
const loadAnswers = () => import(/* webpackChunkName: "answers" */ "./answers");
const plansDecoder = async () => (await loadAnswers()).decodePlans;
const resultsDecoder = async () => (await loadAnswers()).decodeAnswer;

const ROWS = {
  pnl: {
    path: "/pnl-summary",
    available: true,
    label: "Profit and loss",
    functionId: "PNL",
    intervals: ["FY", "M"],
    defaultInterval: "FY",
    defaultLayout: "statement",
    groupings: [],
    hasGroups: false,
    parameters: ["interval", "dateFrom", "dateTo", "currency"],
    decoder: resultsDecoder,
  },
  demand: {
    path: "/demand-forecast",
    available: true,
    label: "Demand forecast",
    functionId: "DEMAND",
    intervals: ["D", "W", "M", "FY"],
    defaultInterval: "M",
    defaultLayout: "table",
    groupings: ["product", "sku", "region", "channel"],
    hasGroups: true,
    parameters: ["interval", "dateFrom", "dateTo", "currency", "groupBy"],
    decoder: resultsDecoder,
  },
  supply: {
    path: "/supply-performance",
    available: false,
    label: "Supply performance",
    functionId: "SUPPLY",
    intervals: ["D", "W", "M", "FY"],
    defaultInterval: "M",
    defaultLayout: "table",
    groupings: [],
    hasGroups: true,
    parameters: ["interval", "dateFrom", "dateTo"],
    decoder: resultsDecoder,
  },
  sustainability: {
    path: "/sustainability",
    available: false,
    label: "Sustainability",
    functionId: "SUSTAINABILITY",
    intervals: ["D", "W", "M", "FY"],
    defaultInterval: "M",
    defaultLayout: "table",
    groupings: [],
    hasGroups: true,
    parameters: ["interval", "dateFrom", "dateTo"],
    decoder: resultsDecoder,
  },
} as const satisfies Record<string, FamilyEndpoint>;

export type Family = keyof typeof ROWS;

/** The ids of the table functions. */
export type FamilyFunctionId = (typeof ROWS)[Family]["functionId"];

interface Endpoints extends Readonly<Record<Family, FamilyEndpoint<FamilyFunctionId>>> {
  readonly plans: { readonly path: string; readonly decoder: typeof plansDecoder };
}

export const ENDPOINTS: Endpoints = { plans: { path: "/plans", decoder: plansDecoder }, ...ROWS };

export type EndpointName = keyof Endpoints;

/** All families, in the order of the table. */
export const FAMILIES = Object.keys(ROWS) as readonly Family[];

/** The most scenarios of one request (§8). */
export const SCENARIOS_PER_REQUEST = 3;
