/** The meaning of each field, in one sentence. Only FIELDS shows them, so they are loaded apart from the fields. */
import type { Family } from "./endpoints";

/** By family and field name. */
export const MEANINGS: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  pnl: {
    grossFIESales: "Gross sales",
    tradeExpenses: "Trade expenses",
    netFIESales: "Gross sales minus trade expenses",
    cogs: "Cost of goods sold",
    cogsPercent: "Cost of goods sold as a share of net sales",
    grossProfit: "Net sales minus cost of goods sold",
    supplyChainCost: "Storage and handling plus transport",
    storageAndHandling: "Cost of storage and handling",
    transport: "Cost of transport",
    ebit: "Earnings before interest and tax",
    ebitPercent: "EBIT as a share of net sales",
    dpm: "EBIT minus overhead",
    dpmPercent: "Distributor profit margin as a share of net sales",
    otherCosts: "Promotions, medical affairs and administration: gross profit minus supply chain costs minus EBIT",
    overhead: "EBIT minus distributor profit margin",
    tradeExpensesPercent: "Trade expenses as a share of net sales",
    grossProfitPercent: "Gross margin: gross profit as a share of net sales",
    supplyChainCostPercent: "Supply chain costs as a share of net sales",
    storageAndHandlingPercent: "Storage and handling as a share of net sales",
    transportPercent: "Transport as a share of net sales",
    otherCostsPercent: "Promotions, medical affairs and administration as a share of net sales",
    overheadPercent: "Overhead as a share of net sales",
  },
  demand: {
    demandVolume: "Ordered units in the period",
    demandValue: "Demand at gross sales value",
    fillRate: "Share of ordered units that is fulfilled; several rows are weighted by demand volume",
    forecastAccuracy:
      "1 minus MAPE; for the actual scenario or scenarios compared with it, otherwise the model's own accuracy",
    demandValuePerUnit: "Demand value divided by demand volume; several rows are divided as totals",
  },
  supply: {
    closingStock: "Units in stock at the end of the period",
    serviceLevel: "Share of orders delivered in full and on time",
    dispatchVolume: "Units dispatched in the period",
  },
  sustainability: {
    co2Inbound: "Emissions of inbound transport",
    co2Storage: "Emissions of storage",
    co2Outbound: "Emissions of outbound transport",
  },
};
