/**
 * Every function and enumeration that Excel sees. Ids, order and optionality never change, since they are in people's
 * workbooks; new arguments come last. The metadata tool reads this file alone, and only plain `function` declarations
 * with literal types. An argument in brackets is optional; Excel passes null for one that is left out.
 */
import { asOf } from "./asof";
import { fieldCells, planCells, scenarioCells } from "./catalogue";
import { kpiNumber } from "./kpi";
import { tableCells } from "./tables";

/**
 * How time is divided in a P&L.
 * @customenum {string}
 */
enum PnlInterval {
  /** The full year (default) */
  FullYear = "FY",
  /** Months */
  Months = "M",
}

/**
 * How time is divided.
 * @customenum {string}
 */
enum Interval {
  /** Days */
  Days = "D",
  /** Weeks */
  Weeks = "W",
  /** Months (default) */
  Months = "M",
  /** The full year */
  FullYear = "FY",
}

/**
 * How demand is divided.
 * @customenum {string}
 */
enum GroupBy {
  /** Product families */
  Product = "product",
  /** Single articles */
  SKU = "sku",
  /** Geographic regions */
  Region = "region",
  /** Sales channels */
  Channel = "channel",
}

/**
 * How the result is laid out.
 * @customenum {string}
 */
enum Layout {
  /** A row a field, a column a scenario and period, with headings */
  Statement = "statement",
  /** A header row, then a row a scenario, period and group: ready for a pivot */
  Table = "table",
  /** The numbers alone */
  Values = "values",
}

/**
 * Kinds of KPIs.
 * @customenum {string}
 */
enum Family {
  /** Profit and loss */
  PnL = "pnl",
  /** Demand forecast */
  Demand = "demand",
  /** Supply performance, once the service offers it */
  Supply = "supply",
  /** Sustainability, once the service offers it */
  Sustainability = "sustainability",
}

/**
 * Lists the plans: id, name, currency, number of scenarios. Example: =INSIGHTS.PLANS()
 * @customfunction PLANS
 * @cancelable
 * @requiresAddress
 * @returns A header row, then a row a plan
 */
export function PLANS(invocation: CustomFunctions.CancelableInvocation): Promise<unknown[][]> {
  return planCells(invocation);
}

/**
 * Lists the scenarios of a plan: id, name, flags. Example: =INSIGHTS.SCENARIOS("FY26 Plan")
 * @customfunction SCENARIOS
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @cancelable
 * @requiresAddress
 * @returns A header row, then a row a scenario
 */
export function SCENARIOS(plan: unknown, invocation: CustomFunctions.CancelableInvocation): Promise<unknown[][]> {
  return scenarioCells(plan, invocation);
}

/**
 * Lists the KPIs that fields can name: name, label, family, unit, meaning. Example: =INSIGHTS.FIELDS("pnl")
 * @customfunction FIELDS
 * @param [family] "pnl", "demand", "supply" or "sustainability"; blank: all
 * @returns A header row, then a row a KPI
 */
export function FIELDS(family: Family): Promise<unknown[][]> {
  return fieldCells(family);
}

/**
 * The profit and loss of scenarios, or one number of it. Example: =INSIGHTS.PNL("FY26 Plan", "committed", "ebit")
 * @customfunction PNL
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag ("actual", "committed"), or a range of them; blank: all of the plan
 * @param [field] Name or label, such as "ebit" or "Gross sales", or a range of them; blank: the whole P&L
 * @param [interval] "FY" full year (default) or "M" months
 * @param [dateFrom] First day: a date, or a period such as "2026-03"
 * @param [dateTo] Last day: a date, or a period such as "2026-03"
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [layout] "statement" (default), "table" or "values"
 * @cancelable
 * @requiresAddress
 * @returns The P&L with headings, or the number alone where one scenario and one field of the full year are named
 */
export function PNL(
  plan: unknown,
  scenario: unknown[][],
  field: unknown[][],
  interval: PnlInterval,
  dateFrom: unknown,
  dateTo: unknown,
  currency: string,
  layout: Layout,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return tableCells("pnl", { plan, scenario, field, interval, dateFrom, dateTo, currency, layout }, invocation);
}

