/** Finds the drivers of a changed number without a request: from the answers of two generations, else from other numbers. */
import { inSlices, type Field, type Generation, type Sliced } from "../../insights";
import { isNear, type BridgeStep } from "./bridge";
import { divide, type Division, type Part } from "./division";
import {
  bridgeInOrder,
  bridgeOf,
  fieldsBehind,
  stepsByItems,
  stepsByLines,
  weightOf,
  type Driver,
  type DriverItem,
  type BeforeAfter,
} from "./drivers";
import { indexItems, sameItem } from "../language/items";
import { contextKey, fieldOf, itemOf, measureOf, type NumberCall, withPart } from "./numberCall";
import {
  knownNumber,
  numberIn,
  type Invoke,
  type NumberResult,
  type NumberSource,
  type RequestCount,
} from "./numberSource";
import { dimensionsOf, groupingOf, isGrouping, signOfCall, type Dimension } from "./parts";
import type { PlanNames } from "./question";

/** The answers before and after the refresh. */
export interface TwoGenerations {
  readonly former: Generation;
  readonly current: Generation;
}

/** The number of a call before and after the refresh. */
export interface ChangedNumber extends BeforeAfter {
  readonly call: NumberCall;
}

/** The call behind a changed cell. */
export interface ExplainedCall extends ChangedNumber {
  /** The cell shows the call's number, times this. */
  readonly scale: number;
  /** True if the cell shows something else, and moved by the number's change, times the scale. */
  readonly isMoved?: boolean | undefined;
}

export type DriverOptions = (AnswersInMemory | { readonly generations?: undefined }) & {
  /** Returns the other numbers of the workbook. */
  readonly others: () => Iterable<ChangedNumber>;
};

/** The answers before and after, from which drivers are computed without a request. */
interface AnswersInMemory {
  readonly invoke: Invoke;
  /** Undefined if the former answers are not in memory any more. */
  readonly generations: TwoGenerations | undefined;
  /** Returns the plans that are known by now. */
  readonly names: () => PlanNames;
  /** The dimension whose new numbers may be asked for. @default none */
  readonly mayAsk?: Dimension | undefined;
}

/** The change of a number, broken down by one dimension. */
export interface ChangeDivision {
  readonly dimension: Dimension;
  /** The bridge from the former number to the new one; undefined if the numbers before or after are not in memory. */
  readonly drivers: readonly Driver[] | undefined;
  /** The requests for the new numbers; undefined if those of before are not known either, so no request helps. */
  readonly asks?: RequestCount | undefined;
  /** Why the service did not return the new numbers, if it was asked for them. */
  readonly failure?: string | undefined;
}

/** The numbers into which a change can be divided. */
interface KnownChanges {
  /** By `placeKey`. */
  readonly changes: ReadonlyMap<string, BeforeAfter | undefined>;
  readonly items: ReadonlySet<string>;
}

/** Numbers that are compared without a break: some ten milliseconds of work. */
const NUMBERS_IN_SLICE = 2_000;
/** Items whose numbers are compared; more take too long. */
const MOST_ITEMS = 2_000;
const ALL_ITEMS = "";

/** Breaks the change of a cell down by each dimension that can divide it, the most telling first; none for a number that is no sum of parts. */
export async function findDrivers(explained: ExplainedCall, options: DriverOptions): Promise<ChangeDivision[]> {
  const { call, before, after, scale } = explained;
  const field = fieldOf(call);
  if (!field || factorOf(call, field) === undefined) return [];
  let alike: KnownChanges | undefined;
  const divisions: ChangeDivision[] = [];
  for (const dimension of changeDimensions(call, field)) {
    const found = await fromAnswers(explained, field, dimension, options);
    let { steps } = found;
    if (!steps) {
      alike ??= await inSlices(collectAlike(call, options.others()));
      steps = fromOthers(call, field, dimension, alike);
    }
    const bridge = dimension === "month" ? bridgeInOrder : bridgeOf;
    const scaled = steps?.map(({ label, amount }) => ({ label, amount: amount * scale }));
    const drivers = scaled && bridge({ before: before * scale, after: after * scale }, scaled);
    const { asks, failure } = drivers ? {} : found;
    divisions.push({ dimension, drivers, ...(asks && { asks }), ...(failure && { failure }) });
  }
  return divisions;
}

/** Returns the dimensions whose parts add up to a change. */
function changeDimensions(call: NumberCall, { total }: Field): Dimension[] {
  return dimensionsOf(call, 0).filter(
    (dimension) => dimension === "lines" || ((dimension === "month" || isGrouping(dimension)) && total.by !== "ratio"),
  );
}

/**
 * Returns the sign that turns the change of a part into what it adds to the call's change. Undefined if the number is no sum of
 * parts: a percentage, or a difference of ratios.
 */
function factorOf(call: NumberCall, { total }: Field): 1 | -1 | undefined {
  const isDivisible = call.id === "KPI" || (measureOf(call) !== "percent" && total.by === "sum");
  return isDivisible ? signOfCall(call) : undefined;
}

/** Steps; or the requests for the new numbers, and why the last ones failed. Nothing, if the answers are not those of the change. */
interface FoundSteps {
  readonly steps?: BridgeStep[] | undefined;
  readonly asks?: RequestCount | undefined;
  readonly failure?: string | undefined;
}

