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
  type DriverItem,
  type BeforeAfter,
} from "./drivers";
import { measureOf } from "./numberArguments";
import { contextKey, fieldOf, itemOf, withPart, type NumberCall } from "./numberCall";
import { groupsBehind, knownNumber, numberIn, type Invoke, type NumberResult, type NumberSource } from "./numberSource";
import { signOfCall } from "./parts";

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
}

export interface DriverOptions {
  readonly invoke: Invoke;
  /** Undefined if the former answers are not in memory any more. */
  readonly generations: TwoGenerations | undefined;
  /** Returns the other numbers of the workbook. */
  readonly others: () => Iterable<ChangedNumber>;
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

/**
 * Returns the sign that turns the change of a part into what it adds to the call's change. Undefined if the number is no sum of
 * parts: a percentage, or a difference of ratios.
 */
function factorOf(call: NumberCall, { total }: Field): 1 | -1 | undefined {
  const isDivisible = call.id === "KPI" || (measureOf(call) !== "percent" && total.by === "sum");
  return isDivisible ? signOfCall(call) : undefined;
}

/** Divides the change of a field by its lines or items. */
function divideChange(field: Field, { changes, items }: KnownChanges): BridgeStep[] | undefined {
  const changeAt = (name: string, item: string) => changes.get(placeKey(name, item));
  if (field.family === "pnl") return stepsByLines(field, (name) => changeAt(name, ALL_ITEMS));
  if (items.size > MOST_ITEMS) return undefined;
  const weight = weightOf(field);
  const parts = [...items].map((item): DriverItem => ({
    label: item,
    value: changeAt(field.name, item),
    weight: weight === undefined ? undefined : changeAt(weight, item),
  }));
  return parts.some(({ value }) => value) ? stepsByItems(field, parts) : undefined;
}

/** Reads the parts of a number from the answers; undefined if these are not the answers of its change. */
async function readAnswers(
  explained: ExplainedCall,
  field: Field,
  { invoke, generations }: DriverOptions,
): Promise<KnownChanges | undefined> {
  if (!generations) return undefined;
  const { call } = explained;
  const sources = [generations.former, generations.current].map((generation): NumberSource => ({ invoke, generation }));
  const resultsOf = (own: NumberCall) => Promise.all(sources.map((source) => knownNumber(source, own)));
  if (!isSameNumber(changeIn(await resultsOf(withPart(call, {}))), explained)) return undefined;
  const isDivided = field.family !== "pnl" && itemOf(call) === "";
  const results = isDivided ? await resultsOf(call) : [];
  const items = new Set(sources.flatMap((source, at) => [...groupsBehind(source, results.slice(at, at + 1))]));
  if (items.size > MOST_ITEMS) return undefined;
  const places = [...new Set(fieldsBehind(field))].flatMap((name) =>
    field.family === "pnl"
      ? [{ key: placeKey(name, ALL_ITEMS), part: { field: name } }]
      : [...items].map((item) => ({ key: placeKey(name, item), part: { field: name, item } })),
  );
  const changes = await Promise.all(
    places.map(
      async ({ key, part }) => [key, changeIn(await resultsOf(withPart(call, part)), "item" in part)] as const,
    ),
  );
  return { changes: new Map(changes), items };
}

/** Returns a change from its two results; undefined if one is not known. An item that only one of them has counts as 0 in the other. */
function changeIn(results: readonly NumberResult[], isItem = false): BeforeAfter | undefined {
  const isAbsent = ({ state }: NumberResult) => isItem && state === "absent";
  const [before, after] = results.map((result) => (isAbsent(result) ? 0 : numberIn(result)));
  return before === undefined || after === undefined || results.every(isAbsent) ? undefined : { before, after };
}

/** True if the answers explain the cell's change: other answers may be in memory by now. */
function isSameNumber(change: BeforeAfter | undefined, { call, before, after }: ExplainedCall): boolean {
  // For a variance, the bare difference was computed.
  const sign = signOfCall(call);
  return change !== undefined && isNear(sign * change.before, before) && isNear(sign * change.after, after);
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
