/** A service whose numbers say what they answer and since when, and that fails when the test says so. */
import type { OutputValue } from "../../../../src/numbers/functions/cell";

export const PLANS = ["Plan", "Other plan"] as const;
export const SCENARIOS = ["One", "Two", "Three"] as const;
/** The months of the P&L and of demand. Each has the number of the full year. */
export const MONTHS = ["2026-01", "2026-02"] as const;
const LEAN_FIELDS = ["ebit", "netFIESales"] as const;

export interface LeanService {
  readonly fetch: typeof globalThis.fetch;
  /** The simulation of a scenario has run anew: its numbers are others from now on. */
  step(plan: number, scenario: number): void;
  /** A scenario has the numbers and the time of its first simulation again. */
  setBack(plan: number, scenario: number): void;
  /** The plan is not there any more, or is there again. */
  gone: Set<number>;
  /** Plans that the key may not see: the service refuses each request for their numbers. */
  hidden: Set<number>;
  /** Requests so far that were refused for that. */
  hits: number;
  /** Answers with this status from the so-manieth request on; 0 is the next. Undefined: none fails. */
  failing: { after: number; status: number } | undefined;
  /** Nothing is answered before this. */
  hanging: Promise<void> | undefined;
  /** The numbers say when they were worked out; else the `Date` of the answer does. */
  saysWhen: boolean;
  /** What a field of a scenario is now. */
  numberOf(plan: number, scenario: number, field: number): OutputValue;
  /** When the newest answer was worked out that told this run of a scenario; milliseconds since the epoch. */
  toldAt(plan: number, scenario: number, run: number): number | undefined;
  /** Requests for results so far, by the origin of the service that was asked. */
  readonly asked: ReadonlyMap<string, number>;
  /** By its own clock: milliseconds since the epoch. */
  now(): number;
}

/** Another service, whose numbers are larger than any of this one. */
export const ELSEWHERE = "https://elsewhere.example";
export const MORE_ELSEWHERE = 1_000_000;

/** True for what comes of a number of the other service. */
export function isFromElsewhere(value: number): boolean {
  return value > MORE_ELSEWHERE / 4;
}

/** A currency in which each number is larger by a half. */
export const FRANCS = "CHF";
const IN_FRANCS = 0.5;

const BEGIN = Date.parse("2026-03-01T00:00:00Z");
const MINUTE = 60_000;

export function createLeanService(): LeanService {
  const runs = PLANS.map(() => SCENARIOS.map(() => 0));
  const state = { time: 0 };
  const asked = new Map<string, number>();
  const told = new Map<string, number>();
  const service: LeanService = {
    now: () => BEGIN + state.time * MINUTE,
    gone: new Set(),
    hidden: new Set(),
    hits: 0,
    failing: undefined,
    hanging: undefined,
    saysWhen: true,
    asked,
    toldAt: (plan, scenario, run) => told.get(`${plan} ${scenario} ${run}`),
    step(plan, scenario) {
      state.time += 1;
      const own = runs[plan];
      if (own) own[scenario] = state.time;
    },
    setBack(plan, scenario) {
      const own = runs[plan];
      if (own) own[scenario] = 0;
    },
    numberOf: (plan, scenario, field) => 1000 * (1 + plan * 20 + scenario * 4 + field) + (runs[plan]?.[scenario] ?? 0),
    async fetch(input) {
      const url = new URL(input as string);
      if (url.pathname.endsWith("/token")) return Response.json({ accessToken: "T", expiresIn: 3600 });
      const isOfPlans = url.pathname.endsWith("/plans");
      if (!isOfPlans) asked.set(url.origin, (asked.get(url.origin) ?? 0) + 1);
      await service.hanging;
      const { failing } = service;
      if (failing && (failing.after -= 1) < 0) return refusal(failing.status);
      const response = isOfPlans ? plansOf(service) : resultsOf(service, url, runs, told);
      response.headers.set("Date", new Date(service.now()).toUTCString());
      return response;
    },
  };
  return service;
}

function refusal(status: number): Response {
  return Response.json({ statusCode: status, error: "Error", message: "Broken" }, { status });
}

const scenarios = SCENARIOS.map((name, at) => ({ id: `s${at}`, name }));

function plansOf({ gone }: LeanService): Response {
  const plans = PLANS.map((name, at) => ({ id: `p${at}`, name, currency: "EUR", scenarios }));
  return Response.json({ plans: plans.filter((_, at) => !gone.has(at)) });
}

function resultsOf(
  service: LeanService,
  { origin, pathname, searchParams }: URL,
  runs: number[][],
  told: Map<string, number>,
): Response {
  const currency = searchParams.get("currency");
  const more = (origin === ELSEWHERE ? MORE_ELSEWHERE : 0) + (currency === FRANCS ? IN_FRANCS : 0);
  const plan = Number(searchParams.get("planId")?.slice(1));
  if (service.gone.has(plan)) return refusal(404);
  const asked = (searchParams.get("scenarioIds") ?? "").split(",").map((id) => Number(id.slice(1)));
  if (service.hidden.has(plan)) {
    service.hits += 1;
    return refusal(403);
  }
  const latest = Math.max(...asked.map((scenario) => runs[plan]?.[scenario] ?? 0));
  const at = service.saysWhen ? BEGIN + latest * MINUTE : service.now();
  for (const scenario of asked) {
    const run = `${plan} ${scenario} ${runs[plan]?.[scenario] ?? 0}`;
    told.set(run, Math.max(at, told.get(run) ?? at));
  }
  return Response.json({
    meta: {
      planId: `p${plan}`,
      ...(currency && { currency }),
      ...(service.saysWhen && { generatedAt: new Date(at).toISOString() }),
    },
    scenarios: asked.map((scenario) => {
      const fields = LEAN_FIELDS.map((name, field) => [name, more + Number(service.numberOf(plan, scenario, field))]);
      return { scenarioId: `s${scenario}`, ...bodyOf(Object.fromEntries(fields) as Fields, pathname, searchParams) };
    }),
  });
}

type Fields = Record<(typeof LEAN_FIELDS)[number], number>;

function bodyOf(pnl: Fields, pathname: string, searchParams: URLSearchParams): object {
  if (pathname.endsWith("/demand-forecast"))
    return { series: MONTHS.map((period) => ({ period, region: "North", demandVolume: 1, demandValue: pnl.ebit })) };
  return searchParams.get("interval") === "M" ? { series: MONTHS.map((period) => ({ period, ...pnl })) } : { pnl };
}
