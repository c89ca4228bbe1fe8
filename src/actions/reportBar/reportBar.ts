/** The bar that changes the inputs of all reports. Loaded when first needed. */
import {
  chosenRoleOf,
  planChange,
  type ChosenRole,
  type InputChoice,
  type InputPlans,
  type PlannedChange,
} from "../../reports/sharedInputs";
import { parseAddress } from "../../sheet/address";
import { fiscalYearOf } from "../../sheet/months";
import { countReaders } from "../../workbook/reports/ownTables";
import { readReportInputs, type ReadInput, type ReadReport } from "../../workbook/reports/reportInputs";
import { restoreInputs, writeInputs, type InputChange } from "../../workbook/reports/writeInputs";
import { onChanged, runInBackground, setState, type StoreContext } from "../context";
import type { RunAlone } from "../snapshot";
import { barRows, scenarioOptions, shownPlan, shownText } from "./barRows";
import type { BarEffect, BarQuestion, BarState, ScenarioNumbers } from "./barState";
import { knownNumbers, lookAtNumbers, numbersKey, type Look, type NumbersSubject } from "./scenarioNumbers";

export interface BarActions {
  /** Reads the reports, and follows the workbook. Returns a function that stops this. */
  readonly follow: () => () => void;
  /** Chooses a content for all linked reports; undefined takes the choice back. Nothing is written yet. */
  readonly choose: (role: ChosenRole, text: string | undefined) => void;
  /** Chooses what stands in for a scenario that the plan does not have. */
  readonly substitute: (text: string, other: string) => void;
  readonly dropChoice: () => void;
  /** Writes the choice into all linked reports, or into none. */
  readonly apply: () => Promise<void>;
  /** Writes back what stood there before. */
  readonly goBack: () => Promise<void>;
  /** Asks the service for the EBIT of the scenarios that no cell has asked. */
  readonly showOthers: () => Promise<void>;
  /** Takes an input that the user has changed in one report as the choice for the others. */
  readonly noticeEdit: (address: string, worksheetId: string) => Promise<void>;
}

/** What the bar shows is worked out of this. */
interface Draft {
  readonly reports: readonly ReadReport[];
  readonly choice: InputChoice;
  readonly substitutes: Readonly<Record<string, string>>;
  /** The report in which the choice was made. */
  readonly edited: string | undefined;
  readonly written: readonly InputChange[] | undefined;
}

const EMPTY: Draft = { reports: [], choice: {}, substitutes: {}, edited: undefined, written: undefined };
const NO_CHOICE = { choice: {}, substitutes: {}, edited: undefined } as const;

/** @param run Runs an action on the workbook, one at a time. */
export function createBarActions(context: StoreContext, run: RunAlone): BarActions {
  let draft = EMPTY;
  let look: Look | undefined;
  const show = (next: Partial<Draft>) => {
    const own = (draft = { ...draft, ...next });
    setState(context, { reportBar: describe(context, own) });
    const isLatest = () => draft === own;
    void runInBackground(context, () => addTables(context, own, isLatest));
    void runInBackground(context, () => addNumbers(context, own, look, isLatest));
  };
  const read = async (next: Partial<Draft> = {}) => show({ ...next, reports: await readReportInputs() });
  return {
    follow: () => follow(context, () => void runInBackground(context, read)),
    choose(role, text) {
      const { [role]: _before, ...others } = draft.choice;
      show({ choice: text === undefined ? others : { ...others, [role]: text } });
    },
    substitute: (text, other) => show({ substitutes: { ...draft.substitutes, [text]: other } }),
    dropChoice: () => show(NO_CHOICE),
    apply: () =>
      run(async () => {
        const { inputs, missing, unknownPlans } = planned(context, draft);
        if (inputs.length === 0 || missing.length + unknownPlans.length > 0) return undefined;
        const { changes, isOneStep } = await finish(writeInputs(inputs), read);
        await read({ ...NO_CHOICE, written: changes });
        return { action: "inputs", reports: countReports(changes), isOneStep };
      }),
    goBack: () =>
      run(async () => {
        const { written } = draft;
        if (!written) return undefined;
        const restored = await finish(restoreInputs(written), read);
        await read({ ...NO_CHOICE, written: undefined });
        return { action: "inputsBack", ...restored };
      }),
    async showOthers() {
      const own = draft;
      const [subject, numbers] = [subjectOf(context, own), context.state.reportBar?.numbers];
      if (!subject || !numbers || numbers.isAsking) return;
      setNumbers(context, { ...numbers, isAsking: true });
      await runInBackground(context, async () => {
        look = await lookAtNumbers(context, subject, numbers);
      });
      await runInBackground(context, () => addNumbers(context, draft, look, () => true));
    },
    async noticeEdit(address, worksheetId) {
      const reports = await readReportInputs();
      const edited = editedInput(reports, address, worksheetId);
      const isOwn = edited && draft.written?.some((change) => isWrittenAs(change, edited));
      const role = edited && !isOwn && !edited.report.isUnlinked && chosenRoleOf(edited.input.role);
      if (!role || edited.input.isFormula) return void (draft.reports.length > 0 && show({ reports }));
      const before = draft.edited === edited.report.id || draft.edited === undefined ? draft.choice : {};
      const next = { reports, choice: { ...before, [role]: edited.input.text }, edited: edited.report.id };
      const change = planned(context, { ...draft, ...next });
      const isForOthers = [...change.inputs, ...change.missing, ...change.unknownPlans].length > 0;
      show(isForOthers ? next : { reports, ...(draft.edited && NO_CHOICE) });
    },
  };
}

