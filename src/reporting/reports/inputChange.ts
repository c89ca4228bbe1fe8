/** What one choice for all reports changes in each of them. Pure. */
import type { Plan } from "../../insights";
import { scenarioNamed } from "../../numbers/language/nameTexts";
import { hasFlag, isSameName } from "../../numbers/language/names";
import type { FiscalYear } from "../../numbers/language/fiscalYear";
import {
  hasBasePlan,
  inputOf,
  isOwnBasis,
  SCENARIO_ROLES,
  type ChosenRole,
  type ReportInputs,
  type SharedInput,
} from "./inputRoles";
import { throughOfPeriod, yearOfPeriod } from "./periodInputs";
import { isSame, planOfInput, sharedTexts, type InputPlans } from "./sharedTexts";

/** The contents that are chosen for all linked reports. */
export type InputChoice = Readonly<Partial<Record<ChosenRole, string>>>;

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

export interface ChoiceFacts extends InputPlans {
  readonly fiscalYear: FiscalYear;
  /** What stands in for a scenario that the plan does not have, by its text. */
  readonly substitutes: Readonly<Record<string, string>>;
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
      return scenario !== undefined && namesActual(scenario, plan()) ? scenario : undefined;
    case "planned":
      return plannedText(selection, plan());
    case "year":
      return choice.year ?? (period === undefined ? undefined : yearOfPeriod(period, fiscalYear));
    case "through":
      return choice.through ?? (period === undefined ? undefined : throughOfPeriod(period, text, fiscalYear));
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
  return scenario === undefined || namesActual(scenario, plan) ? base : scenario;
}

/** True for the actuals. A text that names no scenario may still be their flag. */
function namesActual(text: string, plan: Plan | undefined): boolean {
  const scenario = scenarioNamed(plan, text);
  return scenario ? hasFlag(scenario, "actual") : isSameName(text, "actual");
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
