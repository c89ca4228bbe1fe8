/** The planning data of the sandbox: plans, and their scenarios simulated when they are first asked for. */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { DAYS, isoOf } from "./calendar";
import { RATES } from "./currency";
import { createMarket, type Market } from "./market";
import { ADDERS, atBucket, createSums, toUnits, type Figures, type Sums } from "./measures";
import { SIMULATED_PLANS, simulatedPlans, type AddedPlans, type Assumptions, type SimulatedPlan } from "./plans";
import { simulate, type Simulation } from "./simulation";
import { itemAt } from "./indexed";

interface LineNames {
  product: string;
  sku: string;
  region: string;
  channel: string;
}

/** One SKU in one region and channel; amounts in US dollars whatever the plan's currency, emissions in kg CO2e. */
export interface AtomicLine extends LineNames {
  /** By the days of the horizon. */
  figures: Sums;
  forecastVolume: ArrayLike<number>;
}

/** One line on one day. */
export interface AtomicRow extends LineNames, Figures {
  /** ISO 8601. */
  day: string;
  forecastVolume: number;
}

export interface Planning {
  plans: readonly SimulatedPlan[];
  /** Units of a currency for one US dollar, by ISO 4217 code. */
  rates: ReadonlyMap<string, number>;
  /** @throws RangeError for ids that do not exist. */
  simulation(planId: string, scenarioId: string): Simulation;
  /** Every atomic line of a scenario. @throws RangeError for ids that do not exist. */
  lines(planId: string, scenarioId: string): Generator<AtomicLine>;
  /** The same by days: each day of the horizon for each line. */
  rows(planId: string, scenarioId: string): Generator<AtomicRow>;
}

/** The days of the horizon, ISO 8601. */
export const HORIZON: readonly string[] = Array.from({ length: DAYS }, (_, day) => isoOf(day));

function* linesOf(simulation: Simulation): Generator<AtomicLine> {
  for (const [index, { product, sku, region, channel }] of simulation.market.lines.entries()) {
    const figures = createSums(DAYS);
    for (const { add } of Object.values(ADDERS))
      for (let day = 0; day < DAYS; day++) add(simulation, index, day, figures, day);
    toUnits(figures);
    const forecastVolume = simulation.forecast.subarray(index * DAYS, (index + 1) * DAYS);
    yield { product: product.name, sku: sku.code, region: region.name, channel: channel.name, forecastVolume, figures };
  }
}

function* rowsOf(lines: Iterable<AtomicLine>): Generator<AtomicRow> {
  for (const { figures, forecastVolume, ...names } of lines)
    for (const [at, day] of HORIZON.entries())
      yield { day, ...names, forecastVolume: itemAt(forecastVolume, at), ...atBucket(figures, at) };
}

function noScenario(planId: string, scenarioId: string): never {
  throw new RangeError(`There is no scenario '${scenarioId}' in a plan '${planId}'.`);
}

/** Each plan has a stream of random numbers for each part of the horizon, so that none depends on another. */
function createMarkets(seed: number, plans: readonly SimulatedPlan[]): ReadonlyMap<SimulatedPlan, () => Market> {
  const generator = xoroshiro128plus(seed);
  const nextStream = () => {
    generator.jump();
    return generator.clone();
  };
  const streamsOf = (list: readonly SimulatedPlan[]) => {
    const streams = list.map((plan) => ({ plan, later: nextStream() }));
    return streams.map((stream) => ({ ...stream, earlier: nextStream() }));
  };
  // Added plans come last, so they do not change the numbers of the usual ones.
  const streams = [...streamsOf(plans.slice(0, USUAL)), ...streamsOf(plans.slice(USUAL))];
  return new Map(
    streams.map(({ plan, later, earlier }) => {
      let market: Market | undefined;
      return [plan, () => (market ??= createMarket(plan, { earlier, later }))];
    }),
  );
}

const USUAL = SIMULATED_PLANS.length;

/** A percent more each time. */
const RISE = 0.01;

function assumptionsOf({ assumptions, flags }: SimulatedPlan["scenarios"][number], generation: number): Assumptions {
  if (flags.includes("actual")) return assumptions;
  return { ...assumptions, volume: assumptions.volume * (1 + RISE) ** generation };
}

/**
 * @param seed The same seed gives the same numbers.
 * @param generation The number of steps: each step raises planned numbers a little, while what
 *   has happened stays as it is.
 * @param added Plans beside the usual ones.
 */
export function createPlanning(seed: number, generation = 0, added: AddedPlans = {}): Planning {
  const plans = simulatedPlans(added);
  const markets = createMarkets(seed, plans);
  const simulations = new Map<string, Simulation>();
  const simulation = (planId: string, scenarioId: string): Simulation => {
    const plan = plans.find(({ id }) => id === planId);
    const scenario = plan?.scenarios.find(({ id }) => id === scenarioId);
    if (!plan || !scenario) return noScenario(planId, scenarioId);
    const known = simulations.get(scenarioId);
    const market = markets.get(plan);
    if (known || !market) return known ?? noScenario(planId, scenarioId);
    const simulated = simulate(market(), assumptionsOf(scenario, generation));
    simulations.set(scenarioId, simulated);
    return simulated;
  };
  return {
    plans,
    rates: RATES,
    simulation,
    lines: (plan, scenario) => linesOf(simulation(plan, scenario)),
    rows: (plan, scenario) => rowsOf(linesOf(simulation(plan, scenario))),
  };
}

/** Plannings by their parameters: the same ones give the same numbers, which take a second to simulate. */
const kept = new Map<string, Planning>();
const MOST_KEPT = 3;

/** Returns a planning as `createPlanning` does, which sandboxes of one process share. */
export function sharedPlanning(seed: number, generation: number, added: AddedPlans): Planning {
  const { oneMonth, priorYear, plans } = added;
  const key = JSON.stringify([seed, generation, oneMonth, priorYear, plans]);
  const planning = kept.get(key) ?? createPlanning(seed, generation, added);
  kept.delete(key);
  kept.set(key, planning);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return planning;
}
