/** The definition of a user's table: its lines, columns and periods. Pure. */
import { firstOfYear, fiscalYearOf, monthsBefore } from "../../numbers/language/fiscalYear";
import { monthsBetween, monthsFrom, shiftMonth } from "../../numbers/language/months";
import { monthsLabel } from "../../numbers/language/monthsLabel";
import { FAMILIES, findField, type Field, type GroupBy, type Plan, type Scenario } from "../../insights";
import { orderedFields } from "../../numbers/language/fieldOrder";
import type { Scale } from "../../numbers/language/numberFormats";
import type { WorkbookSettings } from "../saved/chosenSettings";
import { yearPeriod, type TablePeriod } from "./periods";

/** A field, or one of its groups. */
export interface TableLine {
  /** The field's name in the API. */
  readonly field: string;
  readonly groupBy?: GroupBy | undefined;
  readonly item?: string | undefined;
}

export type TableMeasure = "amount" | "percent";
export const TABLE_MEASURES: readonly TableMeasure[] = ["amount", "percent"];

/** The flag of the actuals. Their rule is solid wherever they stand, and an outlook's year before is theirs. */
export const ACTUAL = "actual";

/** The base of a variance that is the same scenario a year earlier. */
export const PRIOR_YEAR = "PY";

/** A scenario, as its flag or name; or its variance from a base. */
export interface DefinedColumn {
  /** "" for an outlook. */
  readonly scenario: string;
  /** True for actual months to the current one, then those of the table's `outlook`. Never of the year before. */
  readonly isOutlook?: boolean | undefined;
  /** The numbers of the year before. Never set with a measure. */
  readonly isPriorYear?: boolean | undefined;
  /** Set for a variance: another scenario, or `PRIOR_YEAR`. */
  readonly base?: string | undefined;
  readonly measure?: TableMeasure | undefined;
}

/** The place of the periods: in columns around the scenarios, in columns within each scenario, or in lines. */
export type PeriodPlace = "outside" | "inside" | "down";

export interface TableDefinition {
  readonly plan: string;
  /** ISO 4217; "" for the service's default. */
  readonly currency: string;
  /** Of amounts. @default whole numbers */
  readonly scale?: Scale | undefined;
  readonly lines: readonly TableLine[];
  readonly columns: readonly DefinedColumn[];
  /** The scenario whose months follow the actual ones of outlooks; undefined until the user has named it. */
  readonly outlook?: string | undefined;
  readonly periods: readonly TablePeriod[];
  readonly periodPlace: PeriodPlace;
}

/** The lists of a definition that a user edits. */
export type TableList = "lines" | "columns" | "periods";

/** What a table can start with, the most usual first. */
export const TABLE_TEMPLATES = ["yearToDate", "monthAndYear", "rolling", "outlook", "scenarios"] as const;
export type TableTemplate = (typeof TABLE_TEMPLATES)[number];

/** The months that the templates show, such as "Jan–May 2026". An outlook has the whole year. */
export type TemplateMonths = Readonly<Partial<Record<TableTemplate, string>>>;

const KEY_LINES = ["grossFIESales", "netFIESales", "grossProfit", "supplyChainCost", "ebit", "ebitPercent"];
const MOST_SCENARIOS = 3;
/** Months of the rolling template. */
const ROLLING = 12;

/** Formulas of a sheet that Excel still recalculates at once. */
export const MOST_GRID_CELLS = 5_000;

/** Returns the field of a line. Throws for a name that no list offers. */
export function fieldOfLine({ field }: TableLine): Field {
  const found = findField(field);
  if (!found) throw new Error(`There is no field ${field}.`);
  return found;
}

/** Returns lines with more of them, each before the first line that follows it in the P&L, or in the family after it. */
export function withLines(lines: readonly TableLine[], added: readonly TableLine[]): TableLine[] {
  const order = FAMILIES.flatMap(orderedFields).map(({ name }): string => name);
  const rankOf = (line: TableLine) => order.indexOf(line.field);
  return added.reduce<TableLine[]>(
    (all, line) => {
      const follows = all.findIndex((each) => rankOf(each) > rankOf(line));
      const at = follows < 0 ? all.length : follows;
      return [...all.slice(0, at), line, ...all.slice(at)];
    },
    [...lines],
  );
}

interface TemplateOptions {
  readonly settings: WorkbookSettings;
  /** The fiscal year of its periods. */
  readonly year: number;
  /** The last month of actuals, as YYYY-MM; undefined if none is known. */
  readonly actualsTo?: string | undefined;
  /** What the user has named before. @default the plan's only scenario beside the actuals */
  readonly outlook?: string | undefined;
}

/**
 * Returns a definition to start from. Its periods end with the actuals, if it shows any: later ones would be #N/A. They move
 * with the plan's current month.
 */
