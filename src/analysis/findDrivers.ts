/** Finds the drivers of a changed number without a request: from the answers of two generations, else from other numbers. */
import { inSlices, type Field, type Generation, type Sliced } from "../insights";
import { isNear, type BridgeStep } from "./bridge";
import {
  bridgeOf,
  fieldsBehind,
  stepsByItems,
  stepsByLines,
  weightOf,
  type Driver,
  type ItemSides,
  type Sides,
} from "./drivers";
import { measureOf } from "./numberArguments";
import { contextKey, fieldOf, itemOf, withPart, type NumberCall } from "./numberCall";
import { groupsBehind, knownNumber, numberIn, type Invoke, type NumberResult, type NumberSource } from "./numberSource";
import { signOf } from "./parts";

/** The answers before and after the refresh. */
export interface TwoGenerations {
  readonly former: Generation;
  readonly current: Generation;
}

/** The number of a call before and after the refresh. */
export interface CallSides extends Sides {
  readonly call: NumberCall;
}

/** The call that a changed cell shows. */
export interface ExplainedCall extends CallSides {
  /** The cell's number is the call's, times this. */
  readonly scale: number;
}

export interface DriverOptions {
  readonly invoke: Invoke;
  /** Undefined if the former answers are not in memory any more. */
  readonly generations: TwoGenerations | undefined;
  /** Returns the numbers that the workbook showed besides. */
  readonly others: () => Iterable<CallSides>;
}

/** The numbers into which a change can be divided. */
interface KnownSides {
  /** By `placeKey`. */
  readonly sides: ReadonlyMap<string, Sides | undefined>;
  readonly items: ReadonlySet<string>;
}

/** Numbers that are compared without a break: some ten milliseconds of work. */
const NUMBERS_IN_SLICE = 2_000;
/** Items whose numbers are compared; more take too long. */
const MOST_ITEMS = 2_000;
const ALL_ITEMS = "";

/** Returns the bridge from the cell's former number to its new one; undefined if nothing is known of its parts. */
export async function findDrivers(explained: ExplainedCall, options: DriverOptions): Promise<Driver[] | undefined> {
  const { call, before, after, scale } = explained;
  const field = fieldOf(call);
  const factor = field && factorOf(call, field);
  if (!field || factor === undefined) return undefined;
  const answered = await readAnswers(explained, field, options);
  const steps =
    (answered && divideChange(field, answered)) ??
    divideChange(field, await inSlices(collectAlike(call, options.others())));
  if (!steps) return undefined;
  const scaled = steps.map(({ label, amount }) => ({ label, amount: amount * factor * scale }));
  return bridgeOf({ before: before * scale, after: after * scale }, scaled);
}

/** By what the difference of the call's parts is multiplied. A percentage is no sum of parts; nor is a difference of ratios. */
function factorOf(call: NumberCall, { total }: Field): 1 | -1 | undefined {
  const isDivisible = call.id === "KPI" || (measureOf(call) !== "percent" && total.by === "sum");
  return isDivisible ? signOf(call) : undefined;
}

/** Divides the change of a field by its lines or items. */
function divideChange(field: Field, { sides, items }: KnownSides): BridgeStep[] | undefined {
  const sidesAt = (name: string, item: string) => sides.get(placeKey(name, item));
  if (field.family === "pnl") return stepsByLines(field, (name) => sidesAt(name, ALL_ITEMS));
  if (items.size > MOST_ITEMS) return undefined;
  const weight = weightOf(field);
  const parts = [...items].map((item): ItemSides => ({
    label: item,
    value: sidesAt(field.name, item),
    weight: weight === undefined ? undefined : sidesAt(weight, item),
  }));
  return parts.some(({ value }) => value) ? stepsByItems(field, parts) : undefined;
}

/** Reads the parts of a number from the answers; undefined if these are not the answers of its change. */
async function readAnswers(
  explained: ExplainedCall,
  field: Field,
  { invoke, generations }: DriverOptions,
): Promise<KnownSides | undefined> {
  if (!generations) return undefined;
  const { call } = explained;
  const sources = [generations.former, generations.current].map((generation): NumberSource => ({ invoke, generation }));
  const resultsOf = (own: NumberCall) => Promise.all(sources.map((source) => knownNumber(source, own)));
  if (!isSameNumber(sidesIn(await resultsOf(withPart(call, {}))), explained)) return undefined;
  const isDivided = field.family !== "pnl" && itemOf(call) === "";
  const results = isDivided ? await resultsOf(call) : [];
  const items = new Set(sources.flatMap((source, at) => [...groupsBehind(source, results.slice(at, at + 1))]));
  if (items.size > MOST_ITEMS) return undefined;
  const places = [...new Set(fieldsBehind(field))].flatMap((name) =>
    field.family === "pnl"
      ? [{ key: placeKey(name, ALL_ITEMS), part: { field: name } }]
      : [...items].map((item) => ({ key: placeKey(name, item), part: { field: name, item } })),
  );
  const sides = await Promise.all(
    places.map(async ({ key, part }) => [key, sidesIn(await resultsOf(withPart(call, part)), "item" in part)] as const),
  );
  return { sides: new Map(sides), items };
}

/** Returns two numbers; undefined if one is not known. An item that one side lacks is 0 there. */
function sidesIn(results: readonly NumberResult[], isItem = false): Sides | undefined {
  const isAbsent = ({ state }: NumberResult) => isItem && state === "absent";
  const [before, after] = results.map((result) => (isAbsent(result) ? 0 : numberIn(result)));
  return before === undefined || after === undefined || results.every(isAbsent) ? undefined : { before, after };
}

/** True if the answers are those of the cell's change: other answers may be in memory by now. */
function isSameNumber(sides: Sides | undefined, { call, before, after }: ExplainedCall): boolean {
  // Of a variance the bare difference was computed.
  const sign = signOf(call);
  return sides !== undefined && isNear(sign * sides.before, before) && isNear(sign * sides.after, after);
}

/** Collects the numbers of the same plan, scenario and period as a call's. */
function* collectAlike(call: NumberCall, numbers: Iterable<CallSides>): Sliced<KnownSides> {
  const context = contextKey(call);
  const sides = new Map<string, Sides>();
  const items = new Set<string>();
  let compared = 0;
  for (const each of numbers) {
    compared += 1;
    if (compared % NUMBERS_IN_SLICE === 0) yield;
    const own = each.call.id === call.id && contextKey(each.call) === context ? fieldOf(each.call) : undefined;
    const item = itemOf(each.call);
    const factor = own && factorOf(each.call, own);
    if (!own || item === undefined || factor === undefined) continue;
    sides.set(placeKey(own.name, item), { before: factor * each.before, after: factor * each.after });
    if (item !== ALL_ITEMS && itemOf(call) === ALL_ITEMS) items.add(item);
  }
  return { sides, items };
}

function placeKey(field: string, item: string): string {
  return `${field} ${item}`;
}
