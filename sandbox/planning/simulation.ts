/** One scenario played through: what each line is expected to sell, is asked for and delivers on every day of the horizon. */
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import { BASE_DAY, dateOf, DAYS, weekdayOf, type DayRange } from "./calendar";
import { uniform, type MarketLine, type Market } from "./market";
import type { Assumptions } from "./plans";
import { amountAt, itemAt, shareAt } from "./indexed";

/** Units, each by line and day (`line * DAYS + day`). */
export interface Simulation {
  market: Market;
  assumptions: Assumptions;
  /** What was expected: demand without chance and without surprises. */
  forecast: Uint32Array;
  demand: Uint32Array;
  fulfilled: Uint32Array;
}

/** See measures.ts: globals are slow to read in some realms. */
const { max, min, round } = Math;

const DAYS_PER_YEAR = 365;
const WEEKDAYS = Int8Array.from({ length: DAYS }, (_, day) => weekdayOf(day));
const DAYS_OF_YEAR = Int16Array.from({ length: DAYS }, (_, day) => dayOfYear(day));

function dayOfYear(day: number): number {
  const date = dateOf(day);
  return (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
}

/** Season and growth by day, for all lines of one product. */
function courseOf({ product }: MarketLine, { growth, volume }: Assumptions): Float64Array {
  return Float64Array.from({ length: DAYS }, (_, day) => {
    const season =
      1 + product.swing * Math.cos((2 * Math.PI * (itemAt(DAYS_OF_YEAR, day) - product.peak)) / DAYS_PER_YEAR);
    return volume * season * (1 + product.growth + growth) ** ((day - BASE_DAY) / DAYS_PER_YEAR);
  });
}

/** From -1 to 1, more often near 0. */
function strayed(generator: JumpableRandomGenerator): number {
  const bits = generator.next();
  return ((bits >>> 16) + (bits & 0xffff)) / 0xffff - 1;
}

function playLine(
  simulation: Simulation,
  index: number,
  course: Float64Array,
  generator: JumpableRandomGenerator,
  { from, to }: DayRange,
): void {
  const { market, assumptions, forecast, demand, fulfilled } = simulation;
  const { promotions, outages, surprises } = market.events;
  const line = itemAt(market.lines, index);
  const noise = assumptions.noise * line.channel.noise;
  for (let day = from; day <= to; day++) {
    const at = index * DAYS + day;
    const event = line.place * DAYS + day;
    const weekday = itemAt(line.channel.week, itemAt(WEEKDAYS, day));
    const lift = 1 + shareAt(promotions, event) * assumptions.promotions;
    const expected = line.volume * amountAt(course, day) * weekday * lift;
    const surprise = 1 + shareAt(surprises, event) * assumptions.surprises;
    // A listed item always has an order, so that every ratio to demand exists.
    const ordered = max(1, round(expected * surprise * (1 + noise * strayed(generator))));
    const chance = uniform(generator);
    const short = chance < assumptions.shortfall ? 0.4 * (chance / assumptions.shortfall) : 0;
    const out = min(0.95, shareAt(outages, event) * assumptions.outages);
    forecast[at] = max(1, round(expected));
    demand[at] = ordered;
    fulfilled[at] = round(ordered * (1 - short) * (1 - out));
  }
}

/** The same market and assumptions always give the same simulation. */
export function simulate(market: Market, assumptions: Assumptions): Simulation {
  const [earlier, later] = [market.generators.earlier.clone(), market.generators.later.clone()];
  const size = market.lines.length * DAYS;
  const [forecast, demand, fulfilled] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const simulation = { market, assumptions, forecast, demand, fulfilled };
  const courses = new Map<MarketLine["product"], Float64Array>();
  market.lines.forEach((line, index) => {
    const course = courses.get(line.product) ?? courseOf(line, assumptions);
    courses.set(line.product, course);
    playLine(simulation, index, course, earlier, { from: 0, to: BASE_DAY - 1 });
    playLine(simulation, index, course, later, { from: BASE_DAY, to: DAYS - 1 });
  });
  return simulation;
}
