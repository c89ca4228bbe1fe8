/** What happens to one product in one region for some weeks: promotions, stock-outs, and changes of demand that nobody forecast. */
import { DAYS } from "./calendar";

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
  /** How often it happens in one place within the horizon. */
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

function drawEvent(random: () => number, place: number, kind: Kind, table: Float32Array): void {
  const length = Math.round(between(random, kind.days));
  const from = Math.floor(random() * DAYS);
  const size = between(random, kind.size);
  table.fill(size, place * DAYS + from, place * DAYS + Math.min(from + length, DAYS));
}

function draw(random: () => number, places: number, kind: Kind): Float32Array {
  const table = new Float32Array(places * DAYS);
  for (let place = 0; place < places; place++) {
    for (let time = 0; time < kind.times; time++) drawEvent(random, place, kind, table);
  }
  return table;
}

/** @param random Draws a number from 0 up to 1. */
export function drawEvents(random: () => number, places: number): Events {
  return {
    promotions: draw(random, places, PROMOTIONS),
    outages: draw(random, places, OUTAGES),
    surprises: draw(random, places, SURPRISES),
  };
}
