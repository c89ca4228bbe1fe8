/** The inputs that reports share, and what one choice for all reports changes in each of them. Pure. */
import type { Plan } from "../insights";
import { planNamed, scenarioNamed } from "../language/nameTexts";
import { isSameName } from "../language/names";
import { isCurrent, parsePeriod } from "../language/periods";
import { yearOfMonth, type FiscalYear } from "../sheet/months";
import { CURRENT, FULL_YEAR } from "./timeCells";

/** What an input means in its report, by what it is called there. */
const LABELS = {
  plan: ["Plan"],
  scenario: ["Scenario", "To (scenario)"],
  base: ["Base scenario", "From (base)"],
  other: ["Second scenario"],
  actuals: ["Actuals"],
  planned: ["Plan scenario"],
  period: ["Period"],
  year: ["Year"],
  through: ["Actuals through"],
  basis: ["Basis"],
  basePlan: ["Base plan"],
  currency: ["Currency"],
  scale: ["Scale"],
} as const satisfies Record<string, readonly string[]>;

export type InputRole = keyof typeof LABELS;

const SCENARIO_ROLES = new Set<InputRole>(["scenario", "base", "other", "actuals", "planned"]);

/** What can be chosen for all reports. The other inputs follow from these, or stay as they are. */
export const CHOSEN_ROLES = [
  "plan",
  "scenario",
  "base",
  "period",
  "year",
  "through",
  "basis",
  "currency",
  "scale",
] as const satisfies readonly InputRole[];
export type ChosenRole = (typeof CHOSEN_ROLES)[number];

/** The contents that are chosen for all linked reports. */
export type InputChoice = Readonly<Partial<Record<ChosenRole, string>>>;

export interface SharedInput {
  readonly role: InputRole;
  /** As the report calls it. */
  readonly label: string;
  /** A month that Excel has turned into a date is a month again. */
  readonly text: string;
  /** True if a formula fills it. Nothing is written over a formula. */
  readonly isFormula: boolean;
}

export interface ReportInputs<Input extends SharedInput = SharedInput> {
  readonly id: string;
  readonly sheet: string;
  /** True if it keeps its own inputs. */
  readonly isUnlinked: boolean;
  readonly inputs: readonly Input[];
}

/** A scenario that is missing in the plan that a report will have. */
export interface MissingScenario {
  /** What the inputs hold, or would hold. */
  readonly text: string;
  readonly plan: Plan;
  /** True if all inputs with it may be blank. */
  readonly mayBeBlank: boolean;
}

export interface PlannedInput<Input extends SharedInput> {
  readonly report: ReportInputs<Input>;
  readonly input: Input;
  readonly to: string;
}

export interface PlannedChange<Input extends SharedInput> {
  readonly inputs: readonly PlannedInput<Input>[];
  /** Nothing can be written before each has a substitute. */
  readonly missing: readonly MissingScenario[];
  /** Plans that are not listed, so that their scenarios cannot be checked. */
  readonly unknownPlans: readonly string[];
  /** Inputs that a formula fills. */
  readonly formulas: readonly PlannedInput<Input>[];
}

/** The plans that inputs can name. */
export interface InputPlans {
  /** All plans of the service; none if they are not known. */
  readonly plans: readonly Plan[];
  /** The id of the workbook's plan, which a blank input means. */
  readonly defaultPlan: string | undefined;
}

export interface ChoiceFacts extends InputPlans {
  readonly fiscalYear: FiscalYear;
  /** What stands in for a scenario that the plan does not have, by its text. */
  readonly substitutes: Readonly<Record<string, string>>;
}

/** Returns undefined for an input that reports do not share. @param labels What it is called now, and in older reports. */
export function roleOf(labels: readonly string[]): InputRole | undefined {
  const known = Object.entries(LABELS) as [InputRole, readonly string[]][];
  return known.find(([, own]) => labels.some((label) => own.includes(label)))?.[0];
}

/** Returns what is chosen for all if someone changes an input with this role in one report; undefined for one that stays there. */
export function chosenRoleOf(role: InputRole): ChosenRole | undefined {
  if (role === "actuals") return "scenario";
  if (role === "planned") return "base";
  return CHOSEN_ROLES.find((each) => each === role);
}

/** A content of a role, and how many linked reports have it. */
export interface SharedText {
  readonly text: string;
  readonly reports: number;
}