/**
 * The demand forecast of scenarios, as a table. Example: =INSIGHTS.DEMAND("FY26 Plan", "actual", , "M", "region")
 * @customfunction DEMAND
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag ("actual", "committed"), or a range of them; blank: all of the plan
 * @param [field] Name or label, such as "demandVolume" or "Fill rate", or a range of them; blank: all
 * @param [interval] "D" days, "W" weeks, "M" months (default) or "FY" full year
 * @param [groupBy] "product", "sku", "region" or "channel"; blank: as the service groups
 * @param [dateFrom] First day: a date, or a period such as "2026-03"
 * @param [dateTo] Last day: a date, or a period such as "2026-03"
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [layout] "table" (default), "statement" or "values"
 * @cancelable
 * @requiresAddress
 * @returns A row a scenario, period and group
 */
export function DEMAND(
  plan: unknown,
  scenario: unknown[][],
  field: unknown[][],
  interval: Interval,
  groupBy: GroupBy,
  dateFrom: unknown,
  dateTo: unknown,
  currency: string,
  layout: Layout,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return tableCells(
    "demand",
    { plan, scenario, field, interval, groupBy, dateFrom, dateTo, currency, layout },
    invocation,
  );
}

/**
 * One number for a cell of a report. Example: =INSIGHTS.KPI("FY26 Plan", "actual", "fillRate", "2026-Q1", "region", "North")
 * @customfunction KPI
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag of one scenario, such as "committed"
 * @param [field] Name or label of a KPI, such as "ebit"; FIELDS() lists them
 * @param [period] "2026-03" or a date, "2026-Q2", "2026-01:2026-06", or 2026; blank: the full year
 * @param [groupBy] For demand: "product", "sku", "region" or "channel"
 * @param [item] One group, such as a region; blank: all together
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @cancelable
 * @requiresAddress
 * @returns The number; percents as ratios, 0.484 for 48.4 %
 */
export function KPI(
  plan: unknown,
  scenario: unknown,
  field: unknown,
  period: unknown,
  groupBy: GroupBy,
  item: unknown,
  currency: string,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<number> {
  return kpiNumber({ plan, scenario, field, period, groupBy, item, currency }, invocation);
}

/**
 * The supply performance of scenarios, once the service offers it. Example: =INSIGHTS.SUPPLY("FY26 Plan", "actual")
 * @customfunction SUPPLY
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag, or a range of them; blank: all of the plan
 * @param [field] Name or label, such as "closingStock", or a range of them; blank: all
 * @param [interval] "D" days, "W" weeks, "M" months (default) or "FY" full year
 * @param [dateFrom] First day: a date, or a period such as "2026-03"
 * @param [dateTo] Last day: a date, or a period such as "2026-03"
 * @param [layout] "table" (default), "statement" or "values"
 * @excludeFromAutoComplete
 * @cancelable
 * @requiresAddress
 * @returns A row a scenario and period
 */
export function SUPPLY(
  plan: unknown,
  scenario: unknown[][],
  field: unknown[][],
  interval: Interval,
  dateFrom: unknown,
  dateTo: unknown,
  layout: Layout,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return tableCells("supply", { plan, scenario, field, interval, dateFrom, dateTo, layout }, invocation);
}

/**
 * The emissions of scenarios, once the service offers them. Example: =INSIGHTS.SUSTAINABILITY("FY26 Plan", "actual")
 * @customfunction SUSTAINABILITY
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag, or a range of them; blank: all of the plan
 * @param [field] Name or label, such as "co2Inbound", or a range of them; blank: all
 * @param [interval] "D" days, "W" weeks, "M" months (default) or "FY" full year
 * @param [dateFrom] First day: a date, or a period such as "2026-03"
 * @param [dateTo] Last day: a date, or a period such as "2026-03"
 * @param [layout] "table" (default), "statement" or "values"
 * @excludeFromAutoComplete
 * @cancelable
 * @requiresAddress
 * @returns A row a scenario and period
 */
export function SUSTAINABILITY(
  plan: unknown,
  scenario: unknown[][],
  field: unknown[][],
  interval: Interval,
  dateFrom: unknown,
  dateTo: unknown,
  layout: Layout,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  return tableCells("sustainability", { plan, scenario, field, interval, dateFrom, dateTo, layout }, invocation);
}

/**
 * How old the shown numbers are: a date and time. Example: =INSIGHTS.ASOF("FY26 Plan")
 * @customfunction ASOF
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag, or a range of them; blank: all of the plan
 * @param [family] "pnl", "demand", "supply" or "sustainability"; blank: all
 * @cancelable
 * @requiresAddress
 * @returns An Excel date-time, local
 */
export function ASOF(
  plan: unknown,
  scenario: unknown[][],
  family: Family,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<number> {
  return asOf({ plan, scenario, family }, invocation);
}
