/** The market that all scenarios of a plan share: products by region, rates and events. */
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import { CHANNELS, PRODUCTS, SKUS, type Channel, type Product, type Sku } from "./catalogue";
import { drawEvents, type Events } from "./events";
import type { SimulatedPlan, Region } from "./plans";
import { itemAt } from "./indexed";

/** One SKU in one region and channel. Rates are US dollars a unit, before the effects of time and scenario. */
export interface MarketLine {
  sku: Sku;
  product: Product;
  region: Region;
  channel: Channel;
  /** The product in the region, where events happen. */
  place: number;
  /** Units a day before season, growth and events. */
  volume: number;
  price: number;
  unitCost: number;
  storage: number;
  transport: number;
}

export interface Market {
  lines: readonly MarketLine[];
  events: Events;
  /** The random state at which each scenario starts: scenarios differ only by their assumptions, not by chance. */
  generators: Generators;
}

/** For the days before the base day, and for those from it on. */
interface Generators {
  earlier: JumpableRandomGenerator;
  later: JumpableRandomGenerator;
}

/** A number from 0 up to 1. */
export function uniform(generator: JumpableRandomGenerator): number {
  return (generator.next() >>> 0) / 0x1_0000_0000;
}

function createLine(sku: Sku, region: Region, channel: Channel, place: number, popularity: number): MarketLine {
  const product = itemAt(PRODUCTS, sku.product);
  return {
    sku,
    product,
    region,
    channel,
    place,
    volume: sku.volume * region.volume * channel.volume * popularity,
    price: sku.price * channel.price,
    unitCost: sku.price * product.cost,
    storage: (0.025 * sku.price + 0.12 + 0.16 * sku.weight) * channel.logistics,
    transport: (0.1 + sku.weight * (0.18 + 0.00022 * region.distance)) * channel.logistics,
  };
}

/** Every SKU is listed in the first channel of some region, so that none is missing from the plan. */
function drawLines(random: () => number, regions: readonly Region[]): MarketLine[] {
  const lines: MarketLine[] = [];
  SKUS.forEach((sku, index) => {
    regions.forEach((region, at) => {
      CHANNELS.forEach((channel, outlet) => {
        const [chance, popularity] = [random(), 0.6 + 0.8 * random()];
        const flagship = outlet === 0 && at === index % regions.length;
        if (!flagship && chance >= channel.listing) return;
        lines.push(createLine(sku, region, channel, sku.product * regions.length + at, popularity));
      });
    });
  });
  return lines;
}

/** @param generators The plan's own streams of random numbers; they move on. */
export function createMarket(plan: SimulatedPlan, generators: Generators): Market {
  const earlier = () => uniform(generators.earlier);
  const later = () => uniform(generators.later);
  const lines = drawLines(later, plan.regions);
  const events = drawEvents({ earlier, later }, PRODUCTS.length * plan.regions.length);
  return { lines, events, generators };
}