export function tableOfTemplate(
  template: TableTemplate,
  plan: Plan,
  { settings, year, actualsTo, outlook = onlyOutlook(plan) }: TemplateOptions,
): TableDefinition {
  const scenarios = scenarioNames(plan);
  const [own = "", base] = scenarios;
  const hasEnded = hasActuals(plan) && actualsTo !== undefined;
  const ended = (...periods: TablePeriod[]) => (hasEnded ? periods : [yearPeriod(year)]);
  const shared = {
    plan: plan.name,
    currency: settings.currency || plan.currency,
    // As in a new report.
    scale: settings.scale ?? "thousands",
    lines: KEY_LINES.map((field) => ({ field })),
    outlook,
    periods: ended({ period: "current", basis: "YTD" }),
    periodPlace: "outside",
  } as const;
  const priorYear = { scenario: own, isPriorYear: true };
  const compared = base === undefined ? [] : [{ scenario: base }];
  /** A variance and its percentage stand beside the two columns that they compare. */
  const pair = (against: string | undefined, of: DefinedColumn = { scenario: own }) =>
    against === undefined ? [] : TABLE_MEASURES.map((measure) => ({ ...of, base: against, measure }));
  switch (template) {
    case "yearToDate":
      return { ...shared, columns: [{ scenario: own }, ...compared, ...pair(base), priorYear, ...pair(PRIOR_YEAR)] };
    case "monthAndYear": {
      const periods = ended({ period: "current", basis: "" }, { period: "current", basis: "YTD" });
      const against = base === undefined ? [priorYear] : compared;
      return { ...shared, periods, columns: [{ scenario: own }, ...against, ...pair(base ?? PRIOR_YEAR)] };
    }
    case "rolling": {
      const months = hasEnded ? lastMonths(ROLLING) : monthsOfYear(year, settings);
      return {
        ...shared,
        lines: [{ field: "netFIESales" }],
        columns: [{ scenario: own }, priorYear, ...pair(PRIOR_YEAR)],
        periods: months.map((period) => ({ period, basis: "" })),
        periodPlace: "down",
      };
    }
    case "outlook": {
      const expected = outlookPlans(plan).length > 0 ? OUTLOOK_COLUMN : { scenario: own };
      const against = [...pair(base, expected), priorYear, ...pair(PRIOR_YEAR, expected)];
      return { ...shared, columns: [expected, ...compared, ...against], periods: [yearPeriod(year)] };
    }
    case "scenarios":
      return { ...shared, columns: scenarios.slice(0, MOST_SCENARIOS).map((scenario) => ({ scenario })) };
  }
}

/** Actual months to the current one, then a plan's. */
export const OUTLOOK_COLUMN: DefinedColumn = { scenario: "", isOutlook: true };

/** Returns the scenarios whose months may follow the actual ones; none for a plan without actuals. */
export function outlookPlans(plan: Pick<Plan, "scenarios">): string[] {
  return hasActuals(plan) ? scenarioNames(plan).slice(1) : [];
}

function onlyOutlook(plan: Plan): string | undefined {
  const [only, ...others] = outlookPlans(plan);
  return others.length > 0 ? undefined : only;
}

export function hasOutlook(definition: TableDefinition | undefined): boolean {
  return definition?.columns.some(({ isOutlook }) => isOutlook) ?? false;
}

/** True if a table has an outlook, and the user has not yet said whose months follow the actual ones. */
export function isOutlookOpen(definition: TableDefinition): boolean {
  return definition.outlook === undefined && hasOutlook(definition);
}

/** Returns the months that the templates show of a plan whose actuals end with this month. */
export function actualMonths(last: string, settings: WorkbookSettings): TemplateMonths {
  const before = monthsBefore(last, fiscalYearOf(settings));
  const yearToDate = monthsLabel(monthsBetween(shiftMonth(last, -before), last));
  return {
    yearToDate,
    monthAndYear: `${monthsLabel([last])}, ${yearToDate}`,
    scenarios: yearToDate,
    rolling: monthsLabel(monthsBetween(shiftMonth(last, 1 - ROLLING), last)),
  };
}

/** Returns the codes of the last months of actuals: "current-11" to "current". */
function lastMonths(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at + 1 === count ? "current" : `current-${count - 1 - at}`));
}

/** Returns a flag for each scenario, so another plan finds its own, or the name if no flag is its own. Actuals come first. */
export function scenarioNames({ scenarios }: Pick<Plan, "scenarios">): string[] {
  const named = scenarios.map((scenario) => scenarioName(scenario, scenarios));
  const rank = (name: string) => [ACTUAL, "committed"].indexOf(name) >>> 0;
  return [...new Set(named)].sort((one, other) => rank(one) - rank(other));
}

/** Returns the flag that is the scenario's own, else its name. */
export function scenarioName(scenario: Scenario, scenarios: readonly Scenario[]): string {
  const flag = scenario.flags.find((each) => scenarios.filter(({ flags }) => flags.includes(each)).length === 1);
  return flag ?? scenario.name;
}

/** True if the first scenario is the plan's only one with actuals. */
export function hasActuals(plan: Pick<Plan, "scenarios">): boolean {
  return scenarioNames(plan)[0] === ACTUAL;
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
