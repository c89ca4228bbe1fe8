/** A service that works out every number from what is asked alone, so that a wrong pairing shows. */
import type { Plan } from "../../src/insights";
import { ENDPOINTS, FAMILIES, type Parameters } from "../../src/insights/endpoints";
import type { Question } from "../../src/insights/key";
import { json } from "./replies";
import type { Call, Reply } from "./mockFetch";

export const SECRET = 'key "one"/+ü';
export const APP_URL = "https://planning.example";

export const PLANS: readonly Plan[] = [
  {
    id: "p1",
    name: "FY26 Plan",
    currency: "EUR",
    scenarios: [{ id: "s1", name: "Committed", flags: ["committed"] }],
  },
];

export interface Asked {
  readonly endpoint: Question["endpoint"];
  readonly plan: string;
  readonly scenarios: readonly string[];
  readonly parameters: Parameters;
}

export function askedBy({ url }: Call): Asked {
  const { planId = "", scenarioIds = "", ...parameters } = Object.fromEntries(url.searchParams);
  const endpoint = FAMILIES.find((family) => url.pathname.endsWith(ENDPOINTS[family].path)) ?? "pnl";
  return { endpoint, plan: planId, scenarios: scenarioIds.split(","), parameters };
}

/** The one number that answers a question: the same for equal ones, another for any other. */
export function numberFor({ endpoint, plan, scenario, parameters }: Question): number {
  const { interval, dateFrom, dateTo, currency, groupBy } = parameters;
  let hash = 7;
  for (const character of JSON.stringify([endpoint, plan, scenario, interval, dateFrom, dateTo, currency, groupBy])) {
    hash = (hash * 31 + character.charCodeAt(0)) % 2_147_483_647;
  }
  return hash;
}

export function element(question: Question): object {
  const { scenario, parameters } = question;
  const pnl = { ebit: numberFor(question) };
  return {
    scenarioId: scenario,
    scenarioName: `Scenario ${scenario}`,
    ...(parameters.interval === "FY"
      ? { pnl }
      : { series: [{ period: (parameters.dateFrom ?? "2026-01").slice(0, 7), ...pnl }] }),
  };
}

export function resultsBody({ endpoint, plan, scenarios, parameters }: Asked): object {
  const { interval, currency } = parameters;
  return {
    meta: { planId: plan, interval, currency, generatedAt: "2026-03-01T00:00:00Z" },
    scenarios: scenarios.map((scenario) => element({ endpoint, plan, scenario, parameters })),
  };
}

/** Tokens T1, T2, … in turn; everything else as asked. */
export function createModel(expiresIn = 3600): Reply {
  let tokens = 0;
  return (call) => {
    if (call.url.pathname.endsWith("/token")) {
      tokens += 1;
      return json({ accessToken: `T${tokens}`, expiresIn, tokenType: "Bearer" });
    }
    if (call.url.pathname.endsWith("/plans")) return json({ plans: PLANS });
    return json(resultsBody(askedBy(call)));
  };
}
