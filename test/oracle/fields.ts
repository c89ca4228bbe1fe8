/** What the specification says of the fields (§2.4 and §2.5): which are sums, shares or costs, and what follows from what. */

/** The P&L as the service sends it, in its order. */
export const SENT_PNL = [
  "grossFIESales",
  "tradeExpenses",
  "netFIESales",
  "cogs",
  "cogsPercent",
  "grossProfit",
  "supplyChainCost",
  "storageAndHandling",
  "transport",
  "ebit",
  "ebitPercent",
  "dpm",
  "dpmPercent",
] as const;
export const SENT_DEMAND = ["demandVolume", "demandValue", "fillRate", "forecastAccuracy"] as const;

/** What is left of the first field without the others. */
export const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  tradeExpenses: ["grossFIESales", "netFIESales"],
  otherCosts: ["grossProfit", "supplyChainCost", "ebit"],
  overhead: ["ebit", "dpm"],
};
const COSTS = ["tradeExpenses", "cogs", "supplyChainCost", "storageAndHandling", "transport", "otherCosts", "overhead"];
const INCOMES = ["grossFIESales", "netFIESales", "grossProfit", "ebit", "dpm"];
const SHARES = [...COSTS, "grossProfit", "ebit", "dpm"].map((name) => `${name}Percent`);

export const PNL_FIELDS: readonly string[] = [...COSTS, ...INCOMES, ...SHARES];
export const DEMAND_FIELDS: readonly string[] = [...SENT_DEMAND, "demandValuePerUnit"];

/** True if a field is a share of something, which is compared in points. */
export function isShare(field: string): boolean {
  return SHARES.includes(field) || field === "fillRate" || field === "forecastAccuracy";
}

/** True if a field adds up over months and items. */
export function isSum(field: string): boolean {
  return !isShare(field) && field !== "demandValuePerUnit";
}

export function isLessBetter(field: string): boolean {
  return COSTS.includes(field.replace(/Percent$/, ""));
}

/** Returns the amounts that a ratio divides. */
export function partsOfRatio(field: string): readonly [string, string] | undefined {
  if (SHARES.includes(field)) return [field.replace(/Percent$/, ""), "netFIESales"];
  return field === "demandValuePerUnit" ? ["demandValue", "demandVolume"] : undefined;
}

/** Amounts that no other follows from. */
export const FREE_AMOUNTS = [
  "grossFIESales",
  "tradeExpenses",
  "cogs",
  "storageAndHandling",
  "transport",
  "otherCosts",
  "overhead",
] as const;
export type FreeAmount = (typeof FREE_AMOUNTS)[number];

/** Returns all amounts of a P&L. */
export function statementOf(free: Readonly<Record<FreeAmount, number>>) {
  const netFIESales = free.grossFIESales - free.tradeExpenses;
  const grossProfit = netFIESales - free.cogs;
  const supplyChainCost = free.storageAndHandling + free.transport;
  const ebit = grossProfit - supplyChainCost - free.otherCosts;
  return { ...free, netFIESales, grossProfit, supplyChainCost, ebit, dpm: ebit - free.overhead };
}
