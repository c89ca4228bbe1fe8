/** The state of the bar that changes the inputs of all reports. */
import type { InputChoice, MissingScenario } from "../../../reporting/reports/inputChange";
import type { ChosenRole } from "../../../reporting/reports/inputRoles";
import type { SharedText } from "../../../reporting/reports/sharedTexts";
import type { InputChange } from "../../workbook/reports/writeInputs";

export interface BarOption {
  /** What is written into the inputs. */
  readonly text: string;
  readonly name: string;
}

/** One input of all reports. */
export interface BarRow {
  readonly role: ChosenRole;
  /** What can be chosen at a glance, the present contents among it. */
  readonly options: readonly BarOption[];
  /** What is chosen less often. */
  readonly others: readonly BarOption[];
  /** The text of the option that is chosen, or that all linked reports have; undefined if they differ. */
  readonly shown: string | undefined;
  /** The contents in linked reports, the most frequent first. */
  readonly now: readonly SharedText[];
}

/** A scenario that is missing, and what may stand in for it. */
export interface BarQuestion extends Pick<MissingScenario, "text"> {
  readonly plan: string;
  readonly options: readonly BarOption[];
  readonly answer: string | undefined;
}

/** What the choice changes, before it is done. */
export interface BarEffect {
  /** Of each report that changes, what its changed inputs are called. */
  readonly reports: readonly { readonly sheet: string; readonly labels: readonly string[] }[];
  /** The user's own tables that read one of these inputs; undefined until they are counted. */
  readonly tables: number | undefined;
  /** Inputs that stay, since a formula fills them: "Period in “Bridge”". */
  readonly formulas: readonly { readonly sheet: string; readonly label: string }[];
  readonly unknownPlans: readonly string[];
  readonly questions: readonly BarQuestion[];
}

/** The EBIT of a scenario. */
export interface ScenarioNumber extends BarOption {
  /** Undefined if it is not known. */
  readonly value: number | undefined;
  /** Why the service has no such number. */
  readonly reason?: string | undefined;
}

export interface ScenarioNumbers {
  /** For which numbers, to tell whether they are still those. */
  readonly key: string;
  /** ISO 4217; "" if neither the inputs, the workbook nor the plan has one. */
  readonly currency: string;
  readonly scenarios: readonly ScenarioNumber[];
  /** True if the service can be asked for unknown ones. */
  readonly isOpen: boolean;
  readonly isAsking: boolean;
}

export interface BarState {
  readonly reports: readonly { readonly id: string; readonly sheet: string; readonly isUnlinked: boolean }[];
  readonly rows: readonly BarRow[];
  readonly choice: InputChoice;
  /** The sheet of the report in which the choice was made; undefined if it was made in the pane. */
  readonly editedIn: string | undefined;
  /** Undefined without a choice that changes anything. */
  readonly effect: BarEffect | undefined;
  /** The last change, which Back takes back. */
  readonly written: readonly InputChange[] | undefined;
  /** Undefined if the reports are about different plans or periods. */
  readonly numbers: ScenarioNumbers | undefined;
}

export interface ReportBarSlice {
  /** The inputs of all reports. Undefined before they were read. */
  readonly reportBar?: BarState | undefined;
}