/** Reads the workbook again after a failure, too: it may differ from what the bar shows. */
async function finish<T>(work: Promise<T>, read: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await read();
    throw error;
  }
}

/** Reads now, after each action on reports, after a refresh, and after other settings of the workbook. */
function follow(context: StoreContext, read: () => void): () => void {
  read();
  return onChanged(
    context,
    ({ inventory, refreshed, plans, settings }) => [inventory, refreshed, plans, settings],
    read,
  );
}

function inputPlans({ state, settings }: StoreContext): InputPlans {
  return { plans: state.plans ?? [], defaultPlan: settings.current.plan };
}

function planned(context: StoreContext, { reports, choice, substitutes }: Draft): PlannedChange<ReadInput> {
  return planChange(reports, choice, {
    ...inputPlans(context),
    fiscalYear: fiscalYearOf(context.settings.current),
    substitutes,
  });
}

function describe(context: StoreContext, draft: Draft): BarState {
  const { state, settings, now } = context;
  const { reports, choice, edited, written } = draft;
  const facts = {
    ...inputPlans(context),
    planMarks: state.planMarks,
    fiscalYear: fiscalYearOf(settings.current),
    month: settings.current.currentMonth ?? new Date(now()).toISOString().slice(0, 7),
  };
  const subject = subjectOf(context, draft);
  const numbers = state.reportBar?.numbers;
  return {
    reports: reports.map(({ id, sheet, isUnlinked }) => ({ id, sheet, isUnlinked })),
    rows: barRows(reports, choice, facts),
    choice,
    editedIn: reports.find(({ id }) => id === edited)?.sheet,
    effect: effectOf(planned(context, draft), draft),
    written,
    numbers: subject && numbers?.key === numbersKey(context, subject) ? numbers : undefined,
  };
}

function effectOf(change: PlannedChange<ReadInput>, { substitutes }: Draft): BarEffect | undefined {
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

async function addTables(context: StoreContext, draft: Draft, isLatest: () => boolean): Promise<void> {
  const { inputs } = planned(context, draft);
  if (inputs.length === 0) return;
  const cells = inputs.map(({ report: { sheet }, input: { row, column } }) => ({ sheet, row, column }));
  const tables = await countReaders(
    cells,
    draft.reports.map(({ sheet }) => sheet),
  );
  const { reportBar } = context.state;
  if (isLatest() && reportBar?.effect)
    setState(context, { reportBar: { ...reportBar, effect: { ...reportBar.effect, tables } } });
}

/** Returns undefined if the reports are about different plans, periods, bases or currencies. */
function subjectOf(context: StoreContext, { reports, choice }: Draft): NumbersSubject | undefined {
  const plans = inputPlans(context);
  const [period, basis, currency] = (["period", "basis", "currency"] as const).map((role) =>
    shownText(reports, choice, plans, role),
  );
  const plan = shownPlan(reports, choice, plans);
  if (!plan || period === undefined || basis === undefined || currency === undefined) return undefined;
  return { plan, period, basis, currency: currency || (context.settings.current.currency ?? plan.currency) };
}

async function addNumbers(
  context: StoreContext,
  draft: Draft,
  look: Look | undefined,
  isLatest: () => boolean,
): Promise<void> {
  const subject = subjectOf(context, draft);
  const numbers = subject && (await knownNumbers(context, subject, look));
  if (isLatest()) setNumbers(context, numbers);
}

function setNumbers(context: StoreContext, numbers: ScenarioNumbers | undefined): void {
  const { reportBar } = context.state;
  if (reportBar) setState(context, { reportBar: { ...reportBar, numbers } });
}

interface EditedInput {
  readonly report: ReadReport;
  readonly input: ReadInput;
}

function editedInput(reports: readonly ReadReport[], address: string, worksheetId: string): EditedInput | undefined {
  const area = parseAddress(address)?.area;
  const report = reports.find((each) => each.worksheetId === worksheetId);
  const input = report?.inputs.find(({ row, column }) => row === area?.row && column === area.column);
  return report && input && { report, input };
}

/** True if the input stands as the bar has written it. */
function isWrittenAs({ report, label, after }: InputChange, edited: EditedInput): boolean {
  return report === edited.report.id && label === edited.input.label && after === edited.input.text;
}

function countReports(changes: readonly InputChange[]): number {
  return new Set(changes.map(({ report }) => report)).size;
}
