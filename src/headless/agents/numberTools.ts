/** The tools about one number: its question and parts, and a variance with its drivers. */
import { bridgeInOrder, bridgeOf } from "../../numbers/analysis/drivers";
import { divide, withBesides, type Division, type Part } from "../../numbers/analysis/division";
import { explainNumber, kindOfNumber } from "../../numbers/analysis/explainedNumber";
import {
  callByNames,
  fieldOf,
  measureOf,
  type NumberArguments,
  type NumberCall,
  withArguments,
} from "../../numbers/analysis/numberCall";
import { askedNumber, knownNumber, numberIn, reasonIn, type NumberResult } from "../../numbers/analysis/numberSource";
import { addsUp, dimensionsOf, isGrouping, type Dimension } from "../../numbers/analysis/parts";
import { findOutlook, type ShownOutlook } from "../../numbers/analysis/outlookSum";
import type { ExplainContext } from "../../numbers/analysis/question";
import { ENDPOINTS } from "../../insights";
import { signNoteOf } from "../../numbers/language/varianceSign";
import { callKey } from "../../numbers/language/callKey";
import { shortenText } from "./answer";
import type { AgentTurn } from "./agentSession";
import { errorOfCell, evaluateOne, numberOfCall, valueOf } from "./formulaTools";
import { openSettings } from "./openSettings";
import { provenanceOf, questionsOf } from "./provenance";
import { formulaOf, pinned, scopeOf } from "./numberScope";

/** By name, in the order in which a model should try them. */
export const DIMENSIONS = [
  "outlook",
  "lines",
  "month",
  "product",
  "sku",
  "region",
  "channel",
  "scenario",
  "base",
  "sides",
] as const satisfies readonly Dimension[];

/**
 * Explains the one number in a formula, and divides it.
 * @param by The dimension. @default the most telling one
 */
export async function explainFormula(
  turn: AgentTurn,
  { formula, by }: { formula: string; by?: Dimension | undefined },
): Promise<object> {
  const evaluated = await evaluateOne(turn, formula);
  const result = valueOf(evaluated);
  const numbers = evaluated.calls.flatMap((call) => numberOfCall(call) ?? []);
  const distinct = [...new Map(numbers.map((each) => [callKey(each), each])).values()];
  const context = turn.context;
  const outlook = await outlookIn(formula, result, distinct, context);
  const { besides } = outlook ?? {};
  const asked = outlook?.call ?? onlyNumber(distinct);
  const number = numberOrThrow(await askedNumber(context.source, asked));
  const value = number + (besides?.amount ?? 0);
  // Its parts are made of it, so their formulas are pinned too.
  const call = await pinned(asked, turn);
  const explained = await explainNumber(asked, context, besides && { value: number, besides });
  const dimension = chosenDimension(call, explained.dimensions, by);
  const options = { ...context, names: () => context, mayAsk: true };
  const division = dimension && withBesides(await divide(call, dimension, options), besides);
  const { scope, origin } = await scopeAndOrigin(turn, asked);
  return {
    question: shortenText(explained.title),
    value,
    ...(result === value ? {} : { formulaResult: result }),
    ...scope,
    combinedBy: explained.combination,
    formula: besides ? `${formulaOf(call)}${/^-/.test(besides.label) ? "" : "+"}${besides.label}` : formulaOf(call),
    ...(await openSettings(call, turn)),
    dimensions: explained.dimensions,
    ...(division ? { by: dimension, ...showDivision(call, dimension, division) } : {}),
    ...origin,
  };
}

/** Returns the outlook that the formula shows; undefined if it shows something else. */
async function outlookIn(
  formula: string,
  shown: unknown,
  calls: readonly NumberCall[],
  context: ExplainContext,
): Promise<ShownOutlook | undefined> {
  if (calls.length > 2) return undefined;
  const read = async (call: NumberCall) => ({ call, value: numberIn(await askedNumber(context.source, call)) });
  const own = await Promise.all(calls.map(read));
  return findOutlook({ formula, shown, own, all: own }, context);
}

/** Compares two numbers by VAR, and returns what the variance is made of. */
export async function compareNumbers(
  turn: AgentTurn,
  { by, ...args }: NumberArguments & { by?: Dimension | undefined },
): Promise<object> {
  const given = callByNames("VAR", args, { settings: turn.settings });
  const field = fieldOf(given);
  const asked = field && !field.direction ? withArguments(given, { measure: "difference" }) : given;
  const context = turn.context;
  const variance = numberOrThrow(await askedNumber(context.source, asked));
  const call = await pinned(asked, turn);
  const options = { ...context, names: () => context, mayAsk: true };
  const sides = await divide(call, "sides", options);
  const percent = await knownNumber(context.source, withArguments(call, { measure: "percent" }));
  const { title } = await explainNumber(asked, context);
  const dimension = chosenDimension(
    call,
    dimensionsOf(call, 0).filter((each) => addsUp(call, each)),
    by,
  );
  const division = dimension && (await divide(call, dimension, options));
  const { scope, origin } = await scopeAndOrigin(turn, asked);
  return {
    question: shortenText(title),
    variance,
    ...scope,
    sign: signNoteOf(measureOf(call) ?? "amount"),
    percent: numberIn(percent) ?? { error: reasonIn(percent) },
    formula: formulaOf(call),
    ...(await openSettings(call, turn)),
    ...(sides.state === "done" ? { sides: sides.parts.map((part) => showPart({ ...part, sign: 1 }, scope.unit)) } : {}),
    ...(division ? { by: dimension, ...showDrivers(variance, dimension, division) } : { drivers: NO_DRIVERS }),
    ...origin,
  };
}

