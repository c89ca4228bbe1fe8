/** The path of an explanation: opens numbers as its steps, and divides the last one. */
import { JOINT_COSTS, LINE_PARTS } from "../../../insights";
import { divide, type Division, isWithoutValues, withBesides } from "../../../numbers/analysis/division";
import type { DivideOptions } from "../../../numbers/analysis/members";
import { explainNumber, isOtherNumber } from "../../../numbers/analysis/explainedNumber";
import type { ExplainContext } from "../../../numbers/analysis/question";
import { findNearest } from "../../../numbers/analysis/nearest";
import { fieldOf, type NumberCall } from "../../../numbers/analysis/numberCall";
import { addsUp, groupedBy, isGrouping, type Dimension } from "../../../numbers/analysis/parts";
import { driverInWords, LEAST_GAP } from "../../../reporting/reports/headlineSentence";
import { valuePhrasing } from "../../../reporting/reports/phrasing";
import type { CellNumber } from "../../workbook/explain/cellNumbers";
import { failureOf, type StoreContext } from "../context";
import { withSubject } from "./comments";
import { explaining, lookSource, showLater } from "./explaining";
import type { Divisions, ExplainStep } from "./explainState";

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

/** The number that is explained: the last step of the path. */
export function lastStep({ state }: StoreContext): ExplainStep | undefined {
  return state.explanation?.steps.at(-1);
}

/** Returns the division that is shown; undefined while it is computed. */
export function divisionOf({ divisions, dimension }: Partial<ExplainStep>): Division | undefined {
  return dimension && divisions?.[dimension];
}

/** Returns the dimension for which the service is asked just now: the user has agreed, and nothing has come yet. */
export function dimensionAsked(step: ExplainStep): Dimension | undefined {
  return divisionOf(step) ? undefined : step.dimension;
}

/** What an explanation reads: the numbers of cells, or those of the briefing's look while its number is explained. */
export function contextOf(context: StoreContext): ExplainContext {
  const { looked } = context.state.explanation ?? {};
  const all = explaining(context);
  return looked ? { ...all, source: lookSource(context, looked.generation) } : all;
}

/** Explains a number and divides it, unless the user goes elsewhere meanwhile: a later click counts. */
export async function openNumber(context: StoreContext, call: NumberCall, opening: Opening): Promise<void> {
  const { shown, isNext = false, label, isNewer, asked, by } = opening;
  const before = (isNext && context.state.explanation?.steps) || [];
  const isOpened = await showLater(context, {}, async () => {
    const explained = await withSubject(await explainNumber(call, contextOf(context), shown), contextOf(context));
    const step: ExplainStep = {
      ...explained,
      label: label || (fieldOf(call)?.label ?? ""),
      isNewer: isNewer || explained.isNewer,
      part: shown?.part,
    };
    return { steps: [...before, step] };
  });
  const isDivided = isOpened && (await divideLast(context, asked, isNext ? undefined : context.state.explainBy));
  if (isDivided && by) await openNearest(context, by);
}

/** Opens the nearest number that the service divides by this dimension, and asks for what is not in memory. */
export async function openNearest(context: StoreContext, dimension: Dimension): Promise<void> {
  const { nearest, isNewer } = lastStep(context) ?? {};
  if (!nearest || !isGrouping(dimension)) return;
  // Answers in these groups have the whole number too.
  const call = groupedBy(nearest.call, dimension);
  await openNumber(context, call, { isNext: true, isNewer, asked: dimension });
}

/** Shows another step in place of the last one. */
export function replaceLast(context: StoreContext, step: ExplainStep): Promise<boolean> {
  return showLater(context, { steps: stepsWith(context, step) });
}

function stepsWith({ state }: StoreContext, last: ExplainStep): ExplainStep[] {
  return [...(state.explanation?.steps.slice(0, -1) ?? []), last];
}

/**
 * Divides the last step of the path by each dimension, as far as that is in memory. Resolves to true if that is shown.
 * @param asked The dimension for which the service is asked.
 * @param chosen The dimension that is shown, if the number has it.
 */
export async function divideLast(context: StoreContext, asked?: Dimension, chosen?: Dimension): Promise<boolean> {
  const step = lastStep(context);
  if (!step) return false;
  const pending = asked && { dimension: asked, divisions: { ...step.divisions, [asked]: undefined } };
  return showLater(context, { steps: stepsWith(context, { ...step, ...pending }) }, async () => {
    const divided = await dividedStep(context, step, asked, chosen);
    return { steps: stepsWith(context, divided) };
  });
}

