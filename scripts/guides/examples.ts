/** What the functions' pages say besides Excel's metadata: remarks, and examples that are run for each page. */

export interface FunctionExample {
  /** What the formula answers, in a few words. */
  readonly shows: string;
  /** As typed into a cell, over the sandbox's plans. */
  readonly formula: string;
  /** How a number is shown. @default "number" */
  readonly format?: "date" | "dateTime" | "percent";
}

export interface FunctionGuide {
  /** Sentences of Markdown, each a list item. */
  readonly remarks: readonly string[];
  readonly examples: readonly FunctionExample[];
}

const BLANK_SCENARIO = "A blank scenario means those chosen in the pane, and all of the plan if none is chosen.";
const TABLES =
  "A date argument may be a period: as dateFrom it means its first day, as dateTo its last. Without dates the service sends its own range.";
const OWN_YEAR =
  "A full year without dates is what the service sends for it: all months of a plan, but of actuals only those so far. The label is the year in both cases. Give the same dates to compare both.";
const PERIODS =
  "A blank period is the service's own full year: all months of a plan, but of actuals only those so far. [Periods](../users.md#periods-and-bases) lists all notations.";

/** By the function's id. */
export const GUIDES: Readonly<Record<string, FunctionGuide>> = {
  PLANS: {
    remarks: ["Use the names or the ids of the list as the argument plan. Ids stay the same if a plan is renamed."],
    examples: [{ shows: "All plans that the key can read", formula: "=INSIGHTS.PLANS()" }],
  },
  SCENARIOS: {
    remarks: [
      "Use an id, a name or a flag as the argument scenario. A flag such as `committed` finds the right scenario in any plan.",
    ],
    examples: [{ shows: "The scenarios of a plan", formula: '=INSIGHTS.SCENARIOS("FY26 Plan")' }],
  },
  FIELDS: {
    remarks: [
      "Use a name or a label as the argument field. It needs no connection.",
      "`otherCosts`, `overhead` and the ratios of the P&L are fields too, computed from the lines around them.",
    ],
    examples: [
      { shows: "The fields of the demand forecast", formula: '=INSIGHTS.FIELDS("demand")' },
      { shows: "The fields of the P&L, with details", formula: '=INSIGHTS.FIELDS("pnl", TRUE)' },
    ],
  },
  PNL: {
    remarks: [
      "One scenario and one field of the full year make one number. Everything else spills.",
      BLANK_SCENARIO,
      "Percents are ratios: 0.484 is 48.4 %. **Format cells** shows them as percents.",
      TABLES,
      OWN_YEAR,
    ],
    examples: [
      { shows: "One number", formula: '=INSIGHTS.PNL("FY26 Plan", "committed", "ebit")' },
      {
        shows: "Two scenarios side by side",
        formula: '=INSIGHTS.PNL("FY26 Plan", {"actual","committed"}, {"Gross sales";"Net sales";"ebit"})',
      },
      {
        shows: "Actuals and plan in the same months",
        formula: '=INSIGHTS.PNL("FY26 Plan", {"actual","committed"}, "ebit", , "2026-01", "2026-04")',
      },
      {
        shows: "A quarter by month",
        formula: '=INSIGHTS.PNL("FY26 Plan", "actual", {"ebit";"ebitPercent"}, "M", "2026-01", "2026-03")',
      },
      {
        shows: "A table for a pivot",
        formula: '=INSIGHTS.PNL("FY26 Plan", "actual", "ebit", "M", "2026-01", "2026-03", , "table")',
      },
    ],
  },
  DEMAND: {
    remarks: [
      "The result is a table, ready for a pivot: a row for each scenario, period and group.",
      BLANK_SCENARIO,
      "Without groupBy the service chooses the groups: usually products.",
      TABLES,
      OWN_YEAR,
    ],
    examples: [
      {
        shows: "A year by region",
        formula: '=INSIGHTS.DEMAND("FY26 Plan", "actual", {"demandVolume","fillRate"}, "FY", "region")',
      },
      {
        shows: "Two months by channel",
        formula: '=INSIGHTS.DEMAND("FY26 Plan", "committed", "demandVolume", "M", "channel", "2026-05", "2026-06")',
      },
      {
        shows: "The sum of a spill",
        formula: '=SUM(INSIGHTS.DEMAND("FY26 Plan", "committed", "demandVolume", , , , , , "values"))',
      },
    ],
  },
  KPI: {
    remarks: [
      "The result is always one number, for a cell of your own report. Fill it down and across: cells share requests.",
      PERIODS,
      "A number over several months is the sum of all of them. If a month is missing, the result is `#N/A` with its name.",
      "An item may be one name, a range of names, or criteria as in SUMIFS: `N*`, `<>North`. The exact name wins, then the only name in another case, then criteria. A name that several items have in another case is `#VALUE!`. Each plan, scenario and year finds its items by itself, so a variance is one KPI less the other.",
      "In a range, names and criteria add up, each item once, and exclusions take away from them: `N*` with `<>North` is all with N but North. Exclusions alone take away from all items.",
      "With actualsTo the number is an outlook: months through that one are those of the scenario flagged `actual`, later months the named scenario's. A month that the actuals lack is `#N/A` with its name, never the plan's.",
      "A word that people use for a flag finds its scenario too, if none has that name: `plan`, `budget` and `target` the one flagged `committed`, `actuals` the one flagged `actual`.",
      "Forecast accuracy over several months or items cannot be added up. It is `#N/A`.",
    ],
    examples: [
      { shows: "The full year", formula: '=INSIGHTS.KPI("FY26 Plan", "committed", "ebit")' },
      { shows: "A month", formula: '=INSIGHTS.KPI("FY26 Plan", "actual", "Gross sales", "2026-03")' },
      {
        shows: "The year to date, by the current month",
        formula: '=INSIGHTS.KPI("FY26 Plan", "actual", "ebit", "current", , , , "YTD")',
      },
      {
        shows: "The rest of the year, from the plan",
        formula: '=INSIGHTS.KPI("FY26 Plan", "committed", "ebit", "current", , , , "YTG")',
      },
      {
        shows: "The outlook of the year: actuals to the current month, then the plan",
        formula: '=INSIGHTS.KPI("FY26 Plan", "committed", "ebit", 2026, , , , , "current")',
      },
      {
        shows: "A percent of a quarter, computed from its amounts",
        formula: '=INSIGHTS.KPI("FY26 Plan", "actual", "EBIT %", "2026-Q1")',
        format: "percent",
      },
      {
        shows: "One region",
        formula: '=INSIGHTS.KPI("FY26 Plan", "actual", "demandVolume", "2026-Q1", "region", "North")',
      },
      {
        shows: "All regions but one",
        formula: '=INSIGHTS.KPI("FY26 Plan", "actual", "demandVolume", "2026-Q1", "region", "<>North")',
      },
      { shows: "A misspelt name", formula: '=INSIGHTS.KPI("FY26 Plan", "comitted", "ebit")' },
    ],
  },
  VAR: {
    remarks: [
      "Better is positive: more profit, less cost. The measure difference is scenario minus base, for any field.",
      "The variance of a percent is in points: 0.008 is 0.8 points.",
      "A percent of a base of 0, or between a profit and a loss, is `#N/A`: it is not meaningful.",
      "With actualsTo the scenario is an outlook, the base is not: the outlook against the plan names the plan twice.",
      "A blank base means the same scenario. Then name a basePeriod or a basePlan.",
      PERIODS,
    ],
    examples: [
      {
        shows: "Actual against plan, one month",
        formula: '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "ebit", "2026-03")',
      },
      {
        shows: "The same as a percent, year to date",
        formula: '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "ebit", "2026-03", , , , "YTD", "percent")',
        format: "percent",
      },
      {
        shows: "A cost: below plan is positive",
        formula: '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "transport", "2026-03")',
      },
      {
        shows: "The year before",
        formula: '=INSIGHTS.VAR("FY26 Plan", "actual", , "ebit", "2026-Q1", , , , , , "PY")',
      },
      {
        shows: "The outlook of the year against the plan",
        formula: '=INSIGHTS.VAR("FY26 Plan", "committed", "committed", "ebit", 2026, , , , , , , , "current")',
      },
      {
        shows: "A percent of a percent is refused",
        formula: '=INSIGHTS.VAR("FY26 Plan", "actual", "committed", "Trade expenses %", "2026-03", , , , , "percent")',
      },
    ],
  },
  BRIDGE: {
    remarks: [
      "The steps add up to the end exactly, so a waterfall chart needs no plug.",
      "`statement` explains EBIT by the lines of the P&L. `pvm` explains demand value by volume, price and mix over groupBy.",
      "basePeriod and basePlan are those of the start: one scenario in two years, or two plans.",
      "[Finance](../decisions/finance.md) defines the steps, with examples worked by hand.",
    ],
    examples: [
      {
        shows: "From plan to actual, first quarter",
        formula: '=INSIGHTS.BRIDGE("FY26 Plan", "committed", "actual", , "2026-Q1")',
      },
      {
        shows: "Price, volume and mix by region",
        formula: '=INSIGHTS.BRIDGE("FY26 Plan", "committed", "actual", "pvm", "2026-Q2", "region")',
      },
      {
        shows: "From last year to this year",
        formula: '=INSIGHTS.BRIDGE("FY26 Plan", , "actual", "pvm", "2026-Q1", "channel", , , "PY")',
      },
    ],
  },
  PERIOD: {
    remarks: [
      "Use it for headings, so that a heading always names the months of the numbers below it.",
      "`current` is the workbook's current month: a setting, or else the last month of the plan's actuals that had ended.",
      "The parts start and end are Excel dates. Give their cells a date format.",
    ],
    examples: [
      { shows: "The current month", formula: '=INSIGHTS.PERIOD("FY26 Plan", "current")' },
      { shows: "A heading", formula: '=INSIGHTS.PERIOD("FY26 Plan", "current", "YTD", "label")' },
      { shows: "How many months are left", formula: '=INSIGHTS.PERIOD("FY26 Plan", "current", "YTG", "months")' },
      { shows: "The last day of a quarter", formula: '=INSIGHTS.PERIOD(, "2026-Q2", , "end")', format: "date" },
    ],
  },
  SUPPLY: {
    remarks: ["Excel does not suggest it until the service offers it. Its arguments may still change."],
    examples: [
      { shows: "A service without it", formula: '=INSIGHTS.SUPPLY("FY26 Plan", "actual", "closingStock", "FY")' },
    ],
  },
  SUSTAINABILITY: {
    remarks: ["Excel does not suggest it until the service offers it. Its arguments may still change."],
    examples: [{ shows: "A service without it", formula: '=INSIGHTS.SUSTAINABILITY("FY26 Plan", "actual")' }],
  },
  ASOF: {
    remarks: [
      "The result is an Excel date and time, such as 46000.4: give the cell a date format.",
      "It covers what cells of the workbook show. If none shows the scenario, it asks for the full-year P&L.",
      "It never recalculates by itself. It follows each refresh.",
    ],
    examples: [
      {
        shows: "When the service computed a scenario, in UTC",
        formula: '=INSIGHTS.ASOF("FY26 Plan", "actual", , "UTC")',
        format: "dateTime",
      },
    ],
  },
};
