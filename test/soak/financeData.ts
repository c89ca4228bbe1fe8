/** Random data with gaps, and a service that answers from them. */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import {
  demandRows,
  FULL_YEAR,
  MONTHS,
  monthsAsked,
  ownTotal,
  ownYears,
  type Data,
  type DataPlan,
  type DataScenario,
  type DemandRow,
  type Grouping,
  type Values,
} from "../oracle/data";
import { SENT_PNL, statementOf } from "../oracle/fields";

/** The groupings that there are numbers of. */
export const GROUPINGS = ["region", "product"] as const;

/** Draws a number from 0 up to 1. */
export type Random = () => number;

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return () => (generator.next() >>> 0) / 2 ** 32;
}

export function below(random: Random, most: number): number {
  return Math.floor(random() * most);
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[below(random, list.length)];
  if (found === undefined) throw new Error("There is nothing to pick from.");
  return found;
}

export const GENERATED_AT = "2026-08-15T06:00:00Z";

const GROUPS = {
  region: ["North", "Northsea", "South", "Islands"],
  product: ["Milk", "Cereals", "MILK plus"],
};

const OPTIONAL_LINES = ["tradeExpenses", "supplyChainCost", "storageAndHandling", "transport", "dpm", "cogs"];

/** Which months a scenario has. */
function drawMonths(random: Random): readonly string[] {
  const kind = random();
  if (kind < 0.45) return MONTHS;
  if (kind < 0.7) return MONTHS.slice(0, 25 + below(random, 11));
  if (kind < 0.8) return MONTHS.slice(below(random, 24));
  if (kind < 0.85) return [pick(random, MONTHS)];
  return MONTHS.filter(() => random() < 0.9);
}

/** Whole numbers, so sums are exact in any order; some 0, some below it. */
function amount(random: Random, most: number): number {
  return random() < 0.05 ? 0 : below(random, most) - Math.floor(most / 10);
}

/** What the months of a scenario have in common. */
interface PnlKind {
  readonly missing: readonly string[];
  readonly hasPercents: boolean;
  /** The most other costs of a month: a scenario of losses has many. */
  readonly mostCosts: number;
}

function drawPnl(random: Random, { missing, hasPercents, mostCosts }: PnlKind): Values {
  const [grossFIESales, tradeExpenses, cogs] = [amount(random, 2000), amount(random, 200), amount(random, 600)];
  const [storageAndHandling, transport] = [amount(random, 100), amount(random, 100)];
  const [otherCosts, overhead] = [amount(random, mostCosts), amount(random, 100)];
  const free = { grossFIESales, tradeExpenses, cogs, storageAndHandling, transport, otherCosts, overhead };
  const statement: Values = statementOf(free);
  const net = statement.netFIESales ?? 0;
  // A percent that is sent differs from the computed one, so a test sees which of them is shown.
  const sent = (name: string): number | undefined => {
    const part = statement[name.replace("Percent", "")];
    if (part === undefined || !name.endsWith("Percent")) return part;
    return net === 0 || !hasPercents ? undefined : part / net + 0.001;
  };
  const isMissing = (name: string) => missing.includes(name) || random() < 0.004;
  return Object.fromEntries(
    SENT_PNL.flatMap((name) => {
      const value = sent(name);
      return value === undefined || isMissing(name) ? [] : [[name, value]];
    }),
  );
}

function drawDemand(random: Random, months: readonly string[], groups: readonly string[]): DemandRow[] {
  const ends = groups.map(() => [below(random, 12), 24 + below(random, 14)] as const);
  const lasting = ends.map((end) => (random() < 0.5 ? ([0, MONTHS.length] as const) : end));
  const known = groups.filter(() => random() < 0.85);
  return months.flatMap((month) =>
    known.flatMap((group) => {
      const [from = 0, to = 0] = lasting[groups.indexOf(group)] ?? [];
      const at = MONTHS.indexOf(month);
      if (at < from || at >= to || random() < 0.05) return [];
      const values: Record<string, number> = {
        demandVolume: Math.max(0, amount(random, 90)),
        demandValue: amount(random, 900),
        fillRate: below(random, 9) / 8,
        forecastAccuracy: below(random, 9) / 8,
      };
      const omitted = random() < 0.01 ? pick(random, Object.keys(values)) : undefined;
      return [
        { month, group, values: Object.fromEntries(Object.entries(values).filter(([name]) => name !== omitted)) },
      ];
    }),
  );
}

