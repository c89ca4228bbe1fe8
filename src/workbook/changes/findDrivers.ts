/** Finds the drivers of a changed number without a request: from the answers of two generations, else from the ledger. */
import {
  eachRow,
  groupOf,
  inSlices,
  memoryOnly,
  questionKey,
  type Field,
  type Generation,
  type Question,
  type Sliced,
} from "../../insights";
import type { CallWithSettings } from "../../saved/callKey";
import type { CallError, Ledger, LedgerEntry } from "../ledger/ledger";
import type { Outcome } from "../refresh/recompute";
import type { ExplainedCall } from "./changeSummary";
import {
  bridgeOf,
  fieldsBehind,
  stepsByItems,
  stepsByLines,
  weightOf,
  type Driver,
  type ItemSides,
  type Sides,
} from "../../analysis/drivers";
import type { BridgeStep } from "../../analysis/bridge";
import { contextKey, fieldOf, itemOf, numbersOf, withPart, type NumberCall } from "../../analysis/numberCall";

/** The answers before and after the refresh. */
export interface TwoGenerations {
  readonly former: Generation;
  readonly current: Generation;
}

/** A number of the workbook before and after the refresh. */
export interface CallSides extends Sides {
  readonly call: NumberCall;
}

export interface DriverOptions {
  readonly ledger: Ledger;
  /** Undefined if the former answers are not in memory any more. */
  readonly generations: TwoGenerations | undefined;
  /** The numbers that the workbook showed besides. */
  readonly others: () => Iterable<CallSides>;
}

/** Numbers that are compared without a break: some ten milliseconds of work. */
const NUMBERS_IN_SLICE = 2_000;
/** Items whose numbers are compared; more take too long. */
const MOST_ITEMS = 2_000;

/** Returns the bridge from the cell's former number to its new one; undefined if nothing is known of its parts. */
export async function findDrivers(explained: ExplainedCall, options: DriverOptions): Promise<Driver[] | undefined> {
  const { call, before, after, scale } = explained;
  const field = fieldOf(call);
  const factor = field && factorOf(call, field);
  if (!field || factor === undefined) return undefined;
  const found =
    (await fromGenerations(explained, field, options)) ?? (await inSlices(fromCells(call, field, options.others())));
  if (!found) return undefined;
  const contributions = found.map(({ label, amount }) => ({ label, amount: amount * factor * scale }));
  return bridgeOf({ before: before * scale, after: after * scale }, contributions);
}

/** Returns the numbers of all entries, before and after: those of `outcomes` have changed, the others have not. */
export function* numbersOfLedger(ledger: Ledger, outcomes: readonly Outcome[]): Generator<CallSides> {
  const changed = new Map(outcomes.map((outcome) => [outcome.entry.key, outcome]));
  for (const entry of ledger.entries()) {
    const outcome = changed.get(entry.key);
    const result = outcome?.result ?? entry.result;
    const now = numbersOf(entry, result);
    if (!outcome) yield* now.map(({ call, value }) => ({ call, before: value, after: value }));
    else yield* changedSides(entry, outcome, now);
  }
}

/** A table may have other rows than before, so its numbers are paired by what they are. */
function changedSides(entry: LedgerEntry, { before }: Outcome, now: ReturnType<typeof numbersOf>): CallSides[] {
  const placeOf = (call: NumberCall) => JSON.stringify(call.args);
  const then = new Map(numbersOf(entry, before).map(({ call, value }) => [placeOf(call), value]));
  return now.flatMap(({ call, value }) => {
    const former = then.get(placeOf(call));
    return former === undefined ? [] : [{ call, before: former, after: value }];
  });
}

/** By what the difference of the call's parts is multiplied. A percentage is no sum of parts; nor is a difference of ratios. */
function factorOf({ id, args }: NumberCall, { direction, total }: Field): 1 | -1 | undefined {
  if (id === "KPI") return 1;
  const measure = typeof args[9] === "string" ? args[9].trim().toLowerCase() : "amount";
  if (measure === "percent" || total.by !== "sum") return undefined;
  return measure !== "difference" && direction === "less" ? -1 : 1;
}

