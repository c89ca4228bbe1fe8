/** A service of random plans with gaps, whose results are simulated anew step by step, in several currencies. */
import { isShare } from "../../../oracle/fields";
import type { Data, DataScenario } from "../../../oracle/data";
import { below, drawData, financeService, pick, type Random } from "../../../soak/financeData";

export interface VoicedService {
  /** Answers in place of the workbook's own service. */
  readonly answer: (url: URL) => Promise<Response>;
  readonly data: () => Data;
  /** Most scenarios of a plan have new results: all of its amounts moved by one rate, or one month by its own. */
  readonly step: () => void;
  /** True for a service that cannot be reached. */
  isAway: boolean;
  /** True if the last request could not reach it. */
  hasFailed: boolean;
}

export const CURRENCIES = ["USD", "EUR"] as const;
/** Amounts are drawn as small whole numbers; sentences say thousands and millions. */
const AMOUNT = 1217;
const IN_EUROS = 0.5;
const BEGIN = Date.parse("2026-08-15T06:00:00Z");
const HOUR = 3_600_000;

export function createVoicedService(random: Random): VoicedService {
  let data = drawData(random);
  let runs = 0;
  const service: VoicedService = {
    isAway: false,
    hasFailed: false,
    data: () => data,
    step() {
      runs += 1;
      const plan = pick(random, data.plans);
      const scenarios = plan.scenarios.map((each) => (random() < 0.7 ? stepped(random, each) : each));
      data = {
        ...data,
        plans: data.plans.map((each) => (each === plan ? { ...plan, scenarios } : each)),
      };
    },
    async answer(url) {
      service.hasFailed = service.isAway;
      if (service.isAway) throw new TypeError("Failed to fetch");
      const response = await financeService(data)(url.href);
      if (!response.ok || url.pathname.endsWith("/plans") || url.pathname.endsWith("/token")) return response;
      const body = (await response.json()) as {
        meta: object;
        scenarios: unknown;
      };
      const currency = url.searchParams.get("currency") ?? CURRENCIES[0];
      const factor = AMOUNT * (currency === "EUR" ? IN_EUROS : 1);
      const generatedAt = new Date(BEGIN + runs * HOUR).toISOString();
      return Response.json({
        meta: { ...body.meta, currency, generatedAt },
        scenarios: scaled(body.scenarios, factor),
      });
    },
  };
  return service;
}

const RATES = [1.01, 0.98, 1.05];

function stepped(random: Random, scenario: DataScenario): DataScenario {
  if (random() < 0.5) return moved(scenario, pick(random, RATES), () => true);
  const months = [...scenario.pnl.keys()];
  const month = months[below(random, months.length)];
  return moved(scenario, 1 + below(random, 50) / 100, (each) => each === month);
}

function moved(scenario: DataScenario, rate: number, isMoved: (month: string) => boolean): DataScenario {
  const move = (values: object) => scaled(values, rate) as Readonly<Record<string, number>>;
  const pnl = new Map([...scenario.pnl].map(([month, values]) => [month, isMoved(month) ? move(values) : values]));
  const demand = Object.fromEntries(
    Object.entries(scenario.demand).map(([grouping, rows]) => [
      grouping,
      rows.map((row) => (isMoved(row.month) ? { ...row, values: move(row.values) } : row)),
    ]),
  );
  return { ...scenario, pnl, demand };
}

/** Multiplies all numbers but those of shares. */
function scaled(content: unknown, factor: number, name = ""): unknown {
  if (typeof content === "number") return isShare(name) ? content : content * factor;
  if (Array.isArray(content)) return content.map((each) => scaled(each, factor));
  if (typeof content !== "object" || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, scaled(value, factor, key)]));
}