/** Returns the contents of a role in linked reports, the most frequent first. P&L by month counts if no other report has it. */
export function sharedTexts(reports: readonly ReportInputs[], role: ChosenRole, plans: InputPlans): SharedText[] {
  const linked = reports.filter(({ isUnlinked }) => !isUnlinked);
  const byMonth = { scenario: "actuals", base: "planned" } as const;
  const own = textsOf(linked, role, plans);
  return own.length === 0 && (role === "scenario" || role === "base") ? textsOf(linked, byMonth[role], plans) : own;
}

function textsOf(reports: readonly ReportInputs[], role: InputRole, plans: InputPlans): SharedText[] {
  const found: { text: string; reports: number }[] = [];
  for (const report of reports) {
    const input = inputOf(report, role);
    if (!input || isOwnBasis(report, role)) continue;
    const plan = planOfInput(inputOf(report, "plan")?.text ?? "", plans);
    const same = found.find(({ text }) => isSame(role, text, input.text, { ...plans, plan }));
    if (same) same.reports += 1;
    else found.push({ text: input.text, reports: 1 });
  }
  return found.sort((one, other) => other.reports - one.reports);
}

/** Plans what a choice changes in the linked reports. Contents that mean the same stay as they are. */
export function planChange<Input extends SharedInput>(
  reports: readonly ReportInputs<Input>[],
  choice: InputChoice,
  facts: ChoiceFacts,
): PlannedChange<Input> {
  const now = (role: ChosenRole) => {
    const [only, ...others] = sharedTexts(reports, role, facts);
    return others.length === 0 ? only?.text : undefined;
  };
  const whole: Selection = {
    choice,
    scenario: choice.scenario ?? now("scenario"),
    base: choice.base ?? now("base"),
  };
  const planned = reports.filter(({ isUnlinked }) => !isUnlinked).map((report) => planReport(report, whole, facts));
  const inputs = planned.flatMap((each) => each.inputs);
  return {
    inputs: inputs.filter(({ input }) => !input.isFormula),
    formulas: inputs.filter(({ input }) => input.isFormula),
    missing: uniteMissing(planned.flatMap((each) => each.missing)),
    unknownPlans: [...new Set(planned.flatMap((each) => each.unknownPlans))],
  };
}

/** A choice, with the scenarios that all reports have then; undefined if they differ. */
interface Selection {
  readonly choice: InputChoice;
  readonly scenario: string | undefined;
  readonly base: string | undefined;
}

function planReport<Input extends SharedInput>(
  report: ReportInputs<Input>,
  selection: Selection,
  facts: ChoiceFacts,
): PlannedChange<Input> {
  const before = inputOf(report, "plan")?.text ?? "";
  const after = planAfter(report, selection);
  const plan = planOfInput(after, facts);
  const movesPlan = !isSame("plan", before, after, facts);
  const inputs: PlannedInput<Input>[] = [];
  const missing: MissingScenario[] = [];
  let isUnknown = movesPlan && !plan;
  for (const input of report.inputs) {
    const wanted = wantedText(report, input, selection, facts);
    const isChanged = wanted !== undefined && !isSame(input.role, input.text, wanted, { ...facts, plan });
    const text = wanted ?? input.text;
    if (!isScenario(report, input) || text === "") {
      if (isChanged) inputs.push({ report, input, to: text });
    } else if (movesPlan || isChanged) {
      const found = plan && substituteFor(text, input, plan, facts);
      if (!plan) isUnknown = true;
      else if (found === undefined) missing.push({ text, plan, mayBeBlank: input.role === "other" });
      else if (isChanged || found !== text) inputs.push({ report, input, to: found });
    }
  }
  return { inputs, missing, formulas: [], unknownPlans: isUnknown ? [after] : [] };
}

/** Returns the text, or what stands in for it, if the plan has that scenario; undefined if it has neither. */
function substituteFor(
  text: string,
  { role }: SharedInput,
  plan: Plan,
  { substitutes }: ChoiceFacts,
): string | undefined {
  if (scenarioNamed(plan, text)) return text;
  const found = substitutes[text];
  if (found === "") return role === "other" ? "" : undefined;
  return found !== undefined && scenarioNamed(plan, found) ? found : undefined;
}

function planAfter(report: ReportInputs, { choice }: Selection): string {
  const input = inputOf(report, "plan");
  return (input?.isFormula ? undefined : choice.plan) ?? input?.text ?? "";
}

/** True if the input holds a scenario of the report's plan. With a plan of its own the base is not one. */
function isScenario(report: ReportInputs, { role }: SharedInput): boolean {
  return SCENARIO_ROLES.has(role) && !(role === "base" && hasBasePlan(report));
}

