/** Events of one product in one region over some weeks: promotions, stock-outs and unforecast changes of demand. */
import { BASE_DAY, DAYS, type DayRange } from "./calendar";

/** Each by place and day (`place * DAYS + day`), where a place is one product in one region; 0 where nothing happens. */
export interface Events {
  /** Share by which a promotion lifts demand. */
  promotions: Float32Array;
  /** Share of demand that cannot be delivered. */
  outages: Float32Array;
  /** Share by which demand rises or falls against the forecast. */
  surprises: Float32Array;
}

interface Kind {
  /** How often it happens in one place within the 24 months from the base day on. */
  times: number;
  days: [least: number, most: number];
  size: [least: number, most: number];
}

const PROMOTIONS: Kind = { times: 7, days: [14, 28], size: [0.15, 0.5] };
const OUTAGES: Kind = { times: 3, days: [6, 18], size: [0.25, 0.7] };
const SURPRISES: Kind = { times: 5, days: [14, 40], size: [-0.3, 0.25] };

function between(random: () => number, [least, most]: [number, number]): number {
  return least + random() * (most - least);
}

function drawEvent(random: () => number, place: number, range: DayRange, kind: Kind, table: Float32Array): void {
  const days = range.to - range.from + 1;
  const length = Math.round(between(random, kind.days));
  const from = Math.floor(random() * days);
  const size = between(random, kind.size);
  const start = place * DAYS + range.from;
  table.fill(size, start + from, start + Math.min(from + length, days));
}

const EARLIER: DayRange = { from: 0, to: BASE_DAY - 1 };
const LATER: DayRange = { from: BASE_DAY, to: DAYS - 1 };

function draw(draws: Draws, places: number, kind: Kind): Float32Array {
  const table = new Float32Array(places * DAYS);
  for (let place = 0; place < places; place++) {
    for (let time = 0; time < kind.times; time++) drawEvent(draws.later, place, LATER, kind, table);
  }
  for (let place = 0; place < places; place++) {
    for (let time = 0; time < kind.times / 2; time++) drawEvent(draws.earlier, place, EARLIER, kind, table);
  }
  return table;
}

/** Each draws a number from 0 up to 1: for the days before the base day, and for those from it on. */
interface Draws {
  earlier: () => number;
  later: () => number;
}

export function drawEvents(draws: Draws, places: number): Events {
  return {
    promotions: draw(draws, places, PROMOTIONS),
    outages: draw(draws, places, OUTAGES),
    surprises: draw(draws, places, SURPRISES),
  };
}
