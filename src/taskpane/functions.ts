/** The functions that the pane builds formulas of: their arguments in order, and what each takes. */
import { ENDPOINTS, type Family } from "../insights";

/** In the order of the arguments, which never changes. */
export const FUNCTIONS = {
  PNL: ["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "currency", "layout"],
  DEMAND: ["plan", "scenario", "field", "interval", "groupBy", "dateFrom", "dateTo", "currency", "layout"],
  KPI: ["plan", "scenario", "field", "period", "groupBy", "item", "currency"],
  SUPPLY: ["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "layout"],
  SUSTAINABILITY: ["plan", "scenario", "field", "interval", "dateFrom", "dateTo", "layout"],
  PLANS: [],
  SCENARIOS: ["plan"],
  FIELDS: ["family"],
  ASOF: ["plan", "scenario", "family"],
} as const satisfies Record<string, readonly string[]>;

export type FunctionName = keyof typeof FUNCTIONS;

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[];

/** What a function takes for an argument that is left out. */
const DEFAULTS: Partial<Record<FunctionName, Readonly<Record<string, string>>>> = {
  PNL: { interval: "FY", layout: "statement" },
  DEMAND: { interval: "M", layout: "table" },
  SUPPLY: { interval: "M", layout: "table" },
  SUSTAINABILITY: { interval: "M", layout: "table" },
};

export function defaultOf(name: FunctionName, argument: string): string | undefined {
  return DEFAULTS[name]?.[argument];
}

const FAMILIES: Partial<Record<FunctionName, Family>> = {
  PNL: "pnl",
  DEMAND: "demand",
  SUPPLY: "supply",
  SUSTAINABILITY: "sustainability",
};

/** Whose fields the function takes; undefined for one that takes all, or none. */
export function familyOf(name: FunctionName): Family | undefined {
  return FAMILIES[name];
}

/** The words that an argument takes; undefined where it takes others too. */
export function choicesOf(name: FunctionName, argument: string): readonly string[] | undefined {
  const family = familyOf(name);
  if (argument === "interval") return family && ENDPOINTS[family].intervals;
  if (argument === "groupBy") return ["product", "sku", "region", "channel"];
  if (argument === "layout") return ["statement", "table", "values"];
  if (argument === "family") return ["pnl", "demand", "supply", "sustainability"];
  return undefined;
}
