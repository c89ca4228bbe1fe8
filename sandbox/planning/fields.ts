/** Computes the fields of each family from sums of measures. Amounts are in the currency of `rate`. */
import type { Family, ServedField } from "../../src/insights";
import type { Figures } from "./measures";

export type FieldValues = Readonly<Record<string, number>>;

/** Every field of the family, so that no endpoint lacks one. */
type FieldsOf<Of extends Family> = Readonly<Record<ServedField<Of>, number>>;

/** API specification §2.5: other costs and overhead are in `ebit` and `dpm`, but have no fields of their own. */
export function pnlFields(figures: Figures, rate: number): FieldsOf<"pnl"> {
  const { grossFIESales, tradeExpenses, cogs, storageAndHandling, transport, otherCosts, overhead } = figures;
  const net = grossFIESales - tradeExpenses;
  const supplyChainCost = storageAndHandling + transport;
  const ebit = net - cogs - supplyChainCost - otherCosts;
  const dpm = ebit - overhead;
  return {
    grossFIESales: amount(grossFIESales, rate),
    tradeExpenses: amount(tradeExpenses, rate),
    netFIESales: amount(net, rate),
    cogs: amount(cogs, rate),
    cogsPercent: cogs / net,
    grossProfit: amount(net - cogs, rate),
    supplyChainCost: amount(supplyChainCost, rate),
    storageAndHandling: amount(storageAndHandling, rate),
    transport: amount(transport, rate),
    ebit: amount(ebit, rate),
    ebitPercent: ebit / net,
    dpm: amount(dpm, rate),
    dpmPercent: dpm / net,
  };
}

/** API specification §2.4. MAPE is weighted by volume: over all lines and days, what the forecast missed for each unit ordered. */
export function demandFields(figures: Figures, rate: number): FieldsOf<"demand"> {
  const { demandVolume, demandValue, fulfilledVolume, forecastError } = figures;
  return {
    demandVolume,
    demandValue: amount(demandValue, rate),
    fillRate: fulfilledVolume / demandVolume,
    forecastAccuracy: Math.max(0, 1 - forecastError / demandVolume),
  };
}

/** @param closing The figures of the period's last day alone, since stock is a state and does not add up over days. */
export function supplyFields({ orders, ordersInFull, dispatchVolume }: Figures, closing: Figures): FieldsOf<"supply"> {
  return { closingStock: closing.closingStock, serviceLevel: ordersInFull / orders, dispatchVolume };
}

export function sustainabilityFields({ co2Inbound, co2Storage, co2Outbound }: Figures): FieldsOf<"sustainability"> {
  return { co2Inbound, co2Storage, co2Outbound };
}

/** To a ten-thousandth, which takes away the noise of binary fractions and nothing that anybody adds up. */
function amount(dollars: number, rate: number): number {
  return Math.round(dollars * rate * 10_000) / 10_000;
}
