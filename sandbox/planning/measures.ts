/** Revenue, costs and emissions of one line on one day, and their sums. */
import type { Family } from "../../src/insights/endpoints";
import { dateOf, DAYS } from "./calendar";
import type { Simulation } from "./simulation";
import { addAt, amountAt, itemAt, shareAt, unitsAt } from "./indexed";

/**
 * Every measure, and how many counted parts its unit has: volumes count whole units, amounts whole US cents, emissions
 * whole grams. Sums of whole numbers are exact in any order, so that every grouping adds up to the same total.
 */
const PARTS = {
  demandVolume: 1,
  fulfilledVolume: 1,
  /** How far the forecast was off, in units. */
  forecastError: 1,
  demandValue: 100,
  grossFIESales: 100,
  tradeExpenses: 100,
  cogs: 100,
  storageAndHandling: 100,
  transport: 100,
  otherCosts: 100,
  overhead: 100,
  orders: 1,
  ordersInFull: 1,
  dispatchVolume: 1,
  closingStock: 1,
  co2Inbound: 1000,
  co2Storage: 1000,
  co2Outbound: 1000,
} as const;

export type Measure = keyof typeof PARTS;
const MEASURES = Object.keys(PARTS) as Measure[];

/** Counted parts of every measure, each by bucket. */
export type Sums = Record<Measure, Float64Array>;

/** One bucket in units: amounts in US dollars, emissions in kg CO2e. */
export type Figures = Record<Measure, number>;

/** Held here because some realms (a test runner's) look globals up slowly, and these are needed for every line and day. */
const { abs, round } = Math;

/** Overhead as a share of net sales. */
const OVERHEAD = 0.045;
/** The cost of a promotion as a share of gross sales, per share of additional demand. */
const TRADE_OF_LIFT = 0.25;
/** Days of forecast demand held in stock. */
const COVER = 18;

/** Prices and costs rise with the calendar year. */
const PRICE_BY_DAY = Float64Array.from({ length: DAYS }, (_, day) => 1 + 0.025 * (dateOf(day).getUTCFullYear() - 2025));
const COST_BY_DAY = Float64Array.from({ length: DAYS }, (_, day) => 1 + 0.02 * (dateOf(day).getUTCFullYear() - 2025));

/** @param measures Those that are added to: the others share their zeros. */
export function createSums(buckets: number, measures: readonly Measure[] = MEASURES): Sums {
  const zeros = new Float64Array(buckets);
  const added = new Set(measures);
  return Object.fromEntries(
    MEASURES.map((measure) => [measure, added.has(measure) ? new Float64Array(buckets) : zeros]),
  ) as Sums;
}

/** One bucket. Measures that were not added to are 0. */
export function figuresOf(sums: Sums, bucket: number): Figures {
  const figures = atBucket(sums, bucket);
  for (const measure of MEASURES) figures[measure] /= PARTS[measure];
  return figures;
}

/** Makes units of the counted parts, in place. Each measure has its own array. */
export function toUnits(sums: Sums): void {
  for (const measure of MEASURES) {
    const own = sums[measure];
    for (let bucket = 0; bucket < own.length; bucket++) own[bucket] = amountAt(own, bucket) / PARTS[measure];
  }
}

/** What all measures hold at a bucket. */
export function atBucket(sums: Sums, bucket: number): Figures {
  const figures = {} as Figures;
  for (const measure of MEASURES) figures[measure] = amountAt(sums[measure], bucket);
  return figures;
}

/** Adds what one line does on one day to a bucket. */
type Adder = (simulation: Simulation, index: number, day: number, into: Sums, bucket: number) => void;

function addDemand(simulation: Simulation, index: number, day: number, into: Sums, bucket: number): void {
  const { demand, fulfilled, forecast } = simulation;
  const at = index * DAYS + day;
  const ordered = unitsAt(demand, at);
  addAt(into.demandVolume, bucket, ordered);
  addAt(into.fulfilledVolume, bucket, unitsAt(fulfilled, at));
  addAt(into.forecastError, bucket, abs(unitsAt(forecast, at) - ordered));
  addAt(into.demandValue, bucket, ordered * priceOf(simulation, index, day));
}

/** A whole number of cents a unit, so that the value of every volume is one too. */
function priceOf({ market, assumptions }: Simulation, index: number, day: number): number {
  return round(itemAt(market.lines, index).price * assumptions.price * amountAt(PRICE_BY_DAY, day) * 100);
}

function addProfit(simulation: Simulation, index: number, day: number, into: Sums, bucket: number): void {
  const { market, assumptions, fulfilled } = simulation;
  const { product, channel, place, unitCost, storage, transport } = itemAt(market.lines, index);
  const sold = unitsAt(fulfilled, index * DAYS + day);
  const cost = sold * assumptions.costs * amountAt(COST_BY_DAY, day) * 100;
  const lift = shareAt(market.events.promotions, place * DAYS + day) * assumptions.promotions;
  const gross = sold * priceOf(simulation, index, day);
  const trade = round(gross * (channel.trade + TRADE_OF_LIFT * lift));
  const net = gross - trade;
  addAt(into.grossFIESales, bucket, gross);
  addAt(into.tradeExpenses, bucket, trade);
  addAt(into.cogs, bucket, round(cost * unitCost));
  addAt(into.storageAndHandling, bucket, round(cost * storage));
  addAt(into.transport, bucket, round(cost * transport));
  addAt(into.otherCosts, bucket, round(net * product.otherCosts));
  addAt(into.overhead, bucket, round(net * OVERHEAD));
}

/** Stock runs down as deliveries fall short of orders. */
function stockOf({ forecast, fulfilled, demand }: Simulation, at: number): number {
  return round((unitsAt(forecast, at) * COVER * unitsAt(fulfilled, at)) / unitsAt(demand, at));
}

function addSupply(simulation: Simulation, index: number, day: number, into: Sums, bucket: number): void {
  const { demand, fulfilled } = simulation;
  const at = index * DAYS + day;
  addAt(into.orders, bucket, 1);
  addAt(into.ordersInFull, bucket, fulfilled[at] === demand[at] ? 1 : 0);
  addAt(into.dispatchVolume, bucket, unitsAt(fulfilled, at));
  addAt(into.closingStock, bucket, stockOf(simulation, at));
}

function addEmissions(simulation: Simulation, index: number, day: number, into: Sums, bucket: number): void {
  const at = index * DAYS + day;
  const { sku, region } = itemAt(simulation.market.lines, index);
  const moved = unitsAt(simulation.fulfilled, at) * sku.weight * 1000;
  addAt(into.co2Inbound, bucket, round(moved * 0.21));
  addAt(into.co2Storage, bucket, round(stockOf(simulation, at) * sku.weight * 0.4));
  addAt(into.co2Outbound, bucket, round(moved * (0.02 + 0.0001 * region.distance)));
}

/** How to add up a family, and the measures that this adds to. */
interface FamilyOfMeasures {
  readonly add: Adder;
  readonly measures: readonly Measure[];
}

/** Adds only the measures that a family needs. */
export const ADDERS: Record<Family, FamilyOfMeasures> = {
  pnl: {
    add: addProfit,
    measures: ["grossFIESales", "tradeExpenses", "cogs", "storageAndHandling", "transport", "otherCosts", "overhead"],
  },
  demand: { add: addDemand, measures: ["demandVolume", "fulfilledVolume", "forecastError", "demandValue"] },
  supply: { add: addSupply, measures: ["orders", "ordersInFull", "dispatchVolume", "closingStock"] },
  sustainability: { add: addEmissions, measures: ["co2Inbound", "co2Storage", "co2Outbound"] },
};
