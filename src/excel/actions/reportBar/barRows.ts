/** What the bar offers for each input. Pure. */
import type { Plan } from "../../../insights";
import { PROPER_BASES } from "../../../numbers/language/bases";
import { nameOrId, scenarioText } from "../../../numbers/language/nameTexts";
import type { InputChoice } from "../../../reporting/reports/inputChange";
import { SCENARIO_ROLES, type ChosenRole, type ReportInputs } from "../../../reporting/reports/inputRoles";
import {
  isSame,
  nameInReports,
  planOfInput,
  sharedTexts,
  type InputPlans,
} from "../../../reporting/reports/sharedTexts";
import { firstOfYear, yearOfMonth, type FiscalYear } from "../../../numbers/language/fiscalYear";
import { isMonth, monthsFrom } from "../../../numbers/language/months";
import { yearOfPlan } from "../../../reporting/tables/definition";
import type { PlanMarks } from "../connection/planMarks";
import type { BarOption, BarRow } from "./barState";

/** The inputs that the bar shows, in this order. */
const ROLES = ["plan", "scenario", "base", "period", "basis", "currency"] as const satisfies readonly ChosenRole[];
type RowRole = (typeof ROLES)[number];

const [MOST_PLANS, FULL_YEAR, CURRENT, PERIOD] = [4, "Full year", "current", "Period"];

export interface RowFacts extends InputPlans {
  readonly planMarks: PlanMarks;
  readonly fiscalYear: FiscalYear;
  /** YYYY-MM; of the year whose months are offered unless a plan or period names another one. */
  readonly month: string;
}

/** Returns a row for each input that linked reports have. */
export function barRows(reports: readonly ReportInputs[], choice: InputChoice, facts: RowFacts): BarRow[] {
  const shown = (role: RowRole) => shownText(reports, choice, facts, role);
  const plan = shownPlan(reports, choice, facts);
  return ROLES.flatMap((role): BarRow[] => {
    const now = sharedTexts(reports, role, facts);
    if (now.length === 0) return [];
    const offered = offersOf(role, { ...facts, plan, period: shown("period") });
    const present = [...now.map(({ text }) => text), ...(choice[role] === undefined ? [] : [choice[role]])];
    const compared = { ...facts, plan };
    const options = [...offered.first];
    for (const text of present) {
      const known = (each: BarOption) => isSame(role, each.text, text, compared);
      if (options.some(known)) continue;
      const name = SCENARIO_ROLES.has(role) ? nameInReports(reports, text, facts) : text;
      options.push(offered.others.find(known) ?? { text, name });
    }
    const others = offered.others.filter((other) => !options.includes(other));
    const chosen = shown(role);
    const found = options.find(({ text }) => chosen !== undefined && isSame(role, text, chosen, compared));
    return [{ role, options, others, shown: found?.text, now }];
  });
}

/** Returns what is chosen, or what all linked reports have; undefined if they differ. */
export function shownText(
  reports: readonly ReportInputs[],
  choice: InputChoice,
  plans: InputPlans,
  role: ChosenRole,
): string | undefined {
  const [only, ...others] = sharedTexts(reports, role, plans);
  return choice[role] ?? (others.length === 0 ? only?.text : undefined);
}

/** Returns the plan that is chosen, or that all linked reports have; undefined if they differ, or if it is not listed. */
export function shownPlan(reports: readonly ReportInputs[], choice: InputChoice, plans: InputPlans): Plan | undefined {
  const text = shownText(reports, choice, plans, "plan");
  return text === undefined ? undefined : planOfInput(text, plans);
}

interface Offered {
  readonly first: readonly BarOption[];
  readonly others: readonly BarOption[];
}

interface OfferFacts extends RowFacts {
  readonly plan: Plan | undefined;
  readonly period: string | undefined;
}

function offersOf(role: RowRole, facts: OfferFacts): Offered {
  const { plans, planMarks, plan } = facts;
  switch (role) {
    case "plan": {
      const marked = [...planMarks.favourites, ...planMarks.recent];
      const rank = ({ id }: Plan) => marked.indexOf(id) >>> 0;
      const sorted = [...plans].sort((one, other) => rank(one) - rank(other));
      const options = sorted.map((each) => ({ text: nameOrId(each, plans), name: each.name }));
      return { first: options.slice(0, MOST_PLANS), others: options.slice(MOST_PLANS) };
    }
    case "scenario":
    case "base":
      return { first: plan ? scenarioOptions(plan) : [], others: [] };
    case "period":
      return periodOffers(facts);
    case "basis":
      return { first: sameNames([PERIOD, ...PROPER_BASES]), others: [] };
    default:
      return { first: sameNames([...new Set(plans.map(({ currency }) => currency))].filter(Boolean)), others: [] };
  }
}

export function scenarioOptions({ scenarios }: Plan): BarOption[] {
  return scenarios.map((scenario) => ({ text: scenarioText(scenario, scenarios), name: scenario.name }));
}

/** Offers the months of the year that the period or the plan names, then its quarters and halves and the years around it. */
function periodOffers({ plan, period = "", fiscalYear, month }: OfferFacts): Offered {
  const named = isMonth(period) ? yearOfMonth(period, fiscalYear) : Number(/^\d{4}/.exec(period)?.[0]) || undefined;
  const year = named ?? (plan && yearOfPlan(plan)) ?? yearOfMonth(month, fiscalYear);
  const parts = ["Q1", "Q2", "Q3", "Q4", "H1", "H2"].map((part) => `${year}-${part}`);
  const around = [year - 1, year + 1].flatMap((each) => [
    String(each),
    ...monthsFrom(firstOfYear(each, fiscalYear), 12),
  ]);
  return {
    first: sameNames([FULL_YEAR, CURRENT, ...monthsFrom(firstOfYear(year, fiscalYear), 12)]),
    others: sameNames([...parts, String(year), ...around]),
  };
}

function sameNames(texts: readonly string[]): BarOption[] {
  return texts.map((text) => ({ text, name: text }));
}
