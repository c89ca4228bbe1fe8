/**
 * Every KPI of the service: name, unit, and how several values combine. `meanings.ts` explains them.
 * @see API specification §2.4 and §2.5; the announced families follow the wording of §1.
 */
import { FAMILIES, type Family } from "./endpoints";

/**
 * amount: money in the answer's currency; ratio: 0.484 means 48.4 percent; volume: ordered or dispatched units; amount per unit: a
 * price.
 */
export type Unit = "amount" | "ratio" | "volume" | "kg CO2e" | "amount per unit";

/**
 * How several values of a field combine. `ratio` is computed from the totals of two other fields, `weighted` is the mean weighted
 * by another field, `none` cannot be combined.
 */
export type Total =
  | { by: "sum" }
  | { by: "ratio"; numerator: string; denominator: string }
  | { by: "weighted"; weight: string }
  | { by: "none" };

/** The direction that is better for profit or service. */
type Direction = "more" | "less";

/** The value of a line that the service omits: the first field minus all others. */
type Difference = readonly [whole: string, ...parts: string[]];

export interface Field {
  /** The name in the service's JSON. */
  name: string;
  /** The name for users. */
  label: string;
  family: Family;
  unit: Unit;
  total: Total;
  /** Undefined if neither direction is better. */
  direction: Direction | undefined;
  /** Set if other lines imply an omitted value (§2.5). */
  impliedBy: Difference | undefined;
}

const sum: Total = { by: "sum" };
const none: Total = { by: "none" };
const ofNetSales = (numerator: string): Total => ({ by: "ratio", numerator, denominator: "netFIESales" });

/** Name, label, unit, total, direction, and the lines that imply it. */
type FieldRow = readonly [
  name: string,
  label: string,
  unit: Unit,
  total: Total,
  direction: Direction | undefined,
  impliedBy?: Difference,
];

/** Each family's fields, in the order of the specification. */
const ROWS: Readonly<Record<Family, readonly FieldRow[]>> = {
  pnl: [
    ["grossFIESales", "Gross sales", "amount", sum, "more"],
    ["tradeExpenses", "Trade expenses", "amount", sum, "less", ["grossFIESales", "netFIESales"]],
    ["netFIESales", "Net sales", "amount", sum, "more"],
    ["cogs", "Cost of goods sold", "amount", sum, "less"],
    ["cogsPercent", "Cost of goods sold %", "ratio", ofNetSales("cogs"), "less"],
    ["grossProfit", "Gross profit", "amount", sum, "more"],
    ["supplyChainCost", "Supply chain costs", "amount", sum, "less"],
    ["storageAndHandling", "Storage and handling", "amount", sum, "less"],
    ["transport", "Transport", "amount", sum, "less"],
    ["ebit", "EBIT", "amount", sum, "more"],
    ["ebitPercent", "EBIT %", "ratio", ofNetSales("ebit"), "more"],
    ["dpm", "Distributor profit margin", "amount", sum, "more"],
    ["dpmPercent", "Distributor profit margin %", "ratio", ofNetSales("dpm"), "more"],
  ],
  demand: [
    ["demandVolume", "Demand volume", "volume", sum, "more"],
    ["demandValue", "Demand value", "amount", sum, "more"],
    ["fillRate", "Fill rate", "ratio", { by: "weighted", weight: "demandVolume" }, "more"],
    ["forecastAccuracy", "Forecast accuracy", "ratio", none, "more"],
  ],
  supply: [
    ["closingStock", "Closing stock", "volume", none, undefined],
    ["serviceLevel", "Service level", "ratio", none, "more"],
    ["dispatchVolume", "Dispatch volume", "volume", sum, "more"],
  ],
  sustainability: [
    ["co2Inbound", "CO2 inbound", "kg CO2e", sum, "less"],
    ["co2Storage", "CO2 storage", "kg CO2e", sum, "less"],
    ["co2Outbound", "CO2 outbound", "kg CO2e", sum, "less"],
  ],
};

/** Lines that the P&L of the specification implies but does not list (§2.5, rule 3), and ratios of listed or implied lines. */
const DERIVED_ROWS: Readonly<Partial<Record<Family, readonly FieldRow[]>>> = {
  pnl: [
    ["otherCosts", "Other costs", "amount", sum, "less", ["grossProfit", "supplyChainCost", "ebit"]],
    ["overhead", "Overhead", "amount", sum, "less", ["ebit", "dpm"]],
    ["tradeExpensesPercent", "Trade expenses %", "ratio", ofNetSales("tradeExpenses"), "less"],
    ["grossProfitPercent", "Gross profit %", "ratio", ofNetSales("grossProfit"), "more"],
    ["supplyChainCostPercent", "Supply chain costs %", "ratio", ofNetSales("supplyChainCost"), "less"],
    ["storageAndHandlingPercent", "Storage and handling %", "ratio", ofNetSales("storageAndHandling"), "less"],
    ["transportPercent", "Transport %", "ratio", ofNetSales("transport"), "less"],
    ["otherCostsPercent", "Other costs %", "ratio", ofNetSales("otherCosts"), "less"],
    ["overheadPercent", "Overhead %", "ratio", ofNetSales("overhead"), "less"],
  ],
  demand: [
    [
      "demandValuePerUnit",
      "Demand value per unit",
      "amount per unit",
      { by: "ratio", numerator: "demandValue", denominator: "demandVolume" },
      "more",
    ],
  ],
};

/** All fields of the service, by family. */
export const FIELDS: readonly Field[] = FAMILIES.flatMap((family) => ROWS[family].map((row) => toField(family, row)));

/** Fields derived from those of the service. They are found by name; a blank field never includes them. */
export const DERIVED_FIELDS: readonly Field[] = FAMILIES.flatMap((family) =>
  (DERIVED_ROWS[family] ?? []).map((row) => toField(family, row)),
);

const byText = new Map(
  [...FIELDS, ...DERIVED_FIELDS].flatMap((field) =>
    [field.name, field.label].map((text) => [text.toLowerCase(), field]),
  ),
);

/** Finds a field by API name or label, ignoring case. */
export function findField(text: string): Field | undefined {
  return byText.get(text.trim().toLowerCase());
}

/** Returns a field's name for users; the name itself if there is no such field. */
export function fieldLabel(name: string): string {
  return findField(name)?.label ?? name;
}

/** Returns the service's fields of one family, in the order of the specification. */
export function fieldsOf(name: Family): Field[] {
  return FIELDS.filter((field) => field.family === name);
}

function toField(family: Family, [name, label, unit, total, direction, impliedBy]: FieldRow): Field {
  return { name, label, family, unit, total, direction, impliedBy };
}