/** Returns the content that a choice means for an input; undefined if it stays as it is. */
function wantedText(
  report: ReportInputs,
  { role, text }: SharedInput,
  selection: Selection,
  facts: ChoiceFacts,
): string | undefined {
  const { fiscalYear } = facts;
  const { choice } = selection;
  const { period, scenario } = choice;
  const plan = () => planOfInput(planAfter(report, selection), facts);
  switch (role) {
    case "base":
      return hasBasePlan(report) ? undefined : choice.base;
    case "actuals":
      return scenario !== undefined && isActual(scenario, plan()) ? scenario : undefined;
    case "planned":
      return plannedText(selection, plan());
    case "year":
      return choice.year ?? (period === undefined ? undefined : yearOf(period, fiscalYear));
    case "through":
      return choice.through ?? (period === undefined ? undefined : throughOf(period, text, fiscalYear));
    case "basis":
      return isOwnBasis(report, role) ? undefined : choice.basis;
    case "other":
    case "basePlan":
      return undefined;
    default:
      return choice[role];
  }
}

/** P&L by month shows actuals, then a plan: the scenario that is no actual one, else the one that it is compared with. */
function plannedText({ choice, scenario, base }: Selection, plan: Plan | undefined): string | undefined {
  if (choice.scenario === undefined && choice.base === undefined) return undefined;
  return scenario === undefined || isActual(scenario, plan) ? base : scenario;
}

function isActual(text: string, plan: Plan | undefined): boolean {
  const scenario = scenarioNamed(plan, text);
  return scenario ? scenario.flags.some((flag) => isSameName(flag, "actual")) : isSameName(text, "actual");
}

function isFullYear(period: string): boolean {
  return period.trim() === "" || isSameName(period, FULL_YEAR);
}

/** Returns the fiscal year in which a period ends; undefined for a text that is no period, which leaves the year as it is. */
function yearOf(period: string, fiscalYear: FiscalYear): string | undefined {
  if (isFullYear(period) || isSameName(period, CURRENT)) return FULL_YEAR;
  const last = endOf(period, fiscalYear);
  return last && String(yearOfMonth(last, fiscalYear));
}

/**
 * Returns the month up to which a report by month shows actuals: the period's last one. A full year has no such month, so it is the current
 * one. A report that shows no actuals stays so.
 */
function throughOf(period: string, before: string, fiscalYear: FiscalYear): string | undefined {
  if (before.trim() === "") return undefined;
  if (isFullYear(period)) return CURRENT;
  return isCurrent(period) ? period : endOf(period, fiscalYear);
}

/** Returns the last month of a period, as YYYY-MM. */
function endOf(period: string, fiscalYear: FiscalYear): string | undefined {
  return parsePeriod(period.split(":").at(-1) ?? "", 1900, fiscalYear)?.last.slice(0, 7);
}

function hasBasePlan(report: ReportInputs): boolean {
  return (inputOf(report, "basePlan")?.text ?? "") !== "";
}

/** True for the basis of P&L by month: its columns are months, whatever the others show. */
function isOwnBasis(report: ReportInputs, role: InputRole): boolean {
  return role === "basis" && inputOf(report, "year") !== undefined;
}

function inputOf<Input extends SharedInput>(report: ReportInputs<Input>, role: InputRole): Input | undefined {
  return report.inputs.find((input) => input.role === role);
}

/** Returns the plan that an input names, or the workbook's for a blank one; undefined if it is not listed. */
export function planOfInput(text: string, { plans, defaultPlan = "" }: InputPlans): Plan | undefined {
  return planNamed(plans, text.trim() || defaultPlan);
}

/** All plans, and the one whose scenarios are compared. */
interface Compared extends InputPlans {
  readonly plan?: Plan | undefined;
}

/** True if two contents mean the same: a flag and the name of its scenario do. */
export function isSame(role: InputRole, one: string, other: string, { plan, ...plans }: Compared): boolean {
  if (isSameName(one, other)) return true;
  const find = SCENARIO_ROLES.has(role)
    ? (text: string) => scenarioNamed(plan, text)
    : role === "plan"
      ? (text: string) => planOfInput(text, plans)
      : () => undefined;
  const found = find(one);
  if (found) return found === find(other);
  return (role === "period" || role === "year") && isFullYear(one) && isFullYear(other);
}

function uniteMissing(missing: readonly MissingScenario[]): MissingScenario[] {
  const united = new Map<string, MissingScenario>();
  for (const each of missing) {
    const key = JSON.stringify([each.plan.id, each.text]);
    const mayBeBlank = each.mayBeBlank && (united.get(key)?.mayBeBlank ?? true);
    united.set(key, { ...each, mayBeBlank });
  }
  return [...united.values()];
}
