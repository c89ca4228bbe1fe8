/** The definition of a user's table: its lines, columns and periods. Pure. */
import { firstOfYear, fiscalYearOf, monthsFrom } from "../../grid/months";
import { findField, type Field, type GroupBy, type Plan } from "../../insights";
import type { WorkbookSettings } from "../../saved/settings";
import { yearPeriod, type GridPeriod } from "./gridPeriods";

/** A field, or one of its groups. */
export interface GridLine {
  /** The field's name in the API. */
  readonly field: string;
  readonly groupBy?: GroupBy | undefined;
  readonly item?: string | undefined;
}

export type GridMeasure = "amount" | "percent";

/** The base of a variance that is the same scenario a year earlier. */
export const PRIOR_YEAR = "PY";

/** A scenario, as its flag or name; or its variance from a base. */
export interface GridColumn {
  readonly scenario: string;
  /** The numbers of the year before. Never set with a measure. */
  readonly isPriorYear?: boolean | undefined;
  /** Set for a variance: another scenario, or `PRIOR_YEAR`. */
  readonly base?: string | undefined;
  readonly measure?: GridMeasure | undefined;
}

/** The place of the periods: in columns around the scenarios, in columns within each scenario, or in lines. */
export type PeriodPlace = "outside" | "inside" | "down";

export interface GridDefinition {
  readonly plan: string;
  /** ISO 4217; "" for the service's default. */
  readonly currency: string;
  readonly lines: readonly GridLine[];
  readonly columns: readonly GridColumn[];
  readonly periods: readonly GridPeriod[];
  readonly periodPlace: PeriodPlace;
}

/** The lists of a definition that a user edits. */
export type GridList = "lines" | "columns" | "periods";

export const GRID_TEMPLATES = ["scenarios", "yearToDate", "months"] as const;
export type GridTemplate = (typeof GRID_TEMPLATES)[number];

const KEY_LINES = ["grossFIESales", "netFIESales", "grossProfit", "supplyChainCost", "ebit"];
const MOST_SCENARIOS = 3;

/** Formulas of a sheet that Excel still recalculates at once. */
export const MOST_GRID_CELLS = 5_000;

/** Returns the field of a line. Throws for a name that no list offers. */
export function fieldOfLine({ field }: GridLine): Field {
  const found = findField(field);
  if (!found) throw new Error(`There is no field ${field}.`);
  return found;
}

interface TemplateOptions {
  readonly settings: WorkbookSettings;
  /** The fiscal year of its periods. */
  readonly year: number;
  /** The last month of actuals, as YYYY-MM; undefined if none is known. */
  readonly actualsTo?: string | undefined;
}

/** Returns a definition to start from. Its periods end with the actuals, if it shows any: later ones would be #N/A. */
export function templateGrid(
  template: GridTemplate,
  plan: Plan,
  { settings, year, actualsTo }: TemplateOptions,
): GridDefinition {
  const scenarios = scenarioNames(plan);
  const [own = "", base] = scenarios;
  const last = hasActuals(plan) ? actualsTo : undefined;
  const ofYear = monthsOfYear(year, settings);
  const ended = ofYear.filter((month) => last === undefined || month <= last);
  const months = ended.length > 0 ? ended : ofYear;
  const shared = { plan: plan.name, currency: settings.currency || plan.currency };
  const keyLines = KEY_LINES.map((field) => ({ field }));
  const compared: GridColumn[] = [
    { scenario: own },
    ...(base === undefined ? [] : variancesFrom(own, base)),
    { scenario: own, isPriorYear: true },
  ];
  switch (template) {
    case "scenarios": {
      const columns = scenarios.slice(0, MOST_SCENARIOS).map((scenario) => ({ scenario }));
      const period = last === undefined ? yearPeriod(year) : { period: "current", basis: "YTD" };
      return { ...shared, lines: keyLines, columns, periods: [period], periodPlace: "outside" };
    }
    case "yearToDate": {
      const periods = months.map((period) => ({ period, basis: "YTD" }));
      return { ...shared, lines: [{ field: "ebit" }], columns: compared, periods, periodPlace: "down" };
    }
    case "months": {
      const periods = months.map((period) => ({ period, basis: "" }));
      return { ...shared, lines: keyLines, columns: [{ scenario: own }], periods, periodPlace: "outside" };
    }
  }
}

function variancesFrom(scenario: string, base: string): GridColumn[] {
  return [{ scenario: base }, { scenario, base, measure: "amount" }, { scenario, base, measure: "percent" }];
}

/** Returns a flag for each scenario, so another plan finds its own, or the name if no flag is its own. Actuals come first. */
export function scenarioNames({ scenarios }: Plan): string[] {
  const named = scenarios.map((scenario) => {
    const flag = scenario.flags.find((each) => scenarios.filter(({ flags }) => flags.includes(each)).length === 1);
    return flag ?? scenario.name;
  });
  const rank = (name: string) => ["actual", "committed"].indexOf(name) >>> 0;
  return [...new Set(named)].sort((one, other) => rank(one) - rank(other));
}

/** True if the first scenario is the plan's only one with actuals. */
export function hasActuals(plan: Plan): boolean {
  return scenarioNames(plan)[0] === "actual";
}

/** Returns the year in the plan's name, such as "FY26 Plan"; undefined without one. */
export function yearOfPlan({ name }: Plan): number | undefined {
  const [, digits] = /\b(?:FY\s?)?(20\d{2})\b/i.exec(name) ?? /\bFY\s?(\d{2})\b/i.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits.padStart(4, "20"));
}

/** Returns the months of a fiscal year, as YYYY-MM. */
export function monthsOfYear(year: number, settings: WorkbookSettings): string[] {
  return monthsFrom(firstOfYear(year, fiscalYearOf(settings)), 12);
}