async function dividedStep(
  context: StoreContext,
  step: ExplainStep,
  asked: Dimension | undefined,
  chosen: Dimension | undefined,
): Promise<ExplainStep> {
  const { call } = step;
  const first = asked && (await divideOne(context, step, asked, true));
  const named = first?.state === "done" ? await namedAgain(context, step) : step;
  const others = named.dimensions.filter((each) => each !== asked);
  const divisions = { ...(await divideAll(context, step, others)), ...(asked && { [asked]: first }) };
  const dimensions = named.dimensions.filter((each) => each === asked || !isWithoutValues(divisions[each]));
  const dimension = asked ?? firstDimension({ ...step, dimensions }, divisions, chosen);
  const division = divisionOf({ divisions, dimension });
  const whole = division?.state === "done" ? division.whole : undefined;
  const isNewer = step.isNewer || isOtherNumber(step.value, whole);
  // A step from a number that has something else besides would not be one of the service's.
  const nearest = step.besides ? undefined : await findNearest(call, dividing(context));
  return { ...named, dimension, dimensions, divisions, isNewer, nearest, cause: causeIn(call, divisions.lines) };
}

/** Names what a sum comes from. What a line is computed from, such as net sales for trade expenses, is no cause of it. */
function causeIn(call: NumberCall, division: Division | undefined): string | undefined {
  if (division?.state !== "done" || call.id !== "VAR" || !addsUp(call, "lines")) return undefined;
  if (!((fieldOf(call)?.name ?? "") in LINE_PARTS)) return undefined;
  const { whole, parts } = division;
  if (whole === undefined || Math.abs(whole) < LEAST_GAP) return undefined;
  // A remainder has no call. Only that of costs in one line is one.
  const named = parts.filter((part) => part.call !== undefined || part.label === JOINT_COSTS.label);
  const labels = named.map(({ label }) => label);
  const amounts = named.map(({ amount }) => amount);
  return String(driverInWords(valuePhrasing(), whole, { labels, amounts })) || undefined;
}

/** New answers may name what the question left open, and have a number that was not in memory. */
async function namedAgain(context: StoreContext, step: ExplainStep): Promise<ExplainStep> {
  const { value, error, isNewer } = step;
  const again = await explainNumber(step.call, contextOf(context));
  // What the formula adds stays, and so does how it is shown.
  if (step.besides) return { ...step, ...again, value, dimensions: step.dimensions };
  const named = { ...step, ...again, value: value ?? (error ? undefined : again.value), error, isNewer };
  return withSubject(named, contextOf(context));
}

/** Divides a step by dimensions. A division that was known stays if it is so no longer, as after the connection has ended. */
async function divideAll(
  context: StoreContext,
  step: ExplainStep,
  dimensions: readonly Dimension[],
): Promise<Divisions> {
  const divided = dimensions.map(async (dimension) => {
    const [former, now] = [step.divisions?.[dimension], await divideOne(context, step, dimension)];
    return [dimension, now.state === "failed" && former?.state === "done" ? former : now] as const;
  });
  return Object.fromEntries(await Promise.all(divided));
}

async function divideOne(
  context: StoreContext,
  { call, besides }: ExplainStep,
  dimension: Dimension,
  mayAsk = false,
): Promise<Division> {
  try {
    return withBesides(await divide(call, dimension, { ...dividing(context), mayAsk }), besides);
  } catch (error) {
    return { state: "failed", message: failureOf(error).message };
  }
}

/** Answers may bring names meanwhile. */
function dividing(context: StoreContext): Omit<DivideOptions, "mayAsk"> {
  return { source: contextOf(context).source, names: () => contextOf(context) };
}

/** A number that is missing is looked for by month: others of the year may be there. What is in memory comes first. */
function firstDimension(
  { dimensions, value }: ExplainStep,
  divisions: Divisions,
  chosen: Dimension | undefined,
): Dimension | undefined {
  if (chosen && dimensions.includes(chosen)) return chosen;
  const known = dimensions.filter((dimension) => divisions[dimension]?.state !== "asks");
  return value === undefined && known.includes("month") ? "month" : (known[0] ?? dimensions[0]);
}
