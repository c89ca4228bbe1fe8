/** Explains a cell: the numbers behind it, their questions and answers, and their parts. */
import { divide, type Division } from "../analysis/division";
import { explainNumber, isOtherNumber, numberKind, titleOf, type ExplainedNumber } from "../analysis/explainedNumber";
import type { NumberCall } from "../analysis/numberCall";
import { nearestDivided, type Dimension } from "../analysis/parts";
import { planOfCall } from "../analysis/question";
import { shownNumber } from "../analysis/shownNumber";
import { shownVariance } from "../analysis/shownVariance";
import { traceCell, type CellNumber, type CellTrace } from "../workbook/explain/cellNumbers";
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
  /** Opens the nearest number that the service divides by this dimension. */
  readonly openNearest: (dimension: Dimension) => Promise<void>;
  /** Returns to a step of the path, from 0; to the list of numbers by -1. */
  readonly goBack: (step: number) => void;
  /** Writes the parts as live formulas on a new sheet. */
  readonly writeParts: () => Promise<void>;
}

const NOTHING = { numbers: [], unread: [], isCut: false, steps: [] } as const;
/** Milliseconds after which a change of the workbook's numbers is followed. */
const PAUSE = 500;

export function createExplainActions(context: StoreContext): ExplainActions {
  const current = () => context.state.explanation?.steps.at(-1);
  return {
    followCell: () => follow(context),
    async chooseNumber(index) {
      const number = context.state.explanation?.numbers[index];
      if (number) await openNumber(context, number.call, { shown: number });
    },
    async divideBy(dimension) {
      setState(context, { explainBy: dimension });
      await divideStep(context, dimension, false);
    },
    askService: () => divideStep(context, current()?.dimension, true),
    async openPart(index) {
      const { division, isNewer } = current() ?? {};
      const part = division?.state === "done" ? division.parts[index] : undefined;
      if (part?.call) await openNumber(context, part.call, { isNext: true, label: part.label, isNewer });
    },
    async openNearest(dimension) {
      const step = current();
      const nearest = step && nearestDivided(step.call);
      if (nearest) await openNumber(context, nearest, { isNext: true, isNewer: step.isNewer, by: dimension });
    },
    goBack: (step) => change(context, ({ steps }) => ({ steps: steps.slice(0, step + 1) })),
    writeParts: () => runAction(context, () => writeStep(context, current())),
  };
}

/** True while the user sees the same version. */
type IsShown = () => boolean;

/** Shows something else in place of the explanation, or of a part of it. */
function show(context: StoreContext, next: Omit<Explanation, "version">): IsShown {
  const version = (context.state.explanation?.version ?? 0) + 1;
  setState(context, { explanation: { ...next, version } });
  return () => context.state.explanation?.version === version;
}

function change(context: StoreContext, next: (before: Explanation) => Partial<Explanation>): IsShown {
  const { explanation } = context.state;
  return explanation ? show(context, { ...explanation, ...next(explanation) }) : () => false;
}

/** Reads the cell now, at each selection, and after the workbook's numbers have changed. Returns a function that stops this. */
function follow(context: StoreContext): () => void {
  let reads = 0;
  const read = () => {
    const own = (reads += 1);
    void readCell(context, () => own === reads);
  };
  // Numbers may have changed while the section was closed.
  show(context, { ...NOTHING, address: "", state: "reading" });
  read();
  let cancelRead = () => {};
  const unsubscribe = context.ledger.subscribe(() => {
    cancelRead();
    cancelRead = context.after(PAUSE, read);
  });
  const stop = stopperOf(onActiveCell(read));
  return () => {
    reads += 1;
    cancelRead();
    unsubscribe();
    stop();
  };
}

/** @param isLast True until another read starts. */
async function readCell(context: StoreContext, isLast: IsShown): Promise<void> {
  try {
    const { address } = await readActiveCell();
    if (!isLast()) return;
    const before = context.state.explanation;
    if (before?.address !== address) show(context, { ...NOTHING, address, state: "reading" });
    const { numbers, unread, isCut } = await traceShown(context, address);
    const isRead = before?.address === address && before.state === "done";
    if (!isLast() || (isRead && isSameTrace(before.numbers, numbers))) return;
    const listed = await Promise.all(numbers.map((number) => listNumber(context, number)));
    if (!isLast()) return;
    show(context, { address, state: "done", numbers: listed, unread, isCut, steps: [] });
    const [only, ...others] = listed;
    // A single number needs no choice.
    if (only && others.length === 0) await openNumber(context, only.call, { shown: only });
  } catch (error) {
    const { message } = failureOf(error);
    if (isLast()) show(context, { ...NOTHING, address: "", state: "failed", message });
  }
}