/** Finds the steps by the answers of both generations. */
async function fromAnswers(
  explained: ExplainedCall,
  field: Field,
  dimension: Dimension,
  options: DriverOptions,
): Promise<FoundSteps> {
  if (!options.generations) return {};
  const { invoke, generations, names, mayAsk } = options;
  const sources = [generations.former, generations.current].map((generation): NumberSource => ({ invoke, generation }));
  if (dimension === "lines") return { steps: await linesOfAnswers(explained, field, sources) };
  const { call, before, after } = explained;
  const divideBoth = (isAsked: boolean) =>
    Promise.all(sources.map((source, at) => divide(call, dimension, { source, names, mayAsk: at === 1 && isAsked })));
  const [then, now] = await divideBoth(mayAsk === dimension);
  const isOf = (division: Division | undefined, number: number) =>
    division?.state === "done" && division.whole !== undefined && isNear(division.whole, number);
  if (then?.state !== "done" || !isOf(then, before)) return {};
  // The request can be sent again.
  const known = now?.state === "failed" ? (await divideBoth(false))[1] : now;
  const failure = now?.state === "failed" ? now.message : undefined;
  if (known?.state === "asks") return { asks: { requests: known.requests, isAtLeast: known.isAtLeast }, failure };
  if (now?.state !== "done" || !isOf(now, after)) return {};
  const items = pairParts(then.parts, now.parts);
  return { steps: items.some(({ value }) => value) ? stepsByItems(field, items) : undefined };
}

/** Pairs the parts of both numbers by their labels, which are items that either may spell otherwise. A part that only one of them has counts as 0 in the other. */
function pairParts(then: readonly Part[], now: readonly Part[]): DriverItem[] {
  const spelling = sameItem([now, then].map((parts) => indexItems(parts.map(({ label }) => label))));
  const [former, current] = [then, now].map((parts) => new Map(parts.map((part) => [spelling(part.label), part])));
  // What the parts leave of a number has no call; it is computed anew for the change.
  const labels = new Set([...then, ...now].flatMap(({ label, call }) => (call ? [spelling(label)] : [])));
  const isNone = (part: Part | undefined) => !part || part.isAbsent;
  return [...labels].map((label) => {
    const sides = [former?.get(label), current?.get(label)];
    const pair = (numberOf: (part: Part) => number | undefined): BeforeAfter | undefined => {
      const [before, after] = sides.map((part) => (part && !part.isAbsent ? numberOf(part) : 0));
      return before === undefined || after === undefined || sides.every(isNone) ? undefined : { before, after };
    };
    return { label, value: pair(({ amount }) => amount), weight: pair(({ weight }) => weight) };
  });
}

async function linesOfAnswers(
  { call, before, after }: ExplainedCall,
  field: Field,
  sources: readonly NumberSource[],
): Promise<BridgeStep[] | undefined> {
  const factor = factorOf(call, field) ?? 1;
  const changeOf = async (part: { field?: string }) =>
    changeIn(await Promise.all(sources.map((source) => knownNumber(source, withPart(call, part)))));
  // Other answers may be in memory by now. Of a variance, the bare difference was computed.
  const whole = await changeOf({});
  if (!whole || !isNear(factor * whole.before, before) || !isNear(factor * whole.after, after)) return undefined;
  const names = [...new Set(fieldsBehind(field))];
  const changes = new Map(
    await Promise.all(names.map(async (name) => [name, await changeOf({ field: name })] as const)),
  );
  return timesFactor(
    factor,
    stepsByLines(field, (name) => changes.get(name)),
  );
}

function changeIn(results: readonly NumberResult[]): BeforeAfter | undefined {
  const [before, after] = results.map(numberIn);
  return before === undefined || after === undefined ? undefined : { before, after };
}

function timesFactor(factor: 1 | -1, steps: readonly BridgeStep[] | undefined): BridgeStep[] | undefined {
  return steps?.map(({ label, amount }) => ({ label, amount: factor * amount }));
}

/** Returns the steps by the other numbers of the workbook; undefined if it shows no such parts. */
function fromOthers(
  call: NumberCall,
  field: Field,
  dimension: Dimension,
  { changes, items }: KnownChanges,
): BridgeStep[] | undefined {
  const factor = factorOf(call, field) ?? 1;
  const own = itemOf(call);
  if (own === undefined) return undefined;
  const changeAt = (name: string, item: string) => changes.get(placeKey(name, item));
  if (dimension === "lines")
    return timesFactor(
      factor,
      stepsByLines(field, (name) => changeAt(name, own)),
    );
  if (dimension !== groupingOf(call) || items.size > MOST_ITEMS) return undefined;
  const weight = weightOf(field);
  const parts = [...items].map((item): DriverItem => ({
    label: item,
    value: changeAt(field.name, item),
    weight: weight === undefined ? undefined : changeAt(weight, item),
  }));
  return parts.some(({ value }) => value) ? timesFactor(factor, stepsByItems(field, parts)) : undefined;
}

/** Collects the numbers of the same plan, scenario and period as a call's. */
function* collectAlike(call: NumberCall, numbers: Iterable<ChangedNumber>): Sliced<KnownChanges> {
  const context = contextKey(call);
  const changes = new Map<string, BeforeAfter>();
  const items = new Set<string>();
  let compared = 0;
  for (const each of numbers) {
    compared += 1;
    if (compared % NUMBERS_IN_SLICE === 0) yield;
    const own = each.call.id === call.id && contextKey(each.call) === context ? fieldOf(each.call) : undefined;
    const item = itemOf(each.call);
    const factor = own && factorOf(each.call, own);
    if (!own || item === undefined || factor === undefined) continue;
    changes.set(placeKey(own.name, item), { before: factor * each.before, after: factor * each.after });
    if (item !== ALL_ITEMS && itemOf(call) === ALL_ITEMS) items.add(item);
  }
  return { changes, items };
}

function placeKey(field: string, item: string): string {
  return `${field} ${item}`;
}