const NO_DRIVERS = "A change of this field is no sum of parts. Compare the amounts that it is computed from.";
const PARTIAL = "Partial: some parts have no amount; their reasons say why.";

function onlyNumber(calls: readonly NumberCall[]): NumberCall {
  const [call, ...others] = calls;
  if (!call)
    throw new Error("The formula has no single number of a plan. Explain one call of INSIGHTS.KPI or INSIGHTS.VAR.");
  if (others.length === 0) return call;
  const texts = calls
    .slice(0, 5)
    .map((each) => formulaOf(each))
    .join(", ");
  throw new Error(`The formula has ${calls.length} numbers. Explain one of them: ${shortenText(texts)}`);
}

function chosenDimension(
  call: NumberCall,
  dimensions: readonly Dimension[],
  by: Dimension | undefined,
): Dimension | undefined {
  if (by === undefined || dimensions.includes(by)) return by ?? dimensions[0];
  const field = fieldOf(call);
  const isUndivided = field && isGrouping(by) && !ENDPOINTS[field.family].groupings.some((each) => each === by);
  const reason = isUndivided
    ? `The service does not divide ${field.label} by ${by}, but demandValue and demandVolume.`
    : `This number has no parts by ${by}.`;
  const others = dimensions.length > 0 ? `Divide it by ${dimensions.join(", ")}` : "Ask for it without by";
  throw new Error(`${reason} ${others}.`);
}

function numberOrThrow(result: NumberResult): number {
  const value = numberIn(result);
  if (value !== undefined) return value;
  const message = reasonIn(result) ?? "The result is not one number. Name one scenario, field and period.";
  throw errorOfCell({ code: result.state === "absent" ? "#N/A" : "#VALUE!", message });
}

/** A part names its unit if it is another than the whole's. */
function showPart({ label, amount, share, weight, reason, call, sign }: Part, unit: string): object {
  return {
    label: shortenText(label),
    amount,
    share,
    weight,
    ...(reason ? { reason: shortenText(reason) } : {}),
    ...(call && kindOfNumber(call) !== unit ? { unit: kindOfNumber(call) } : {}),
    ...(call ? { formula: formulaOf(call, sign) } : {}),
  };
}

function showDivision(call: NumberCall, dimension: Dimension, division: Division): object {
  if (division.state !== "done") return { parts: [], partial: noParts(division) };
  const isSum = addsUp(call, dimension);
  const { parts, cut } = mostTelling(call, division, isSum);
  // The scenario and the base of a variance are shown as they are.
  const shown = parts.map((part) => showPart(dimension === "sides" ? { ...part, sign: 1 } : part, kindOfNumber(call)));
  return {
    addsUp: isSum,
    parts: shown,
    ...(isComplete(division.parts) ? {} : { partial: PARTIAL }),
    ...(cut ? { cut } : {}),
  };
}

const MOST_PARTS = 12;

/** Returns the largest parts and the rest as one, or of parts that do not add up both ends. Months stay as they are. */
function mostTelling(
  call: NumberCall,
  { parts, isBySize, whole }: Extract<Division, { state: "done" }>,
  isSum: boolean,
): { parts: readonly Part[]; cut?: string } {
  if (parts.length <= MOST_PARTS || !isBySize) return { parts };
  const ask = `Ask for the others by ask with top, bottom or item.`;
  if (!isSum) {
    const half = MOST_PARTS / 2;
    const cut = `Cut: these are the ${half} largest and the ${half} smallest of ${parts.length} parts. ${ask}`;
    return { parts: [...parts.slice(0, half), ...parts.slice(-half)], cut };
  }
  const [first, others] = [parts.slice(0, MOST_PARTS), parts.slice(MOST_PARTS)];
  const amount = others.reduce((sum, part) => sum + (part.amount ?? 0), 0);
  const share = whole ? amount / whole : undefined;
  return {
    parts: [...first, { label: `${others.length} others`, amount, share }],
    cut: `Cut: these are the ${MOST_PARTS} largest of ${parts.length} parts, and the rest as one. ${ask}`,
  };
}

/** The largest steps of the variance, with "Other" for the rest; months in their order. */
function showDrivers(variance: number, dimension: Dimension, division: Division): object {
  if (division.state !== "done") return { drivers: [], partial: noParts(division) };
  const steps = division.parts.flatMap(({ label, amount, call }) => (call && amount ? [{ label, amount }] : []));
  const bridge = dimension === "month" ? bridgeInOrder : bridgeOf;
  const drivers = bridge({ before: 0, after: variance }, steps);
  return {
    drivers: drivers.map(({ label, ...rest }) => ({ label: shortenText(label), ...rest })),
    ...(isComplete(division.parts) ? {} : { partial: PARTIAL }),
  };
}

function isComplete(parts: readonly Part[]): boolean {
  return parts.every(({ amount }) => amount !== undefined);
}

function noParts(division: Division): string {
  return division.state === "failed" ? division.message : "The answers were dropped meanwhile. Ask again.";
}

/** The scope and the origin of one number. Only its scope says if it is money. */
async function scopeAndOrigin(turn: AgentTurn, call: NumberCall) {
  const { context } = turn;
  const known = await knownNumber(context.source, call);
  const keys = known.state === "known" ? known.keys : [];
  const { currency: _, ...origin } = provenanceOf(turn, context.source, questionsOf(context.source, keys));
  return { scope: await scopeOf(call, context, known), origin };
}
