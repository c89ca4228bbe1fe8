/** Explains a cell: the numbers behind it, their questions and answers, and their parts. */
import { traceCell, type CellNumber, type CellTrace } from "../workbook/explain/cellNumbers";
import type { Dimension } from "../analysis/parts";
import { divide, type Division } from "../analysis/division";
import { explainNumber, isOtherNumber, numberKind, titleOf } from "../analysis/explainedNumber";
import { planOfCall } from "../analysis/question";
import { shownVariance } from "../analysis/shownVariance";
import { writeParts } from "../workbook/explain/writeParts";
import { onActiveCell, readActiveCell } from "../workbook/insertion";
import { failureOf, plansKnown, runAction, setState, stopperOf, type StoreContext } from "./context";
import { explaining } from "./explaining";
import type { Explanation, ExplainStep } from "./storeState";

export interface ExplainActions {
  /** Explains the active cell, and follows the selection. Returns a function that stops this. */
  readonly followCell: () => () => void;
  /** Explains one of the numbers behind the cell. */
  readonly chooseNumber: (index: number) => Promise<void>;
  /** Divides the number that is shown. Sends no requests. */
  readonly divideBy: (dimension: Dimension) => Promise<void>;
  /** Divides it with the requests that this takes. */
  readonly askService: () => Promise<void>;
  /** Opens a part as the next step. */
  readonly openPart: (index: number) => Promise<void>;
  /** Returns to a step of the path, from 0; to the list of numbers by -1. */
  readonly goBack: (step: number) => void;
  /** Writes the parts as live formulas on a new sheet. */
  readonly writeParts: () => Promise<void>;
}

const NOTHING = { numbers: [], unread: [], isCut: false, steps: [] } as const;
/** Milliseconds after which a change of the workbook's numbers is followed. */
const PAUSE = 500;

export function createExplainActions(context: StoreContext): ExplainActions {
  let cells: readonly CellNumber[] = [];
  let reads = 0;
  let chosen: Dimension | undefined;
  const read = async () => {
    const own = (reads += 1);
    const isStill = () => own === reads;
    try {
      const { address } = await readActiveCell();
      if (!isStill()) return;
      const before = shown(context);
      if (before?.address !== address) setState(context, { explanation: { ...NOTHING, address, state: "reading" } });
      const trace = await traceShown(context, address);
      const isRead = before?.address === address && before.state === "done";
      if (!isStill() || (isRead && isSameTrace(cells, trace.numbers))) return;
      const { explanation, step } = await describeTrace(context, address, trace);
      if (!isStill()) return;
      cells = trace.numbers;
      setState(context, { explanation });
      if (step) await openStep(context, step, 0, chosen);
    } catch (error) {
      const { message } = failureOf(error);
      if (isStill()) setState(context, { explanation: { ...NOTHING, address: "", state: "failed", message } });
    }
  };
  const current = () => shown(context)?.steps.at(-1);
  return {
    followCell: () =>
      follow(
        context,
        () => void read(),
        () => (reads += 1),
      ),
    async chooseNumber(index) {
      const number = cells[index];
      if (number) await openComputed(context, explainNumber(number.call, explaining(context), number), 0, chosen);
    },
    async divideBy(dimension) {
      chosen = dimension;
      await divideStep(context, current(), dimension, false);
    },
    askService: () => divideStep(context, current(), current()?.dimension, true),
    async openPart(index) {
      const { division, isNewer } = current() ?? {};
      const part = division?.state === "done" ? division.parts[index] : undefined;
      if (!part?.call) return;
      const explained = explainNumber(part.call, explaining(context));
      const opened = explained.then((step) => ({ ...step, label: part.label || step.label, isNewer }));
      await openComputed(context, opened, shown(context)?.steps.length ?? 0);
    },
    goBack(step) {
      const explanation = shown(context);
      if (explanation)
        setState(context, { explanation: { ...explanation, steps: explanation.steps.slice(0, step + 1) } });
    },
    writeParts: () => runAction(context, () => writeStep(context, current())),
  };
}

/** Finds the numbers behind a cell. One that compares two numbers shows a single one: their variance. */
async function traceShown({ ledger, settings }: StoreContext, address: string): Promise<CellTrace> {
  const trace = await traceCell(address, { ledger, settings: settings.current });
  const variance = shownVariance(trace.shown, trace.numbers);
  return variance && trace.unread.length === 0 ? { ...trace, numbers: [{ address, ...variance }] } : trace;
}

