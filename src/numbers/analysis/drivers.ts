/**
 * The drivers of a change: a bridge from the old number to the new one, by the lines of the P&L or the items of demand that moved
 * most. The steps add up to the change; "Other" is what the known parts leave. Pure.
 */
import { amountOfStep, fieldLabel, LINE_PARTS, stepLines, type Field } from "../../insights";
import { withShares, type BridgeStep } from "./bridge";

/** A number before and after a refresh. Sides are something else: the scenario and the base of a variance. */
export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

/** A step of the bridge, in the unit of the cell. */
export interface Driver extends BridgeStep {
  /** The share of the change; all shares add up to 1. Undefined if the number did not change. */
  readonly share: number | undefined;
}

/** Returns the numbers of a field; undefined if they are not known. */
export type FindChange = (field: string) => BeforeAfter | undefined;

export interface DriverItem {
  readonly label: string;
  /** Undefined if the item has no numbers. */
  readonly value: BeforeAfter | undefined;
  /** Only for a weighted field. */
  readonly weight?: BeforeAfter | undefined;
}

/** The largest steps that stand alone. */
const MOST_STEPS = 6;

/** Returns the steps from `before` to `after`, the largest first and "Other" last. They add up to the change. */
export function bridgeOf(change: BeforeAfter, contributions: readonly BridgeStep[]): Driver[] {
  const sorted = [...contributions].sort(
    (one, other) => Math.abs(other.amount) - Math.abs(one.amount) || (one.label < other.label ? -1 : 1),
  );
  return bridgeInOrder(change, sorted.slice(0, MOST_STEPS));
}

/** Returns the steps in their own order, as months have one. */
export function bridgeInOrder({ before, after }: BeforeAfter, contributions: readonly BridgeStep[]): Driver[] {
  const moved = contributions.filter(({ amount }) => amount !== 0);
  return withShares(moved, after, before);
}

/** Returns what the lines of the P&L add to the change of a field; undefined if none of its lines is known. */
export function stepsByLines({ name, total }: Field, changeOf: FindChange): BridgeStep[] | undefined {
  if (total.by === "sum") return amountLines(name, changeOf);
  return total.by === "ratio" ? ratioLines(total.numerator, total.denominator, changeOf) : undefined;
}

/** Returns the fields whose changes may explain the field's change: its lines, their lines in turn, and its weight. */
export function fieldsBehind({ name, total }: Field): string[] {
  if (total.by === "ratio") return [...linesWithin(total.numerator), total.denominator];
  return total.by === "weighted" ? [name, total.weight] : linesWithin(name);
}

/** Returns what items add to the change of a field; undefined if the field has no value over several items. */
export function stepsByItems({ total }: Field, items: readonly DriverItem[]): BridgeStep[] | undefined {
  if (total.by === "sum")
    return items.flatMap(({ label, value }) => (value ? [{ label, amount: value.after - value.before }] : []));
  return total.by === "weighted" ? weightedItems(items) : undefined;
}

/** Returns the field that weights another one; undefined if it is not weighted. */
export function weightOf({ total }: Field): string | undefined {
  return total.by === "weighted" ? total.weight : undefined;
}

/** Leaves out lines that are not known. */
function amountLines(name: string, changeOf: FindChange): BridgeStep[] | undefined {
  const moved = (field: string) => {
    const change = changeOf(field);
    return change && change.after - change.before;
  };
  const lines = stepLines(name, (field) => changeOf(field) !== undefined).flatMap((line) => {
    const amount = amountOfStep(line, moved);
    return amount === undefined ? [] : [{ label: line.label, amount }];
  });
  return lines.length > 0 ? lines : undefined;
}

function linesWithin(name: string): string[] {
  return [name, ...(LINE_PARTS[name] ?? []).flatMap(([, part]) => linesWithin(part))];
}

/** Divides the lines of the numerator by the former denominator, then adds a step for the change of the denominator. */
function ratioLines(numerator: string, denominator: string, changeOf: FindChange): BridgeStep[] | undefined {
  const [top, bottom] = [changeOf(numerator), changeOf(denominator)];
  if (!top || !bottom || bottom.before === 0 || bottom.after === 0) return undefined;
  const lines = amountLines(numerator, changeOf) ?? [{ label: fieldLabel(numerator), amount: top.after - top.before }];
  return [
    ...lines.map(({ label, amount }) => ({ label, amount: amount / bottom.before })),
    { label: `${fieldLabel(denominator)} as the base`, amount: top.after / bottom.after - top.after / bottom.before },
  ];
}

/**
 * With s the share of an item in the weight and r its value, before (0) and after (1), and R the former total: each item adds
 * (s1 − s0)·(r0 − R0) + s1·(r1 − r0). This is R1 − R0 in all.
 */
function weightedItems(items: readonly DriverItem[]): BridgeStep[] | undefined {
  const weights = (side: keyof BeforeAfter) => items.reduce((sum, { weight }) => sum + (weight?.[side] ?? 0), 0);
  const [before, after] = [weights("before"), weights("after")];
  if (before <= 0 || after <= 0) return undefined;
  const former =
    items.reduce((sum, { value, weight }) => sum + (value?.before ?? 0) * (weight?.before ?? 0), 0) / before;
  return items.flatMap(({ label, value, weight }) => {
    if (!value || !weight) return [];
    const [share, shareAfter] = [weight.before / before, weight.after / after];
    const moved = (shareAfter - share) * (value.before - former);
    return [{ label, amount: moved + shareAfter * (value.after - value.before) }];
  });
}
