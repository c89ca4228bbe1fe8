/**
 * Every KPI of the service: what it is called, what it means, its unit, and how several values of it become one.
 * @see API specification §2.4 and §2.5; the announced families follow the wording of §1.
 */
import { FAMILIES, type Family } from "./endpoints";

/** amount: money in the answer's currency; ratio: 0.484 means 48.4 percent; volume: ordered or dispatched units. */
export type Unit = "amount" | "ratio" | "volume" | "kg CO2e";

/**
 * How several values of a field become one. `ratio` is worked out anew from the totals of two other fields,
 * `weighted` is the mean weighted by another field, and `none` cannot be combined at all.
 */
export type Total =
  | { by: "sum" }
  | { by: "ratio"; numerator: string; denominator: string }
  | { by: "weighted"; weight: string }
  | { by: "none" };

export interface Field {
  /** The name in the service's JSON. */
  name: string;
  /** The name that people see. */
  label: string;
  family: Family;
  unit: Unit;
  /** One sentence, for `FIELDS()` and the formula builder. */
  meaning: string;
  total: Total;
}

const sum: Total = { by: "sum" };
const none: Total = { by: "none" };
const ofNetSales = (numerator: string): Total => ({ by: "ratio", numerator, denominator: "netFIESales" });

/** Name, label, unit, how it adds up, and meaning. */
type FieldRow = readonly [name: string, label: string, unit: Unit, total: Total, meaning: string];

/** Each family's fields, in the order of the specification. */
const ROWS: Readonly<Record<Family, readonly FieldRow[]>> = {
  pnl: [
    ["grossFIESales", "Gross sales", "amount", sum, "Gross sales"],
    ["tradeExpenses", "Trade expenses", "amount", sum, "Trade expenses"],
    ["netFIESales", "Net sales", "amount", sum, "Gross sales minus trade expenses"],
    ["cogs", "Cost of goods sold", "amount", sum, "Cost of goods sold"],
    ["cogsPercent", "Cost of goods sold %", "ratio", ofNetSales("cogs"), "Cost of goods sold as a share of net sales"],
    ["grossProfit", "Gross profit", "amount", sum, "Net sales minus cost of goods sold"],
    ["supplyChainCost", "Supply chain costs", "amount", sum, "Storage and handling plus transport"],
    ["storageAndHandling", "Storage and handling", "amount", sum, "Cost of storage and handling"],
    ["transport", "Transport", "amount", sum, "Cost of transport"],
    ["ebit", "EBIT", "amount", sum, "Earnings before interest and tax"],
    ["ebitPercent", "EBIT %", "ratio", ofNetSales("ebit"), "EBIT as a share of net sales"],
    ["dpm", "Distributor profit margin", "amount", sum, "EBIT minus overhead"],
    [
      "dpmPercent",
      "Distributor profit margin %",
      "ratio",
      ofNetSales("dpm"),
      "Distributor profit margin as a share of net sales",
    ],
  ],
  demand: [
    ["demandVolume", "Demand volume", "volume", sum, "Ordered units in the period"],
    ["demandValue", "Demand value", "amount", sum, "Demand at gross sales value"],
    [
      "fillRate",
      "Fill rate",
      "ratio",
      { by: "weighted", weight: "demandVolume" },
      "Share of ordered units that is fulfilled; several rows are weighted by demand volume",
    ],
    [
      "forecastAccuracy",
      "Forecast accuracy",
      "ratio",
      none,
      "1 minus MAPE; for the actual scenario or scenarios compared with it, otherwise the model's own accuracy",
    ],
  ],
  supply: [
    ["closingStock", "Closing stock", "volume", none, "Units in stock at the end of the period"],
    ["serviceLevel", "Service level", "ratio", none, "Share of orders delivered in full and on time"],
    ["dispatchVolume", "Dispatch volume", "volume", sum, "Units dispatched in the period"],
  ],
  sustainability: [
    ["co2Inbound", "CO2 inbound", "kg CO2e", sum, "Emissions of inbound transport"],
    ["co2Storage", "CO2 storage", "kg CO2e", sum, "Emissions of storage"],
    ["co2Outbound", "CO2 outbound", "kg CO2e", sum, "Emissions of outbound transport"],
  ],
};

/** All fields, families in turn. */
export const FIELDS: readonly Field[] = FAMILIES.flatMap((family) =>
  ROWS[family].map(([name, label, unit, total, meaning]) => ({ name, label, family, unit, meaning, total })),
);

const byText = new Map(FIELDS.flatMap((field) => [field.name, field.label].map((text) => [text.toLowerCase(), field])));

/** The field with this API name or label, upper and lower case alike. */
export function findField(text: string): Field | undefined {
  return byText.get(text.trim().toLowerCase());
}

/** The fields of one family, in the order of the specification. */
export function fieldsOf(name: Family): Field[] {
  return FIELDS.filter((field) => field.family === name);
}