async function fromGenerations(
  explained: ExplainedCall,
  field: Field,
  { ledger, generations }: DriverOptions,
): Promise<BridgeStep[] | undefined> {
  if (!generations) return undefined;
  const { call } = explained;
  const [former, current] = [memoryOnly(generations.former), memoryOnly(generations.current)];
  const sidesOf = async (part: Parameters<typeof withPart>[1]): Promise<Sides | undefined> => {
    const [before, after] = await Promise.all(
      [former, current].map((generation) => numberIn(ledger, withPart(call, part), generation)),
    );
    // An item that one side lacks is 0 there.
    const isAbsent = (number: number | "absent" | undefined) => number === "absent" && part.item !== undefined;
    if (isAbsent(before) && isAbsent(after)) return undefined;
    const value = (number: number | "absent" | undefined) => (isAbsent(number) ? 0 : number);
    const [then, now] = [value(before), value(after)];
    return typeof then === "number" && typeof now === "number" ? { before: then, after: now } : undefined;
  };
  if (!isSameNumber(await sidesOf({}), explained)) return undefined;
  if (field.family === "pnl") return readLines(field, (name) => sidesOf({ field: name }));
  const items = await findItems(ledger, call, [former, current]);
  if (items.length > MOST_ITEMS) return undefined;
  const weight = weightOf(field);
  const sides = await Promise.all(
    items.map(async (item): Promise<ItemSides> => ({
      label: item,
      value: await sidesOf({ item }),
      weight: weight === undefined ? undefined : await sidesOf({ item, field: weight }),
    })),
  );
  return sides.some(({ value }) => value) ? stepsByItems(field, sides) : undefined;
}

/** True if the answers are those of the cell's change: other answers may be in memory by now. */
function isSameNumber(sides: Sides | undefined, { call, before, after }: ExplainedCall): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.abs(other);
  if (!sides) return false;
  // Of a variance the plain difference was computed, whose sign may be the other.
  const sign = call.id === "VAR" && !isNear(sides.after, after) ? -1 : 1;
  return isNear(sign * sides.before, before) && isNear(sign * sides.after, after);
}

/** Reads each line once, and adds up. */
async function readLines(
  field: Field,
  sidesOf: (name: string) => Promise<Sides | undefined>,
): Promise<BridgeStep[] | undefined> {
  const names = [...new Set(fieldsBehind(field))];
  const sides = new Map(await Promise.all(names.map(async (name) => [name, await sidesOf(name)] as const)));
  return stepsByLines(field, (name) => sides.get(name));
}

/** Explains a number by others of the same plan, scenario and period that the workbook shows. */
function* fromCells(call: NumberCall, field: Field, numbers: Iterable<CallSides>): Sliced<BridgeStep[] | undefined> {
  const context = contextKey(call);
  const alike = new Map<string, Sides>();
  const items = new Set<string>();
  let compared = 0;
  for (const each of numbers) {
    compared += 1;
    if (compared % NUMBERS_IN_SLICE === 0) yield;
    const own = each.call.id === call.id && contextKey(each.call) === context ? fieldOf(each.call) : undefined;
    const item = itemOf(each.call);
    const factor = own && factorOf(each.call, own);
    if (!own || item === undefined || factor === undefined) continue;
    alike.set(keyOf(own.name, item), { before: factor * each.before, after: factor * each.after });
    if (item !== "") items.add(item);
  }
  if (field.family === "pnl") return stepsByLines(field, (name) => alike.get(keyOf(name)));
  if (itemOf(call) !== "" || items.size > MOST_ITEMS) return undefined;
  const weight = weightOf(field);
  const sides = [...items].map((item): ItemSides => ({
    label: item,
    value: alike.get(keyOf(field.name, item)),
    weight: weight === undefined ? undefined : alike.get(keyOf(weight, item)),
  }));
  return sides.some(({ value }) => value) ? stepsByItems(field, sides) : undefined;
}

function keyOf(field: string, item = ""): string {
  return `${field} ${item}`;
}

/** Returns the items of the answers to a call that names none. */
async function findItems(
  ledger: Ledger,
  call: NumberCall,
  generations: readonly Generation[],
): Promise<readonly string[]> {
  if (itemOf(call) !== "") return [];
  const items = new Set<string>();
  for (const generation of generations) {
    for (const question of await questionsOf(ledger, call, generation)) {
      const rows = generation.peek(question)?.scenario.rows;
      for (const row of rows ? eachRow(rows) : []) {
        const group = groupOf(row);
        if (group !== undefined) items.add(group);
      }
    }
  }
  return [...items];
}

async function questionsOf(ledger: Ledger, call: NumberCall, generation: Generation): Promise<Question[]> {
  const computed = await ledger.invoke(call, { generation }).catch(() => undefined);
  const keys = new Set(computed?.questions?.map(({ key }) => key));
  return generation.questions().filter((question) => keys.has(questionKey(question)));
}

/** Returns "absent" if the answers do not have the value, and undefined if they are not in memory. */
async function numberIn(
  ledger: Ledger,
  call: CallWithSettings,
  generation: Generation,
): Promise<number | "absent" | undefined> {
  try {
    const { result } = await ledger.invoke(call, { generation });
    return typeof result === "number" ? result : undefined;
  } catch (error) {
    return (error as Partial<CallError>).code === "#N/A" ? "absent" : undefined;
  }
}
