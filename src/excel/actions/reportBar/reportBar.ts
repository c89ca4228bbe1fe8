/** The bar that changes the inputs of all reports. Loaded when first needed. */
import { chosenRoleOf, type ChosenRole } from "../../../reporting/reports/inputRoles";
import { onEdit } from "../../workbook/edits";
import type { FormulaAt } from "../../workbook/cells/formulaCells";
import { countReaders, readOwnFormulas } from "../../workbook/reports/ownTables";
import { readReportInputs } from "../../workbook/reports/reportInputs";
import { restoreInputs, writeInputs, type InputChange } from "../../workbook/reports/writeInputs";
import { onChanged, runInBackground, setState, stopperOf, type StoreContext } from "../context";
import { followWritten } from "../refresh/followedCells";
import type { RunAlone } from "../reports/snapshot";
import { describeBar, NO_CHOICE, NO_DRAFT, subjectOfNumbers, changeOfChoice, type BarDraft } from "./barDraft";
import type { ScenarioNumbers } from "./barState";
import { findEditedInput, isWrittenAs } from "./editedInput";
import { knownNumbers, lookAtNumbers, type Look } from "./scenarioNumbers";

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

interface OpenBar {
  readonly context: StoreContext;
  draft: BarDraft;
  look: Look | undefined;
  /** The formulas outside of reports as the workbook is now; undefined until they are needed. */
  ownFormulas: Promise<readonly FormulaAt[]> | undefined;
}

/** @param run Runs an action on the workbook, one at a time. */
export function createBarActions(context: StoreContext, run: RunAlone): BarActions {
  const bar: OpenBar = { context, draft: NO_DRAFT, look: undefined, ownFormulas: undefined };
  return {
    follow: () => follow(bar),
    choose(role, text) {
      const { [role]: _before, ...others } = bar.draft.choice;
      show(bar, { choice: text === undefined ? others : { ...others, [role]: text } });
    },
    substitute: (text, other) => show(bar, { substitutes: { ...bar.draft.substitutes, [text]: other } }),
    dropChoice: () => show(bar, NO_CHOICE),
    apply: () => run(() => apply(bar)),
    goBack: () => run(() => goBack(bar)),
    showOthers: () => showOthers(bar),
    noticeEdit: (address, worksheetId) => noticeEdit(bar, address, worksheetId),
  };
}

/** Shows a draft. Own tables and numbers follow. */
function show(bar: OpenBar, next: Partial<BarDraft>): void {
  const { context } = bar;
  const own = (bar.draft = { ...bar.draft, ...next });
  setState(context, { reportBar: describeBar(context, own) });
  const isLatest = () => bar.draft === own;
  void runInBackground(context, () => addTables(bar, isLatest));
  void runInBackground(context, () => addNumbers(bar, isLatest));
}

async function read(bar: OpenBar, next: Partial<BarDraft> = {}): Promise<void> {
  const reports = await readReportInputs();
  bar.ownFormulas = undefined;
  show(bar, { ...next, reports });
}

/** Reads now, after each action on reports, after a refresh, and after other settings of the workbook. */
function follow(bar: OpenBar): () => void {
  const { context } = bar;
  const readAgain = () => void runInBackground(context, () => read(bar));
  readAgain();
  const stopEdits = stopperOf(onEdit(() => (bar.ownFormulas = undefined)));
  const stopState = onChanged(
    context,
    ({ inventory, refreshed, plans, settings }) => [inventory, refreshed, plans, settings],
    readAgain,
  );
  return () => {
    stopEdits();
    stopState();
  };
}

async function apply(bar: OpenBar): ReturnType<Parameters<RunAlone>[0]> {
  const { inputs, missing, unknownPlans } = changeOfChoice(bar.context, bar.draft);
  if (inputs.length === 0 || missing.length + unknownPlans.length > 0) return undefined;
  const { changes, isOneStep } = await finish(bar, writeInputs(inputs));
  followWritten(bar.context);
  await read(bar, { ...NO_CHOICE, written: changes });
  return { action: "inputs", reports: countReports(changes), isOneStep };
}

async function goBack(bar: OpenBar): ReturnType<Parameters<RunAlone>[0]> {
  const { written } = bar.draft;
  if (!written) return undefined;
  const restored = await finish(bar, restoreInputs(written));
  followWritten(bar.context);
  await read(bar, { ...NO_CHOICE, written: undefined });
  return { action: "inputsBack", ...restored };
}

/** Reads the workbook again after a failure, too: it may differ from what the bar shows. */
async function finish<T>(bar: OpenBar, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await read(bar);
    throw error;
  }
}

async function showOthers(bar: OpenBar): Promise<void> {
  const { context, draft } = bar;
  const [subject, numbers] = [subjectOfNumbers(context, draft), context.state.reportBar?.numbers];
  if (!subject || !numbers || numbers.isAsking) return;
  setNumbers(context, { ...numbers, isAsking: true });
  await runInBackground(context, async () => {
    bar.look = await lookAtNumbers(context, subject, numbers);
  });
  await runInBackground(context, () => addNumbers(bar, () => true));
}

async function noticeEdit(bar: OpenBar, address: string, worksheetId: string): Promise<void> {
  const reports = await readReportInputs();
  bar.ownFormulas = undefined;
  const { context, draft } = bar;
  const edited = findEditedInput(reports, address, worksheetId);
  const isOwn = edited && draft.written?.some((change) => isWrittenAs(change, edited));
  const role = edited && !isOwn && !edited.report.isUnlinked && chosenRoleOf(edited.input.role);
  if (!role || edited.input.isFormula) return void (draft.reports.length > 0 && show(bar, { reports }));
  const before = draft.edited === edited.report.id || draft.edited === undefined ? draft.choice : {};
  const next = { reports, choice: { ...before, [role]: edited.input.text }, edited: edited.report.id };
  const change = changeOfChoice(context, { ...draft, ...next });
  const isForOthers = [...change.inputs, ...change.missing, ...change.unknownPlans].length > 0;
  show(bar, isForOthers ? next : { reports, ...(draft.edited && NO_CHOICE) });
}

async function addTables(bar: OpenBar, isLatest: () => boolean): Promise<void> {
  const { context, draft } = bar;
  const { inputs } = changeOfChoice(context, draft);
  if (inputs.length === 0) return;
  const cells = inputs.map(({ report: { sheet }, input: { row, column } }) => ({ sheet, row, column }));
  const reading = (bar.ownFormulas ??= readOwnFormulas(draft.reports.map(({ sheet }) => sheet)));
  const formulas = await reading.catch((error: unknown) => {
    if (bar.ownFormulas === reading) bar.ownFormulas = undefined;
    throw error;
  });
  const { reportBar } = context.state;
  if (!isLatest() || !reportBar?.effect) return;
  const effect = { ...reportBar.effect, tables: countReaders(cells, formulas) };
  setState(context, { reportBar: { ...reportBar, effect } });
}

async function addNumbers(bar: OpenBar, isLatest: () => boolean): Promise<void> {
  const { context, draft, look } = bar;
  const subject = subjectOfNumbers(context, draft);
  const numbers = subject && (await knownNumbers(context, subject, look));
  if (isLatest()) setNumbers(context, numbers);
}

function setNumbers(context: StoreContext, numbers: ScenarioNumbers | undefined): void {
  const { reportBar } = context.state;
  if (reportBar) setState(context, { reportBar: { ...reportBar, numbers } });
}

function countReports(changes: readonly InputChange[]): number {
  return new Set(changes.map(({ report }) => report)).size;
}