function drawScenario(random: Random, id: string, name: string, flags: readonly string[]): DataScenario {
  const months = drawMonths(random);
  const missing = random() < 0.4 ? OPTIONAL_LINES.filter(() => random() < 0.4) : [];
  const kind = { missing, hasPercents: random() < 0.6, mostCosts: random() < 0.3 ? 5000 : 300 };
  return {
    id,
    name,
    flags,
    pnl: new Map(months.map((month) => [month, drawPnl(random, kind)])),
    demand: {
      region: drawDemand(random, months, GROUPS.region),
      product: drawDemand(random, months, GROUPS.product),
    },
  };
}

export function drawData(random: Random): Data {
  const plan = (id: string, name: string): DataPlan => ({
    id,
    name,
    scenarios: [
      drawScenario(random, `${id}-actual`, "Actual", ["actual"]),
      drawScenario(random, `${id}-plan`, "Committed Plan", ["committed"]),
      drawScenario(random, `${id}-view`, "Latest view", random() < 0.1 ? ["actual"] : []),
    ],
  });
  return {
    plans: [plan("p26", "FY26 Plan"), plan("p25", "FY25 Plan")],
    undatedYear: random() < 0.5 ? FULL_YEAR : undefined,
    refusesAbsence: random() < 0.5,
  };
}

export function financeService(data: Data): typeof globalThis.fetch {
  return (input) => {
    const url = new URL(input as string);
    if (url.pathname.endsWith("/token")) {
      return Promise.resolve(Response.json({ accessToken: "token", expiresIn: 3600 }));
    }
    return Promise.resolve(url.pathname.endsWith("/plans") ? Response.json(plansBody(data)) : resultsOf(data, url));
  };
}

function plansBody({ plans }: Data): object {
  const told = plans.map(({ id, name, scenarios }) => ({
    id,
    name,
    currency: "USD",
    scenarios: scenarios.map((scenario) => ({ id: scenario.id, name: scenario.name, flags: scenario.flags })),
  }));
  return { plans: told };
}

function resultsOf(data: Data, url: URL): Response {
  const query = url.searchParams;
  const isPnl = url.pathname.endsWith("/pnl-summary");
  const interval = query.get("interval") ?? (isPnl ? "FY" : "M");
  const months = monthsAsked(data, interval, query.get("dateFrom"), query.get("dateTo"));
  const plan = data.plans.find(({ id }) => id === query.get("planId"));
  const ids = (query.get("scenarioIds") ?? "").split(",");
  const scenarios = (plan?.scenarios ?? []).filter(({ id }) => ids.includes(id));
  const contents = scenarios.map((scenario) => {
    const content = isPnl ? pnlContent(scenario, interval, months) : demandContent(scenario, interval, months, query);
    return { scenarioId: scenario.id, scenarioName: scenario.name, ...content };
  });
  const isEmpty = contents.some((content) => "series" in content && content.series.length === 0);
  if (isEmpty && query.has("dateFrom") && data.refusesAbsence) {
    return Response.json({ statusCode: 404, error: "Not Found", message: "No data for these dates." }, { status: 404 });
  }
  const meta = { planId: plan?.id, interval, currency: "USD", generatedAt: GENERATED_AT };
  return Response.json({ meta, scenarios: contents });
}

function pnlContent({ pnl }: DataScenario, interval: string, months: readonly string[]) {
  const rows = months.flatMap((month) => {
    const values = pnl.get(month);
    return values ? [{ period: month, values }] : [];
  });
  if (interval === "FY") return { pnl: rows.length > 0 ? ownTotal(rows.map(({ values }) => values)) : {} };
  return { series: rows.map(({ period, values }) => ({ period, ...values })) };
}

function demandContent(
  scenario: DataScenario,
  interval: string,
  months: readonly string[],
  query: URLSearchParams,
): { series: object[] } {
  const grouping: Grouping = GROUPINGS.find((name) => name === query.get("groupBy")) ?? "product";
  const rows = demandRows(scenario, grouping).filter(({ month }) => months.includes(month));
  const told = interval === "FY" ? ownYears(rows) : rows;
  return { series: told.map(({ month, group, values }) => ({ period: month, [grouping]: group, ...values })) };
}
