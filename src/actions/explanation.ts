/** Explains a number: its question and answers in words, and its parts, step by step from the number of a cell or of the briefing. */
import { divide, isWithoutValues, type Division } from "../analysis/division";
import { explainNumber, isOtherNumber, type ExplainContext, type ExplainedNumber } from "../analysis/explainedNumber";
import { findNearest } from "../analysis/nearest";
import type { NumberCall } from "../analysis/numberCall";
import { groupedBy, isGrouping, type Dimension } from "../analysis/parts";
import { planOfCall } from "../analysis/question";
import type { CellNumber } from "../workbook/explain/cellNumbers";
import { writeParts } from "../workbook/explain/writeParts";
import { failureOf, plansKnown, runAction, setState, type StoreContext } from "./context";
import { followCell } from "./explainedCell";
import { explaining, lookSource, showExplanation, type IsShown } from "./explaining";
import type { Divisions, Explanation, ExplainStep } from "./storeState";

export interface ExplainActions {
  /** Explains the briefing's number if that is asked, else the active cell; follows the selection. Returns a function that stops this. */
  readonly followCell: () => () => void;
  /** Explains one of the numbers behind the cell. */
  readonly chooseNumber: (index: number) => Promise<void>;
  /** Divides the number that is shown. Asks the service for what is not in memory, which the choice says before. */
  readonly divideBy: (dimension: Dimension) => Promise<void>;
  /** Opens a part as the next step. Sends no requests. */
  readonly openPart: (index: number) => Promise<void>;
  /** Opens the nearest number that the service divides by this dimension, as `divideBy` does. */
  readonly openNearest: (dimension: Dimension) => Promise<void>;
  /** Returns to a step of the path, from 0; to the list of numbers by -1. */
  readonly goBack: (step: number) => void;
  /** Writes the parts as live formulas on a new sheet. */
  readonly writeParts: () => Promise<void>;
}

export function createExplainActions(context: StoreContext): ExplainActions {
  const current = () => context.state.explanation?.steps.at(-1);
  return {
    followCell: () => followCell(context, (call, shown, by) => openNumber(context, call, { shown, by })),
    async chooseNumber(index) {
      const number = context.state.explanation?.numbers[index];
      if (number) await openNumber(context, number.call, { shown: number });
    },
    async divideBy(dimension) {
      const step = current();
      if (!step) return;
      setState(context, { explainBy: dimension });
      const isKnown = step.divisions?.[dimension]?.state === "done";
      if (isKnown) replaceLast(context, { ...step, dimension });
      else await divideLast(context, dimension);
    },
    async openPart(index) {
      const { isNewer, ...step } = current() ?? {};
      const division = divisionOf(step);
      const part = division?.state === "done" ? division.parts[index] : undefined;
      if (part?.call) await openNumber(context, part.call, { isNext: true, label: part.label, isNewer });
    },
    openNearest: (dimension) => openNearest(context, dimension),
    goBack: (step) => void change(context, ({ steps }) => ({ steps: steps.slice(0, step + 1) })),
    writeParts: () => runAction(context, () => writeStep(context, current())),
  };
}

/** Returns the division that is shown; undefined while it is computed. */
export function divisionOf({ divisions, dimension }: Partial<ExplainStep>): Division | undefined {
  return dimension && divisions?.[dimension];
}

/** The numbers of cells, or those of the briefing's look while its number is explained. */
function contextOf(context: StoreContext): ExplainContext {
  const { looked } = context.state.explanation ?? {};
  const all = explaining(context);
  return looked ? { ...all, source: lookSource(context, looked.generation) } : all;
}

/** What a division reads of the store. Answers may bring names meanwhile. */
function dividing(context: StoreContext) {
  return { source: contextOf(context).source, names: () => contextOf(context) };
}

/** Shows something else in place of a part of the explanation. */
function change(context: StoreContext, next: (before: Explanation) => Partial<Explanation>): IsShown {
  const { explanation } = context.state;
  return explanation ? showExplanation(context, { ...explanation, ...next(explanation) }) : () => false;
}

function replaceLast(context: StoreContext, step: ExplainStep): IsShown {
  return change(context, ({ steps }) => ({ steps: [...steps.slice(0, -1), step] }));
}

interface Opening {
  /** The number as its cell shows it. @default by the answers in memory */
  readonly shown?: CellNumber | undefined;
  /** True to open it as the next step of the path. @default as the first one */
  readonly isNext?: boolean;
  readonly label?: string | undefined;
  readonly isNewer?: boolean | undefined;
  /** The dimension whose requests the user has agreed to. */
  readonly asked?: Dimension | undefined;
  /** By what the nearest number is opened next, if the service does not divide this one by it. */
  readonly by?: Dimension | undefined;
}