/** Reads the cell now, at each selection, and after the workbook's numbers have changed. Returns a function that stops this. */
function follow(context: StoreContext, read: () => void, dropRead: () => void): () => void {
  // Numbers may have changed while the section was closed.
  setState(context, { explanation: undefined });
  read();
  let cancelRead = () => {};
  const unsubscribe = context.ledger.subscribe(() => {
    cancelRead();
    cancelRead = context.after(PAUSE, read);
  });
  const stop = stopperOf(onActiveCell(read));
  return () => {
    dropRead();
    cancelRead();
    unsubscribe();
    stop();
  };
}

/** True if the cell shows the same numbers as before, so what the user has opened stays. */
function isSameTrace(before: readonly CellNumber[], after: readonly CellNumber[]): boolean {
  const traceText = (numbers: readonly CellNumber[]) =>
    JSON.stringify(numbers.map(({ address, call, value, error }) => [address, call.id, call.args, value, error]));
  return traceText(before) === traceText(after);
}

function shown({ state }: StoreContext): Explanation | undefined {
  return state.explanation;
}

/** Describes the numbers behind a cell; a single one as a step, which needs no choice. */
async function describeTrace(
  context: StoreContext,
  address: string,
  { numbers, unread, isCut }: CellTrace,
): Promise<{ explanation: Explanation; step: ExplainStep | undefined }> {
  const [only, ...others] = numbers;
  const described = await Promise.all(
    numbers.map(async ({ address: own, call, value }) => {
      return { address: own, title: await titleOf(call, explaining(context)), value, kind: numberKind(call) };
    }),
  );
  const step = only && others.length === 0 ? await explainNumber(only.call, explaining(context), only) : undefined;
  return { explanation: { address, state: "done", numbers: described, unread, isCut, steps: [] }, step };
}

/** Opens a step, unless the user has gone elsewhere meanwhile. */
async function openComputed(
  context: StoreContext,
  computing: Promise<ExplainStep>,
  level: number,
  chosen?: Dimension,
): Promise<void> {
  const before = shown(context);
  const step = await computing;
  if (shown(context) === before) await openStep(context, step, level, chosen);
}

/**
 * Shows a step after `level` others, and divides it without a request.
 * @param chosen The dimension that the user has chosen last. @default the most telling one
 */
async function openStep(
  context: StoreContext,
  step: ExplainStep,
  level: number,
  chosen: Dimension | undefined,
): Promise<void> {
  const explanation = shown(context);
  if (!explanation) return;
  setState(context, { explanation: { ...explanation, steps: [...explanation.steps.slice(0, level), step] } });
  await divideStep(context, step, firstDimension(step, chosen), false);
}

/** A number that is missing is looked for by month: others of the year may be there. */
function firstDimension({ dimensions, value }: ExplainStep, chosen: Dimension | undefined): Dimension | undefined {
  if (chosen && dimensions.includes(chosen)) return chosen;
  return value === undefined && dimensions.includes("month") ? "month" : dimensions[0];
}

async function divideStep(
  context: StoreContext,
  step: ExplainStep | undefined,
  dimension: Dimension | undefined,
  mayAsk: boolean,
): Promise<void> {
  if (!step || !dimension) return;
  const pending = replaceStep(context, step, { ...step, dimension, division: undefined });
  if (!pending) return;
  const division = await divide(step.call, dimension, {
    source: explaining(context).source,
    names: () => explaining(context),
    mayAsk,
  }).catch((error: unknown): Division => ({ state: "failed", message: failureOf(error).message }));
  // The new answers may name what the question left open.
  const fresh = mayAsk ? await explainNumber(step.call, explaining(context)) : step;
  const { title, answers, combination, fullYear } = fresh;
  const isNewer = step.isNewer || isOtherNumber(step.value, division.state === "done" ? division.whole : undefined);
  replaceStep(context, pending, { ...pending, title, answers, combination, fullYear, division, isNewer });
}

/** Returns the step that is shown now; undefined if the user has gone elsewhere. */
function replaceStep(context: StoreContext, step: ExplainStep, next: ExplainStep): ExplainStep | undefined {
  const explanation = shown(context);
  if (!explanation?.steps.includes(step)) return undefined;
  const steps = explanation.steps.map((each) => (each === step ? next : each));
  setState(context, { explanation: { ...explanation, steps } });
  return next;
}

async function writeStep(context: StoreContext, step: ExplainStep | undefined): Promise<void> {
  const { division, dimension } = step ?? {};
  if (!step || !dimension || division?.state !== "done") return;
  const { call, title } = step;
  const { plan = "" } = context.settings.current;
  const found = planOfCall(call, explaining(context));
  const isUnique = plansKnown(context).filter(({ name }) => name === found?.name).length === 1;
  const { notes } = await writeParts({
    title,
    call,
    dimension,
    parts: division.parts,
    plan: (isUnique ? found?.name : undefined) ?? plan,
  });
  setState(context, { notes });
}
