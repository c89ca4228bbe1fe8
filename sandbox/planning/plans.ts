/** The plans, their regions and scenarios, and what each scenario assumes. */
import { DAYS, type DayRange } from "./calendar";

/** How a scenario departs from the plan's common course; shares are of 1. */
export interface Assumptions {
  /** Units against the common course. */
  volume: number;
  /** Growth a year, on top of the products' own. */
  growth: number;
  price: number;
  costs: number;
  /** The strength of promotions, stock-outs and unforecast changes of demand. */
  promotions: number;
  outages: number;
  surprises: number;
  /** How far a day's demand strays from the forecast. */
  noise: number;
  /** Share of deliveries that are short without a stock-out. */
  shortfall: number;
}

/** A scenario of API specification §2.2, and how it is simulated. */
export interface SimulatedScenario {
  id: string;
  name: string;
  flags: readonly string[];
  color: string;
  assumptions: Assumptions;
}

export interface Region {
  name: string;
  volume: number;
  /** Kilometres from the central warehouse. */
  distance: number;
}

/** A plan of API specification §2.1. */
export interface SimulatedPlan {
  id: string;
  name: string;
  currency: string;
  scenarios: readonly SimulatedScenario[];
  regions: readonly Region[];
  /** The twelve months that are meant where a request names no dates. */
  fullYear: DayRange;
}

type Kind = "actual" | "committed" | "optimistic" | "conservative" | "price";

// oxfmt-ignore
const ASSUMPTIONS: Record<Kind, Assumptions> = {
  actual: { volume: 0.99, growth: -0.01, price: 1, costs: 1.015, promotions: 1, outages: 1.2, surprises: 1, noise: 0.45, shortfall: 0.1 },
  committed: { volume: 1, growth: 0, price: 1, costs: 1, promotions: 1, outages: 0.5, surprises: 0, noise: 0.3, shortfall: 0.06 },
  optimistic: { volume: 1.03, growth: 0.05, price: 1, costs: 0.995, promotions: 1.5, outages: 0.7, surprises: 0, noise: 0.34, shortfall: 0.09 },
  conservative: { volume: 0.97, growth: -0.04, price: 1, costs: 1.02, promotions: 0.7, outages: 0.4, surprises: 0, noise: 0.28, shortfall: 0.04 },
  price: { volume: 0.96, growth: 0, price: 1.05, costs: 1, promotions: 1, outages: 0.5, surprises: 0, noise: 0.3, shortfall: 0.06 },
};

const COLORS: Record<Kind, string> = {
  actual: "#1F4E79",
  committed: "#2E8B57",
  optimistic: "#E08E0B",
  conservative: "#8064A2",
  price: "#C0504D",
};

function scenario(plan: string, kind: Kind, name: string): SimulatedScenario {
  const flags = kind === "actual" || kind === "committed" ? [kind] : [];
  return { id: `${plan}-${kind}`, name, flags, color: COLORS[kind], assumptions: ASSUMPTIONS[kind] };
}

function region(name: string, volume: number, distance: number): Region {
  return { name, volume, distance };
}

/** The calendar year 2026, the second of the horizon. */
const fullYear: DayRange = { from: DAYS - 365, to: DAYS - 1 };

export const SIMULATED_PLANS: readonly SimulatedPlan[] = [
  {
    id: "fy26",
    name: "FY26 Plan",
    currency: "USD",
    scenarios: [
      scenario("fy26", "actual", "Actual"),
      scenario("fy26", "committed", "Committed Plan"),
      scenario("fy26", "optimistic", "Optimistic"),
      scenario("fy26", "conservative", "Conservative"),
      // A name that begins like a formula, as planners write them.
      scenario("fy26", "price", "+5% price"),
    ],
    regions: [
      region("North", 1.3, 900),
      region("South", 1.1, 1100),
      region("East", 1.5, 600),
      region("West", 1.2, 1600),
      region("Central", 0.8, 200),
      region("Islands", 0.25, 3800),
    ],
    fullYear,
  },
  {
    id: "plan_eu26",
    name: "FY26 Europe",
    currency: "EUR",
    scenarios: [
      scenario("eu26", "committed", "Budget"),
      scenario("eu26", "actual", "Actual"),
      scenario("eu26", "optimistic", "Optimistic"),
      scenario("eu26", "conservative", "Conservative"),
    ],
    regions: [
      region("DACH", 1.4, 500),
      region("France", 1.2, 700),
      region("Iberia", 0.8, 1700),
      region("Italy", 0.9, 1100),
      region("Benelux", 0.7, 150),
      region("Nordics", 0.6, 1300),
    ],
    fullYear,
  },
  {
    id: "plan_ap26",
    name: "FY26 Asia Pacific",
    currency: "JPY",
    scenarios: [
      scenario("ap26", "actual", "Actual"),
      scenario("ap26", "committed", "Committed"),
      scenario("ap26", "optimistic", "Upside"),
    ],
    regions: [
      region("Japan", 1.5, 400),
      region("South Korea", 0.8, 1200),
      region("Greater China", 1.8, 2200),
      region("Southeast Asia", 1, 3600),
      region("India", 1.1, 4200),
      region("Oceania", 0.5, 5200),
    ],
    fullYear,
  },
];

/** The id of the plan with one month. */
export const ONE_MONTH_PLAN = "one-month";

/** The calendar year 2025. */
const yearBefore: DayRange = { from: fullYear.from - 365, to: fullYear.from - 1 };

const [FIRST_PLAN] = SIMULATED_PLANS;
const REGIONS = FIRST_PLAN?.regions ?? [];

function addedPlan(id: string, name: string, rest: Partial<SimulatedPlan> = {}): SimulatedPlan {
  const scenarios = [scenario(id, "actual", "Actual"), scenario(id, "committed", "Committed Plan")];
  return { id, name, currency: "USD", scenarios, regions: REGIONS, fullYear, ...rest };
}

const MARKETS = ["LATAM", "Benelux", "Nordics", "DACH", "Iberia", "Gulf", "Japan", "Oceania"];
const CYCLES = ["Budget", "Forecast 1", "Forecast 2", "Forecast 3", "Latest view"];

/** A name as planning departments give it, such as "FY25 Benelux Budget 0004". */
function plannedName(at: number): string {
  const [market = "", cycle = ""] = [MARKETS[at % MARKETS.length], CYCLES[at % CYCLES.length]];
  return `FY${24 + (at % 3)} ${market} ${cycle} ${String(at).padStart(4, "0")}`;
}

/** Which plans stand beside the usual ones. */
export interface AddedPlans {
  oneMonth?: string | undefined;
  priorYear?: boolean;
  /** The number of all plans together. */
  plans?: number;
}

/** Returns the usual plans, then the added ones. */
export function simulatedPlans({ oneMonth, priorYear = false, plans = 0 }: AddedPlans): readonly SimulatedPlan[] {
  const known = [
    ...SIMULATED_PLANS,
    ...(priorYear ? [addedPlan("fy25", "FY25 Plan", { fullYear: yearBefore })] : []),
    ...(oneMonth === undefined ? [] : [addedPlan(ONE_MONTH_PLAN, "One Month")]),
  ];
  const missing = Math.max(0, plans - known.length);
  const more = Array.from({ length: missing }, (_, at) => addedPlan(`plan-${at + 1}`, plannedName(at + 1)));
  return [...known, ...more];
}