/** Explains a number and divides it, unless the user goes elsewhere meanwhile: a later click counts. */
async function openNumber(context: StoreContext, call: NumberCall, opening: Opening): Promise<void> {
  const { shown, isNext = false, label, isNewer, asked, by } = opening;
  const isShown = change(context, () => ({}));
  const explained = await explainNumber(call, contextOf(context), shown);
  if (!isShown()) return;
  const step: ExplainStep = {
    ...explained,
    label: label || explained.label,
    isNewer: isNewer || explained.isNewer,
    part: shown?.part,
  };
  change(context, ({ steps }) => ({ steps: isNext ? [...steps, step] : [step] }));
  const isDivided = await divideLast(context, asked, isNext ? undefined : context.state.explainBy);
  if (isDivided && by) await openNearest(context, by);
}

async function openNearest(context: StoreContext, dimension: Dimension): Promise<void> {
  const { nearest, isNewer } = context.state.explanation?.steps.at(-1) ?? {};
  if (!nearest || !isGrouping(dimension)) return;
  // Answers in these groups have the whole number too.
  const call = groupedBy(nearest.call, dimension);
  await openNumber(context, call, { isNext: true, isNewer, asked: dimension });
}

/**
 * Divides the last step of the path by each dimension, as far as that is in memory. Returns true if that is shown.
 * @param asked The dimension for which the service is asked.
 * @param chosen The dimension that is shown, if the number has it.
 */
async function divideLast(context: StoreContext, asked?: Dimension, chosen?: Dimension): Promise<boolean> {
  const step = context.state.explanation?.steps.at(-1);
  if (!step) return false;
  const pending = asked && { dimension: asked, divisions: { ...step.divisions, [asked]: undefined } };
  const isShown = replaceLast(context, { ...step, ...pending });
  const { call } = step;
  const first = asked && (await divideOne(context, call, asked, true));
  // The new answers may name what the question left open.
  const named = first?.state === "done" ? await explainNumber(call, contextOf(context)) : step;
  const { title, answers, combination, fullYear } = named;
  const value = step.value ?? (step.error ? undefined : named.value);
  const all = named.dimensions.map(async (each) => (each === asked && first) || divideOne(context, call, each));
  const divisions = byDimension(named.dimensions, await Promise.all(all));
  const dimensions = named.dimensions.filter((each) => each === asked || !isWithoutValues(divisions[each]));
  const dimension = asked ?? firstDimension({ ...step, dimensions }, divisions, chosen);
  const isNewer = step.isNewer || isOtherNumber(step.value, wholeOf(divisions, dimension));
  const nearest = await findNearest(call, dividing(context));
  const divided = {
    ...step,
    value,
    dimension,
    dimensions,
    divisions,
    nearest,
    title,
    answers,
    combination,
    fullYear,
    isNewer,
  };
  if (!isShown()) return false;
  replaceLast(context, divided);
  return true;
}

function byDimension(dimensions: readonly Dimension[], divisions: readonly Division[]): Divisions {
  return Object.fromEntries(dimensions.map((dimension, at) => [dimension, divisions[at]]));
}

function divideOne(context: StoreContext, call: NumberCall, dimension: Dimension, mayAsk = false): Promise<Division> {
  return divide(call, dimension, { ...dividing(context), mayAsk }).catch((error: unknown): Division => ({
    state: "failed",
    message: failureOf(error).message,
  }));
}

/** A number that is missing is looked for by month: others of the year may be there. What is in memory comes first. */
function firstDimension(
  { dimensions, value }: ExplainedNumber,
  divisions: Divisions,
  chosen: Dimension | undefined,
): Dimension | undefined {
  if (chosen && dimensions.includes(chosen)) return chosen;
  const known = dimensions.filter((dimension) => divisions[dimension]?.state !== "asks");
  return value === undefined && known.includes("month") ? "month" : (known[0] ?? dimensions[0]);
}

function wholeOf(divisions: Divisions, dimension: Dimension | undefined): number | undefined {
  const division = divisionOf({ divisions, dimension });
  return division?.state === "done" ? division.whole : undefined;
}

async function writeStep(context: StoreContext, step: ExplainStep | undefined): Promise<void> {
  const division = step && divisionOf(step);
  if (!step?.dimension || division?.state !== "done") return;
  const { call, title, dimension } = step;
  const { plan = "" } = context.settings.current;
  const found = planOfCall(call, contextOf(context));
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
