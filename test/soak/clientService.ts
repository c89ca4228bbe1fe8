/** A service whose every number tells what it is the answer to, and which run of the simulation it is from. */
import type { Question, RowColumns } from "../../src/insights";
import { plainRows } from "../insights/plainRows";

const PERIODS = ["2026-01", "2026-02", "2026-03"];
const FIELDS = { pnl: ["ebit", "dpm"], demand: ["demandVolume", "demandValue"] } as const;

export type SoakQuestion = Question & { readonly endpoint: keyof typeof FIELDS };

/** Numbers of different runs differ by multiples of this. */
const RUN = 2 ** 31;

function numberFor({ endpoint, plan, scenario, parameters }: SoakQuestion, period: string, field: string): number {
  const { interval, currency } = parameters;
  let hash = 7;
  for (const character of JSON.stringify([endpoint, plan, scenario, interval, currency, period, field])) {
    hash = (hash * 31 + character.charCodeAt(0)) % RUN;
  }
  return hash;
}

export interface SoakService {
  readonly fetch: typeof globalThis.fetch;
  /** Has the simulation run anew. */
  step(): void;
  readonly run: number;
}

/** Tokens that it did not issue it refuses; those that it issued, it takes for ever. */
export function createService(): SoakService {
  let run = 0;
  let tokens = 0;
  return {
    get run() {
      return run;
    },
    step: () => void (run += 1),
    async fetch(input) {
      const request = input as Request;
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith("/token"))
        return Response.json({ accessToken: `issued-${(tokens += 1)}`, expiresIn: 3600 });
      if (!request.headers.get("Authorization")?.startsWith("Bearer issued-")) return refusal(401);
      if (pathname.endsWith("/plans")) return Response.json({ plans: [{ id: "p1" }] });
      return Response.json(resultsOf(pathname, searchParams, run));
    },
  };
}

function refusal(status: number): Response {
  return Response.json({ statusCode: status, error: "Refused", message: "No." }, { status });
}

function resultsOf(pathname: string, search: URLSearchParams, run: number): object {
  const { planId = "", scenarioIds = "", ...parameters } = Object.fromEntries(search);
  const endpoint = pathname.endsWith("/pnl-summary") ? "pnl" : "demand";
  const isYear = parameters["interval"] === "FY";
  const scenarios = scenarioIds.split(",").map((scenario) => {
    const question = { endpoint, plan: planId, scenario, parameters } as const;
    const fields = (period: string) =>
      Object.fromEntries(FIELDS[endpoint].map((field) => [field, numberFor(question, period, field) + run * RUN]));
    const series = (isYear ? ["2026"] : PERIODS).map((period) => ({ period, ...fields(period) }));
    return { scenarioId: scenario, ...(isYear && endpoint === "pnl" ? { pnl: fields("") } : { series }) };
  });
  return { meta: { planId, ...parameters, generatedAt: "2026-03-01T00:00:00Z" }, scenarios };
}

/** The runs that the numbers of an answer are from; throws where one is not a number of its question and place. */
export function runsOf(question: SoakQuestion, rows: RowColumns): Set<number> {
  const found = new Set<number>();
  if (rows.periods.texts.length < rows.length) throw new Error("A period twice");
  for (const { period, values, groups } of plainRows(rows)) {
    if (period === "2099-12") continue;
    if (groups.size > 0) throw new Error(`Groups from nowhere: ${[...groups.keys()].join()}`);
    for (const [field, value] of values) {
      const run = (value - numberFor(question, period, field)) / RUN;
      if (!Number.isInteger(run) || run < 0) throw new Error(`A wrong number: ${field} of '${period}' is ${value}`);
      found.add(run);
    }
  }
  return found;
}