/** Finds the numbers behind a cell; of one that shows a number or a variance among them, only that. */
async function traceShown({ ledger, settings }: StoreContext, address: string): Promise<CellTrace> {
  const trace = await traceCell(address, { ledger, settings: settings.current });
  const { shown, numbers, unread } = trace;
  if (numbers.length < 2) return trace;
  const one = (unread.length === 0 ? shownVariance(shown, numbers) : undefined) ?? shownNumber(shown, numbers);
  const known = one && numbers.find(({ call }) => call === one.call);
  return one ? { ...trace, numbers: [known ?? { address, ...one }], unread: [] } : trace;
}

async function listNumber(context: StoreContext, number: CellNumber) {
  const title = await titleOf(number.call, explaining(context));
  return { ...number, title, kind: numberKind(number.call) };
}

/** True if the cell shows the same numbers as before, so what the user has opened stays. */
function isSameTrace(before: readonly CellNumber[], after: readonly CellNumber[]): boolean {
  const traceText = (numbers: readonly CellNumber[]) =>
    JSON.stringify(numbers.map(({ address, call, value, error }) => [address, call.id, call.args, value, error]));
  return traceText(before) === traceText(after);
}

interface Opening {
  /** The number as its cell shows it. @default by the answers in memory */
  readonly shown?: CellNumber | undefined;
  /** True to open it as the next step of the path. @default as the first one */
  readonly isNext?: boolean;
  readonly label?: string | undefined;
  readonly isNewer?: boolean | undefined;
  /** @default the user's last choice */
  readonly by?: Dimension | undefined;
}

/** Explains a number, and divides it without a request, unless the user has gone elsewhere meanwhile. */
async function openNumber(context: StoreContext, call: NumberCall, opening: Opening): Promise<void> {
  const { shown, isNext = false, label, isNewer } = opening;
  const before = context.state.explanation?.version;
  const explained = await explainNumber(call, explaining(context), shown);
  if (!context.state.explanation || context.state.explanation.version !== before) return;
  const step = {
    ...explained,
    label: label || explained.label,
    isNewer: isNewer || explained.isNewer,
    part: shown?.part,
  };
  change(context, ({ steps }) => ({ steps: isNext ? [...steps, step] : [step] }));
  const chosen = opening.by ?? (isNext ? undefined : context.state.explainBy);
  await divideStep(context, firstDimension(step, chosen), false);
}

/** A number that is missing is looked for by month: others of the year may be there. */
function firstDimension({ dimensions, value }: ExplainedNumber, chosen: Dimension | undefined): Dimension | undefined {
  if (chosen && dimensions.includes(chosen)) return chosen;
  return value === undefined && dimensions.includes("month") ? "month" : dimensions[0];
}

/** Divides the last step of the path. */
async function divideStep(context: StoreContext, dimension: Dimension | undefined, mayAsk: boolean): Promise<void> {
  const step = context.state.explanation?.steps.at(-1);
  if (!step || !dimension) return;
  const isShown = replaceLast(context, { ...step, dimension, division: undefined });
  const { source } = explaining(context);
  const division = await divide(step.call, dimension, { source, names: () => explaining(context), mayAsk }).catch(
    (error: unknown): Division => ({ state: "failed", message: failureOf(error).message }),
  );
  // The new answers may name what the question left open.
  const fresh = mayAsk ? await explainNumber(step.call, explaining(context)) : step;
  const { title, answers, combination, fullYear } = fresh;
  const isNewer = step.isNewer || isOtherNumber(step.value, division.state === "done" ? division.whole : undefined);
  const divided = { ...step, dimension, title, answers, combination, fullYear, division, isNewer };
  if (isShown()) replaceLast(context, divided);
}

function replaceLast(context: StoreContext, step: ExplainStep): IsShown {
  return change(context, ({ steps }) => ({ steps: [...steps.slice(0, -1), step] }));
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
