/** What contents of inputs mean, and which of them reports share. Pure. */
import type { Plan } from "../../insights";
import { planNamed, scenarioNamed } from "../../numbers/language/nameTexts";
import { isSameName } from "../../numbers/language/names";
import { inputOf, isOwnBasis, SCENARIO_ROLES, type ChosenRole, type InputRole, type ReportInputs } from "./inputRoles";
import { FULL_YEAR } from "./timeCells";

/** The plans that inputs can name. */
export interface InputPlans {
  /** All plans of the service; none if they are not known. */
  readonly plans: readonly Plan[];
  /** The id of the workbook's plan, which a blank input means. */
  readonly defaultPlan: string | undefined;
}

/** Returns the plan that an input names, or the workbook's for a blank one; undefined if it is not listed. */
export function planOfInput(text: string, { plans, defaultPlan = "" }: InputPlans): Plan | undefined {
  return planNamed(plans, text.trim() || defaultPlan);
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
  const found: { text: string; plans: (Plan | undefined)[] }[] = [];
  for (const report of reports) {
    const input = inputOf(report, role);
    if (!input || isOwnBasis(report, role)) continue;
    const plan = planOf(report, plans);
    // A flag and a name may mean one scenario in one plan, and two in another.
    const same = found.find(({ text, plans: others }) =>
      [plan, ...others].every((each) => isSame(role, text, input.text, { ...plans, plan: each })),
    );
    if (same) same.plans.push(plan);
    else found.push({ text: input.text, plans: [plan] });
  }
  const counted = found.map(({ text, plans: { length } }): SharedText => ({ text, reports: length }));
  return counted.sort((one, other) => other.reports - one.reports);
}

function planOf(report: ReportInputs, plans: InputPlans): Plan | undefined {
  return planOfInput(inputOf(report, "plan")?.text ?? "", plans);
}

/** Returns the name of the scenario that a text means in the plans of all linked reports; the text itself if they differ. */
export function nameInReports(reports: readonly ReportInputs[], text: string, plans: InputPlans): string {
  const linked = reports.filter(({ isUnlinked }) => !isUnlinked);
  const names = new Set(linked.map((report) => scenarioNamed(planOf(report, plans), text)?.name));
  const [name, ...others] = names;
  return others.length === 0 ? (name ?? text) : text;
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
  return (role === "period" || role === "year") && meansFullYear(one) && meansFullYear(other);
}

/** True if a period is the whole year, also if it is blank. */
export function meansFullYear(period: string): boolean {
  return period.trim() === "" || isSameName(period, FULL_YEAR);
}
