/** The inputs that reports share, by what they mean. Pure. */

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

/** Inputs that name a scenario. */
export const SCENARIO_ROLES = new Set<InputRole>(["scenario", "base", "other", "actuals", "planned"]);

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

/** Returns undefined if the report has no such input. */
export function inputOf<Input extends SharedInput>(report: ReportInputs<Input>, role: InputRole): Input | undefined {
  return report.inputs.find((input) => input.role === role);
}

/** True if the base is a scenario of another plan. */
export function hasBasePlan(report: ReportInputs): boolean {
  return (inputOf(report, "basePlan")?.text ?? "") !== "";
}

/** True for the basis of P&L by month: its columns are months, whatever the others show. */
export function isOwnBasis(report: ReportInputs, role: InputRole): boolean {
  return role === "basis" && inputOf(report, "year") !== undefined;
}
