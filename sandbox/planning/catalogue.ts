/** The products and channels of the simulated distributor. Prices are US dollars per unit, before the plan's effects. */

/** A product family, the `product` of `groupBy`. */
export interface Product {
  name: string;
  /** List price of the smallest pack. */
  price: number;
  /** Cost of goods as a share of the list price. */
  cost: number;
  /** Promotions, medical affairs and administration as a share of net sales. */
  otherCosts: number;
  /** Weight of the smallest pack in kg. */
  weight: number;
  /** Units that the smallest pack sells a day in an average region and channel. */
  volume: number;
  /** Growth a year. */
  growth: number;
  /** How far demand swings over the year, and the day of the year when it is highest. */
  swing: number;
  peak: number;
}

export interface Sku {
  code: string;
  product: number;
  price: number;
  weight: number;
  volume: number;
}

export interface Channel {
  name: string;
  /** Share of the SKUs that a channel lists in one region. */
  listing: number;
  volume: number;
  price: number;
  /** Trade expenses as a share of gross sales. */
  trade: number;
  /** The cost of storage and transport in this channel, relative to the average. */
  logistics: number;
  noise: number;
  /** Demand by day of the week, Monday first. */
  week: readonly [number, number, number, number, number, number, number];
}

type ProductRow = [Product, code: string, variants: string[], packs: string[]];

/** The packs of a product hold about 1, 2 and 3 times as much, at a falling price for it, and sell less and less. */
const PACKS = [
  { price: 1, weight: 1, volume: 1 },
  { price: 1.88, weight: 2, volume: 0.8 },
  { price: 2.65, weight: 3, volume: 0.35 },
];

/** Variants of a product sell differently well. */
const VARIANT_VOLUMES = [1.5, 1.1, 0.8, 0.6];

function product(
  name: string,
  money: [number, number, number],
  goods: [number, number],
  year: [number, number, number],
) {
  const [price, cost, otherCosts] = money;
  const [weight, volume] = goods;
  const [growth, swing, peak] = year;
  return { name, price, cost, otherCosts, weight, volume, growth, swing, peak };
}

// oxfmt-ignore
const ROWS: ProductRow[] = [
  [product("Infant Formula", [14.5, 0.43, 0.24], [0.4, 70], [0.03, 0.04, 300]), "INF", ["CLASSIC", "COMFORT", "ORGANIC", "GOAT"], ["400G", "800G", "1200G"]],
  [product("Follow-on Milk", [12.9, 0.44, 0.23], [0.4, 60], [0.04, 0.05, 310]), "FOM", ["CLASSIC", "COMFORT", "ORGANIC", "NIGHT"], ["400G", "800G", "1200G"]],
  [product("Growing-up Milk", [11.5, 0.46, 0.22], [0.4, 55], [0.06, 0.06, 320]), "GUM", ["VANILLA", "ORIGINAL", "HONEY", "ORGANIC"], ["400G", "800G", "1200G"]],
  [product("Specialty Formula", [24.9, 0.38, 0.3], [0.4, 16], [0.08, 0.02, 30]), "SPF", ["LACTOSEFREE", "HYPOALLERGENIC", "ANTIREFLUX", "PRETERM"], ["400G", "800G", "1200G"]],
  [product("Cereals", [4.8, 0.47, 0.19], [0.25, 90], [0.02, 0.1, 20]), "CER", ["RICE", "OAT", "WHEAT", "MULTIGRAIN"], ["250G", "500G", "750G"]],
  [product("Fruit Purees", [1.9, 0.49, 0.17], [0.1, 160], [0.09, 0.15, 195]), "PUR", ["APPLE", "PEAR", "BANANA", "MANGO"], ["1X", "2X", "3X"]],
  [product("Vitamins", [9.9, 0.34, 0.34], [0.08, 45], [0.05, 0.2, 15]), "VIT", ["MULTI", "DROPSD", "OMEGA", "IRON"], ["30CT", "60CT", "90CT"]],
  [product("Pain and Fever Relief", [6.4, 0.36, 0.31], [0.06, 50], [0.02, 0.25, 25]), "PFR", ["SYRUP", "DROPS", "TABLETS", "SACHETS"], ["10CT", "20CT", "30CT"]],
  [product("Digestive Health", [8.7, 0.37, 0.32], [0.07, 30], [0.07, 0.08, 200]), "DIG", ["PROBIOTIC", "COLIC", "REHYDRATION", "FIBRE"], ["10CT", "20CT", "30CT"]],
  [product("Skin Care", [7.2, 0.39, 0.29], [0.15, 40], [0.04, 0.18, 180]), "SKN", ["LOTION", "CREAM", "WASH", "SUN"], ["100ML", "200ML", "300ML"]],
];

export const PRODUCTS: readonly Product[] = ROWS.map(([row]) => row);

export const SKUS: readonly Sku[] = ROWS.flatMap(([row, code, variants, packs], product) =>
  VARIANT_VOLUMES.flatMap((sold, variant) =>
    PACKS.map((pack, size) => ({
      code: `${code}-${variants[variant]}-${packs[size]}`,
      product,
      price: row.price * pack.price,
      weight: row.weight * pack.weight,
      volume: row.volume * pack.volume * sold,
    })),
  ),
);

// oxfmt-ignore
export const CHANNELS: readonly Channel[] = [
  { name: "Modern Trade", listing: 0.34, volume: 1.6, price: 1, trade: 0.14, logistics: 0.9, noise: 1, week: [0.9, 0.85, 0.9, 1, 1.25, 1.35, 0.75] },
  { name: "E-commerce", listing: 0.3, volume: 1, price: 0.97, trade: 0.11, logistics: 1.5, noise: 1.3, week: [1.2, 1.05, 1, 0.95, 0.85, 0.85, 1.1] },
  { name: "Pharmacy", listing: 0.24, volume: 0.8, price: 1.06, trade: 0.09, logistics: 1.1, noise: 0.8, week: [1.2, 1.1, 1.1, 1.1, 1.15, 0.85, 0.5] },
  { name: "Traditional Trade", listing: 0.14, volume: 0.6, price: 1.02, trade: 0.07, logistics: 1.3, noise: 1.1, week: [1.1, 1.05, 1.05, 1.05, 1.1, 1.15, 0.5] },
  { name: "Hospitals", listing: 0.08, volume: 0.5, price: 0.93, trade: 0.04, logistics: 1, noise: 0.6, week: [1.3, 1.3, 1.3, 1.3, 1.2, 0.3, 0.3] },
];
