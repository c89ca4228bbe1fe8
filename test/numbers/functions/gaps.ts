/** A service over months made by hand, with gaps. It adds up the year as far as it has months, and says nothing of it. */
import { open, type Excel, type ExcelOptions } from "./excel";
import { serve, type Asked, type Reply } from "./service";

/** A month's numbers, and the region that they are of. */
export interface Month {
  period: string;
  region?: string;
  [field: string]: string | number | undefined;
}

/** By scenario. */
export type Months = Readonly<Record<string, readonly Month[]>>;

interface Gaps {
  pnl?: Months;
  demand?: Months;
  /** Without dates the service tells of this year. @default "2026" */
  year?: string;
  plans?: readonly object[];
  /** @default true */
  saysCurrency?: boolean;
  /** By scenario, which says it itself then. */
  currencies?: Readonly<Record<string, string>>;
  generatedAt?: string;
  /** Answers in place of the months, unless it returns undefined. */
  refuse?: Reply;
}

const scenario = (id: string, name: string, ...flags: string[]) => ({ id, name, flags });
const PLANS = [
  {
    id: "p1",
    name: "FY26 Plan",
    currency: "USD",
    scenarios: [scenario("s1", "Actual", "actual"), scenario("s2", "Committed", "committed")],
  },
  {
    id: "p0",
    name: "FY25 Plan",
    currency: "USD",
    scenarios: [scenario("s1", "Actual", "actual"), scenario("s0", "Committed", "committed")],
  },
];

export function openGaps(gaps: Gaps, options: ExcelOptions = {}): Excel {
  return open(
    serve(
      (asked) =>
        gaps.refuse?.(asked) ?? (asked.path === "/plans" ? { plans: gaps.plans ?? PLANS } : answer(asked, gaps)),
    ),
    options,
  );
}

/** One number for each month from the first on. */
export function monthsFrom(first: string, field: string, numbers: readonly number[], region?: string): Month[] {
  const [year = 0, month = 0] = first.split("-").map(Number);
  return numbers.map((number, at) => {
    const period = new Date(Date.UTC(year, month - 1 + at)).toISOString().slice(0, 7);
    return { period, [field]: number, ...(region === undefined ? {} : { region }) };
  });
}

function answer(asked: Asked, gaps: Gaps): object {
  const { pnl, demand, year = "2026", generatedAt, saysCurrency = true, currencies } = gaps;
  const byScenario = (asked.path === "/pnl-summary" ? pnl : demand) ?? {};
  const from = asked.query.get("dateFrom") ?? (asked.query.has("dateTo") ? "1900" : `${year}-01-01`);
  const to = asked.query.get("dateTo") ?? (asked.query.has("dateFrom") ? "2199" : `${year}-12-31`);
  const scenarios = asked.scenarioIds.map((scenarioId) => {
    const months = byScenario[scenarioId] ?? [];
    const inside = months.filter(({ period }) => period >= from.slice(0, 7) && period <= to.slice(0, 7));
    return {
      scenarioId,
      currency: currencies?.[scenarioId],
      series: asked.interval === "FY" ? partialYears(inside) : inside,
    };
  });
  const currency = saysCurrency && !currencies ? (asked.query.get("currency") ?? "USD") : undefined;
  return { meta: { planId: asked.planId, currency, generatedAt }, scenarios };
}

/** Sums of whatever months there are; an accuracy of the service's own. */
function partialYears(months: readonly Month[]): Month[] {
  const years = new Map<string, Month>();
  for (const { period, region, ...fields } of months) {
    const [year = ""] = period.split("-");
    const sum: Month = years.get(`${year} ${region}`) ?? { period: year, ...(region === undefined ? {} : { region }) };
    for (const [name, value] of Object.entries(fields)) {
      sum[name] = name === "forecastAccuracy" ? 0.77 : Number(sum[name] ?? 0) + Number(value);
    }
    years.set(`${year} ${region}`, sum);
  }
  return [...years.values()];
}
