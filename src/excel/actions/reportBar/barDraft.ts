/** What is chosen in the bar, and what the bar shows of it. Pure. */
import { planChange, type InputChoice, type PlannedChange } from "../../../reporting/reports/inputChange";
import type { ReportInputs } from "../../../reporting/reports/inputRoles";
import type { InputPlans } from "../../../reporting/reports/sharedTexts";
import { fiscalYearOf } from "../../../numbers/language/fiscalYear";
import type { ReadInput, ReadReport } from "../../workbook/reports/reportInputs";
import type { InputChange } from "../../workbook/reports/writeInputs";
import type { StoreContext } from "../context";
import { barRows, scenarioOptions, shownPlan, shownText } from "./barRows";
import type { BarEffect, BarQuestion, BarState } from "./barState";
import { numbersKey, type NumbersSubject } from "./scenarioNumbers";

/** What the bar shows is worked out of this. */
export interface BarDraft {
  readonly reports: readonly ReadReport[];
  readonly choice: InputChoice;
  readonly substitutes: Readonly<Record<string, string>>;
  /** The report in which the choice was made. */
  readonly edited: string | undefined;
  readonly written: readonly InputChange[] | undefined;
}

export const NO_CHOICE = { choice: {}, substitutes: {}, edited: undefined } as const;
export const NO_DRAFT: BarDraft = { ...NO_CHOICE, reports: [], written: undefined };

/** Returns what the choice changes. */
export function changeOfChoice(
  context: StoreContext,
  { reports, choice, substitutes }: BarDraft,
): PlannedChange<ReadInput> {
  return planChange(reports, choice, {
    ...inputPlans(context),
    fiscalYear: fiscalYearOf(context.settings.current),
    substitutes,
  });
}

/** Returns the state, without what takes longer: own tables, and numbers that are not those shown now. */
export function describeBar(context: StoreContext, draft: BarDraft): BarState {
  const { state, settings, now } = context;
  const { reports, choice, edited, written } = draft;
  const facts = {
    ...inputPlans(context),
    planMarks: state.planMarks,
    fiscalYear: fiscalYearOf(settings.current),
    month: settings.current.currentMonth ?? new Date(now()).toISOString().slice(0, 7),
  };
  const subject = subjectOfNumbers(context, draft);
  const numbers = state.reportBar?.numbers;
  return {
    reports: reports.map(({ id, sheet, isUnlinked }) => ({ id, sheet, isUnlinked })),
    rows: barRows(reports, choice, facts),
    choice,
    editedIn: reports.find(({ id }) => id === edited)?.sheet,
    effect: effectOf(changeOfChoice(context, draft), draft),
    written,
    numbers: subject && numbers?.key === numbersKey(context, subject) ? numbers : undefined,
  };
}

/** Returns undefined if the reports are about different plans, periods, bases or currencies. */
export function subjectOfNumbers(
  context: StoreContext,
  { reports, choice }: { readonly reports: readonly ReportInputs[]; readonly choice: InputChoice },
): NumbersSubject | undefined {
  const plans = inputPlans(context);
  const [period, basis, currency] = (["period", "basis", "currency"] as const).map((role) =>
    shownText(reports, choice, plans, role),
  );
  const plan = shownPlan(reports, choice, plans);
  if (!plan || period === undefined || basis === undefined || currency === undefined) return undefined;
  return { plan, period, basis, currency: currency || (context.settings.current.currency ?? plan.currency) };
}

function inputPlans({ state, settings }: StoreContext): InputPlans {
  return { plans: state.plans ?? [], defaultPlan: settings.current.plan };
}

function effectOf(change: PlannedChange<ReadInput>, { substitutes }: BarDraft): BarEffect | undefined {
  const { inputs, missing, formulas, unknownPlans } = change;
  if (inputs.length + missing.length + formulas.length + unknownPlans.length === 0) return undefined;
  const labels = new Map<string, string[]>();
  for (const { report, input } of inputs) labels.set(report.sheet, [...(labels.get(report.sheet) ?? []), input.label]);
  return {
    reports: [...labels].map(([sheet, own]) => ({ sheet, labels: own })),
    tables: inputs.length === 0 ? 0 : undefined,
    formulas: formulas.map(({ report, input }) => ({ sheet: report.sheet, label: input.label })),
    unknownPlans,
    questions: missing.map(({ text, plan, mayBeBlank }): BarQuestion => ({
      text,
      plan: plan.name,
      options: [...scenarioOptions(plan), ...(mayBeBlank ? [{ text: "", name: "" }] : [])],
      answer: substitutes[text],
    })),
  };
}
