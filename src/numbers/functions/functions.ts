/**
 * Every function and enumeration that Excel sees. Ids, order and optionality never change, since they are in users'
 * workbooks; new arguments come last. The metadata tool reads this file alone, and only plain `function` declarations
 * with literal types. An argument in brackets is optional; Excel passes null for one that is left out. The enumerations are for
 * the tool and for Excel alone: declared, they are no code. Lists of functions follow the order here: the commonest first.
 */
import { dateOfAnswers } from "./asof";
import { bridgeTable } from "./bridge";
import { fieldCells, planCells, scenarioCells } from "./catalogue";
import { kpiNumber } from "./kpi";
import { periodPart } from "./period";
import { tableCells } from "./answerTables";
import { varianceNumber } from "./variance";

/**
 * How time is divided in a P&L.
 * @customenum {string}
 */
declare enum PnlInterval {
  /** The full year (default) */
  FullYear = "FY",
  /** Months */
  Months = "M",
}

/**
 * How time is divided.
 * @customenum {string}
 */
declare enum Interval {
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
declare enum GroupBy {
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
declare enum Layout {
  /** A row for each field, a column for each scenario and period, with headings */
  Statement = "statement",
  /** A header row, then a row for each scenario, period and group: ready for a pivot */
  Table = "table",
  /** The numbers alone */
  Values = "values",
}

/**
 * Kinds of KPIs.
 * @customenum {string}
 */
declare enum Family {
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
 * How a period is extended, by its last month.
 * @customenum {string}
 */
declare enum Basis {
  /** Quarter to date */
  QuarterToDate = "QTD",
  /** Year to date */
  YearToDate = "YTD",
  /** Quarter to go: the months after it */
  QuarterToGo = "QTG",
  /** Year to go: the months after it */
  YearToGo = "YTG",
  /** Rolling 3 months */
  Rolling3 = "R3",
  /** Rolling 12 months */
  Rolling12 = "R12",
  /** Last 12 months, as R12 */
  Last12 = "LTM",
  /** Trailing 12 months, as R12 */
  Trailing12 = "TTM",
}

/**
 * What to tell of a period.
 * @customenum {string}
 */
declare enum PeriodPart {
  /** Its months in a notation that other functions read (default) */
  Code = "code",
  /** Its months for a heading */
  Label = "label",
  /** Its first day, an Excel date */
  Start = "start",
  /** Its last day, an Excel date */
  End = "end",
  /** How many months it has */
  Months = "months",
}

/**
 * How a variance is measured.
 * @customenum {string}
 */
declare enum Measure {
  /** Better is positive (default) */
  Amount = "amount",
  /** The amount as a share of the base */
  Percent = "percent",
  /** Scenario minus base */
  Difference = "difference",
}

/**
 * The steps of a bridge.
 * @customenum {string}
 */
declare enum BridgeBy {
  /** The lines of the P&L, from EBIT to EBIT (default) */
  Statement = "statement",
  /** Price, volume and mix of demand value */
  PriceVolumeMix = "pvm",
}

/**
 * Whose time a date and time is.
 * @customenum {string}
 */
declare enum Zone {
  /** This computer's (default) */
  Local = "local",
  /** Coordinated universal time */
  UTC = "UTC",
}

/**
 * Which of the shown numbers an age is about.
 * @customenum {string}
 */
declare enum AgePart {
  /** The oldest of these scenarios (default) */
  Oldest = "oldest",
  /** The oldest of the plan, if its cells show numbers of two runs; otherwise 0 */
  Earlier = "earlier",
  /** The newest of the plan, if its cells show numbers of two runs; otherwise 0 */
  Later = "later",
}

/**
 * One number for a cell of a report. Example: =INSIGHTS.KPI("FY26 Plan", "actual", "fillRate", "2026-Q1", "region", "North")
 * @customfunction KPI
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag of one scenario, such as "committed"
 * @param [field] Name or label of a KPI, such as "ebit"; FIELDS() lists them
 * @param [period] "2026-03" or a date, "2026-Q2", "2026-H1", "2026-01:2026-06", 2026, or "current"; blank: the service's full year
 * @param [groupBy] For demand: "product", "sku", "region" or "channel"
 * @param [item] One group, such as a region, a range of them, or criteria as in SUMIFS: "N*", "<>North"; blank: all together
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [basis] "QTD", "YTD", "QTG", "YTG", "R3" or "R12" by the period's last month; blank: the period itself
 * @param [actualsTo] For an outlook: the last month that the actuals have, such as "current"; later ones are the scenario's; blank: no outlook
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
  item: unknown[][],
  currency: string,
  basis: Basis,
  actualsTo: unknown,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<number> {
  return kpiNumber({ plan, scenario, field, period, groupBy, item, currency, basis, actualsTo }, invocation);
}

/**
 * The variance of a scenario from a base; what is better is positive. Example: =INSIGHTS.VAR("FY26 Plan", "actual", "committed", "ebit", "2026-03", , , , "YTD")
 * @customfunction VAR
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag of one scenario, such as "actual"
 * @param [base] The scenario to compare with, such as "committed"; blank: the same, with a basePeriod or basePlan
 * @param [field] Name or label of a KPI, such as "ebit"; FIELDS() lists them
 * @param [period] "2026-03" or a date, "2026-Q2", "2026-H1", "2026-01:2026-06", 2026, or "current"; blank: the service's full year
 * @param [groupBy] For demand: "product", "sku", "region" or "channel"
 * @param [item] One group, such as a region, a range of them, or criteria as in SUMIFS: "N*", "<>North"; blank: all together
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [basis] "QTD", "YTD", "QTG", "YTG", "R3" or "R12" by the period's last month; blank: the period itself
 * @param [measure] "amount" (default), "percent" or "difference"
 * @param [basePeriod] "PY" the year before, "PP" the period before, or a period of as many months; blank: the same
 * @param [basePlan] Name or id of the base's plan, such as last year's; blank: the plan
 * @param [actualsTo] For an outlook against the base: the last month that the actuals have, such as "current"; later ones are the scenario's; blank: no outlook
 * @cancelable
 * @requiresAddress
 * @returns The number; of percents in points, 0.008 for 0.8 points
 */
export function VAR(
  plan: unknown,
  scenario: unknown,
  base: unknown,
  field: unknown,
  period: unknown,
  groupBy: GroupBy,
  item: unknown[][],
  currency: string,
  basis: Basis,
  measure: Measure,
  basePeriod: unknown,
  basePlan: unknown,
  actualsTo: unknown,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<number> {
  const number = { plan, scenario, field, period, groupBy, item, currency, basis, actualsTo };
  return varianceNumber({ ...number, base, measure, basePeriod, basePlan }, invocation);
}

/**
 * The profit and loss of scenarios, or one number of it. Example: =INSIGHTS.PNL("FY26 Plan", "committed", "ebit")
 * @customfunction PNL
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag ("actual", "committed"), or a range of them; blank: all of the plan
 * @param [field] Name or label, such as "ebit" or "Gross sales", or a range of them; blank: the whole P&L
 * @param [interval] "FY" full year (default) or "M" months
 * @param [dateFrom] First day: a date, or a period such as "2026-03" or "current-11"
 * @param [dateTo] Last day: a date, or a period such as "2026-03" or "current"
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [layout] "statement" (default), "table" or "values"
 * @cancelable
 * @requiresAddress
 * @returns The P&L with headings, or one number if one scenario and one field of the full year are named
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
 * @param [dateFrom] First day: a date, or a period such as "2026-03" or "current-11"
 * @param [dateTo] Last day: a date, or a period such as "2026-03" or "current"
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [layout] "table" (default), "statement" or "values"
 * @cancelable
 * @requiresAddress
 * @returns A row for each scenario, period and group
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
 * The steps from one scenario's number to another's. Example: =INSIGHTS.BRIDGE("FY26 Plan", "committed", "actual")
 * @customfunction BRIDGE
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [from] Name, id or flag of the scenario to start from, such as "committed"; blank: as to, with a basePeriod or basePlan
 * @param [to] Name, id or flag of the scenario to end with, such as "actual"
 * @param [by] "statement" (default) EBIT by P&L lines, or "pvm" demand value by price, volume and mix
 * @param [period] "2026-03" or a date, "2026-Q2", "2026-H1", "2026-01:2026-06", 2026, or "current"; blank: the service's full year
 * @param [groupBy] For "pvm": "product", "sku", "region" or "channel"
 * @param [currency] Code such as "EUR"; blank: the workbook's currency
 * @param [basis] "QTD", "YTD", "QTG", "YTG", "R3" or "R12" by the period's last month; blank: the period itself
 * @param [basePeriod] The period of from: "PY" the year before, "PP" the period before, or one of as many months; blank: the same
 * @param [basePlan] Name or id of the plan of from, such as last year's; blank: the plan
 * @cancelable
 * @requiresAddress
 * @returns A header row, then a row for each step: label, amount, kind; the amounts before the end add up to it
 */
export function BRIDGE(
  plan: unknown,
  from: unknown,
  to: unknown,
  by: BridgeBy,
  period: unknown,
  groupBy: GroupBy,
  currency: string,
  basis: Basis,
  basePeriod: unknown,
  basePlan: unknown,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown[][]> {
  const sides = { plan, from, to, basePeriod, basePlan };
  return bridgeTable({ ...sides, by, period, groupBy, currency, basis }, invocation);
}

/**
 * What a period means in this workbook. Example: =INSIGHTS.PERIOD(, "current", "YTD", "label")
 * @customfunction PERIOD
 * @param [plan] Name or id of the plan whose actuals tell the current month; blank: the workbook's plan
 * @param [period] "current", "2026-03" or a date, "2026-Q2", "2026-H1", "2026-01:2026-06", or 2026
 * @param [basis] "QTD", "YTD", "QTG", "YTG", "R3" or "R12" by the period's last month; blank: the period itself
 * @param [part] "code" (default), "label", "start", "end" or "months"
 * @cancelable
 * @requiresAddress
 * @returns A text such as "2026-04" or "Jan–Apr 2026", an Excel date, or a number of months
 */
export function PERIOD(
  plan: unknown,
  period: unknown,
  basis: Basis,
  part: PeriodPart,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<unknown> {
  return periodPart({ plan, period, basis, part }, invocation);
}

/**
 * Lists the plans: id, name, currency, number of scenarios. Example: =INSIGHTS.PLANS()
 * @customfunction PLANS
 * @cancelable
 * @requiresAddress
 * @returns A header row, then a row for each plan
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
 * @returns A header row, then a row for each scenario
 */
export function SCENARIOS(plan: unknown, invocation: CustomFunctions.CancelableInvocation): Promise<unknown[][]> {
  return scenarioCells(plan, invocation);
}

/**
 * Lists the KPIs that fields can name: name, label, family, unit, meaning. Example: =INSIGHTS.FIELDS("pnl")
 * @customfunction FIELDS
 * @param [family] "pnl", "demand", "supply" or "sustainability"; blank: all
 * @param [details] TRUE: also its direction, how it adds up, and if it is computed
 * @returns A header row, then a row for each KPI
 */
export function FIELDS(family: Family, details: boolean): Promise<unknown[][]> {
  return fieldCells(family, details);
}

/**
 * The supply performance of scenarios, once the service offers it. Example: =INSIGHTS.SUPPLY("FY26 Plan", "actual")
 * @customfunction SUPPLY
 * @param [plan] Name or id of a plan; blank: the workbook's plan
 * @param [scenario] Name, id or flag, or a range of them; blank: all of the plan
 * @param [field] Name or label, such as "closingStock", or a range of them; blank: all
 * @param [interval] "D" days, "W" weeks, "M" months (default) or "FY" full year
 * @param [dateFrom] First day: a date, or a period such as "2026-03" or "current-11"
 * @param [dateTo] Last day: a date, or a period such as "2026-03" or "current"
 * @param [layout] "table" (default), "statement" or "values"
 * @excludeFromAutoComplete
 * @cancelable
 * @requiresAddress
 * @returns A row for each scenario and period
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
 * @param [dateFrom] First day: a date, or a period such as "2026-03" or "current-11"
 * @param [dateTo] Last day: a date, or a period such as "2026-03" or "current"
 * @param [layout] "table" (default), "statement" or "values"
 * @excludeFromAutoComplete
 * @cancelable
 * @requiresAddress
 * @returns A row for each scenario and period
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
 * @param [zone] "local" (default) or "UTC"
 * @param [part] "oldest" (default); "earlier" or "later" if cells show numbers of two runs, otherwise 0
 * @cancelable
 * @requiresAddress
 * @returns An Excel date-time
 */
export function ASOF(
  plan: unknown,
  scenario: unknown[][],
  family: Family,
  zone: Zone,
  part: AgePart,
  invocation: CustomFunctions.CancelableInvocation,
): Promise<number> {
  return dateOfAnswers({ plan, scenario, family, zone, part }, invocation);
}
