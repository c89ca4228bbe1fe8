/** The planning data of the sandbox: plans, and their scenarios simulated when they are first asked for. */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { DAYS, isoOf } from "./calendar";
import { RATES } from "./currency";
import { createMarket, type Market } from "./market";
import { ADDERS, createSums, figuresOf, type Figures } from "./measures";
import { PLANS, type Plan } from "./plans";
import { simulate, type Simulation } from "./simulation";

/** One SKU in one region and channel on one day; amounts in US dollars whatever the plan's currency, emissions in kg CO2e. */
export interface AtomicRow extends Figures {
  /** ISO 8601. */
  day: string;
  product: string;
  sku: string;
  region: string;
  channel: string;
  forecastVolume: number;
}

export interface Planning {
  plans: readonly Plan[];
  /** Units of a currency for one US dollar, by ISO 4217 code. */
  rates: ReadonlyMap<string, number>;
  /** @throws RangeError for ids that do not exist. */
  simulation(planId: string, scenarioId: string): Simulation;
  /** Every atomic row of a scenario, 730 days of each line. @throws RangeError for ids that do not exist. */
  rows(planId: string, scenarioId: string): Generator<AtomicRow>;
}

function* rowsOf(simulation: Simulation): Generator<AtomicRow> {
  for (const [index, { product, sku, region, channel }] of simulation.market.lines.entries()) {
    const names = { product: product.name, sku: sku.code, region: region.name, channel: channel.name };
    for (let day = 0; day < DAYS; day++) {
      const sums = createSums(1);
      for (const add of Object.values(ADDERS)) add(simulation, index, day, sums, 0);
      const forecastVolume = simulation.forecast[index * DAYS + day]!;
      yield { day: isoOf(day), ...names, forecastVolume, ...figuresOf(sums, 0) };
    }
  }
}

function createMarkets(seed: number): ReadonlyMap<Plan, () => Market> {
  const generator = xoroshiro128plus(seed);
  return new Map(
    PLANS.map((plan) => {
      generator.jump();
      const own = generator.clone();
      let market: Market | undefined;
      return [plan, () => (market ??= createMarket(plan, own))];
    }),
  );
}

/** @param seed The same seed gives the same numbers, in any engine. */
export function createPlanning(seed: number): Planning {
  const markets = createMarkets(seed);
  const simulations = new Map<string, Simulation>();
  const simulation = (planId: string, scenarioId: string): Simulation => {
    const plan = PLANS.find(({ id }) => id === planId);
    const scenario = plan?.scenarios.find(({ id }) => id === scenarioId);
    if (!plan || !scenario) throw new RangeError(`There is no scenario '${scenarioId}' in a plan '${planId}'.`);
    const known = simulations.get(scenarioId) ?? simulate(markets.get(plan)!(), scenario.assumptions);
    simulations.set(scenarioId, known);
    return known;
  };
  return { plans: PLANS, rates: RATES, simulation, rows: (plan, scenario) => rowsOf(simulation(plan, scenario)) };
}
