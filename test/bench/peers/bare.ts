/** What every way to the numbers needs: a token, the plans, and answers, by bare `fetch`, six at a time. */
import pLimit from "p-limit";
import type { Cell } from "../cells";
import type { BenchService } from "../service";

interface Named {
  readonly id: string;
  readonly name: string;
}
interface BarePlan extends Named {
  readonly scenarios: readonly Named[];
}
export interface BareRow {
  readonly period: string;
  readonly [field: string]: unknown;
}
export interface BareScenario {
  readonly scenarioId: string;
  readonly series: readonly BareRow[];
}

export interface Bare {
  requests: number;
  token(): Promise<string>;
  plans(token: string): Promise<readonly BarePlan[]>;
  months(token: string, plan: string, scenarios: readonly string[]): Promise<readonly BareScenario[]>;
}

export function createBare({ url, apiKey }: BenchService, concurrency = 6): Bare {
  const limit = pLimit(concurrency);
  const bare: Bare = {
    requests: 0,
    async token() {
      const init = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ apiKey }),
      };
      return ((await read(await fetch(`${url}/api/auth/v1/token`, init))) as { accessToken: string }).accessToken;
    },
    plans: (token) => get<{ plans: BarePlan[] }>(token, "/plans").then(({ plans }) => plans),
    months(token, plan, scenarios) {
      const query = new URLSearchParams({ planId: plan, scenarioIds: scenarios.join(","), interval: "M" });
      return get<{ scenarios: BareScenario[] }>(token, `/pnl-summary?${query}`).then(({ scenarios: all }) => all);
    },
  };
  function get<T>(token: string, path: string): Promise<T> {
    bare.requests += 1;
    const headers = { Authorization: `Bearer ${token}` };
    return limit(async () => (await read(await fetch(`${url}/api/insights/v1${path}`, { headers }))) as T);
  }
  return bare;
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
  return JSON.parse(await response.text());
}

/** Plan and scenario as ids, by name. */
export function idsOf(plans: readonly BarePlan[], { plan, scenario }: Pick<Cell, "plan" | "scenario">) {
  const found = plans.find(({ name }) => name === plan)!;
  return { plan: found.id, scenario: found.scenarios.find(({ name }) => name === scenario)!.id };
}

export function inThrees<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / 3) }, (_, at) => list.slice(3 * at, 3 * at + 3));
}
