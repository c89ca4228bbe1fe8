/**
 * The facts that a refresh changed: one for each number of a plan, however many cells show it. Pure. Every changed cell is in exactly
 * one fact.
 */
import type { BeforeAfter } from "./drivers";
import type { ExplainedCall } from "./findDrivers";
import { fieldOf, measureOf } from "./numberCall";
import type { NumberName, NumberNames } from "./numberName";
import { signOfCall } from "./parts";

/** The number behind a changed cell. */
export type NamedNumber = ExplainedCall & NumberNames;

export interface ChangedCell {
  /** Undefined if the cell does not show one number of a plan, before and after. */
  readonly number?: NamedNumber | undefined;
  /** Without a number: cells with equal texts have the same change, such as an error of one call. */
  readonly alike?: string | undefined;
}

/** One number that changed. */
export interface Fact<Cell extends ChangedCell = ChangedCell> {
  /** The cells that show the number itself, or moved by its change alone. */
  readonly cells: readonly [Cell, ...Cell[]];
  /** Undefined for cells that show no single number of a plan. */
  readonly number: NamedNumber | undefined;
  /** Variances that changed by this number alone, or together with their other side. */
  readonly variances: readonly Fact<Cell>[];
}

/** Facts of one scenario, moved by one rate. */
export interface FactGroup<Changed extends ChangedNumberFact> {
  readonly plan: string;
  readonly scenario: string;
  /** The change of the largest number as a share of its former value. The others differ by less than half a thousandth. */
  readonly rate: number;
  /** True if no other sum of the scenario changed. */
  readonly isAll: boolean;
  readonly facts: readonly Changed[];
}

/** What a group reads of a fact. */
interface ChangedNumberFact {
  readonly number: NamedNumber | undefined;
}

/** Returns the facts behind the cells, in the order of their first cells. */
export function factsOf<Cell extends ChangedCell>(cells: readonly Cell[]): Fact<Cell>[] {
  const found = new Map<string, { cells: [Cell, ...Cell[]]; number: NamedNumber | undefined }>();
  for (const [at, cell] of cells.entries()) {
    const { number, alike } = cell;
    const key = number
      ? JSON.stringify([nameKey(number.name), kindOf(number), number.before, number.after])
      : JSON.stringify(alike ?? at);
    const fact = found.get(key);
    if (fact) fact.cells.push(cell);
    else found.set(key, { cells: [cell], number });
  }
  return withVariances([...found.values()]);
}

/** Returns all cells of a fact: those of its number, then those of its variances. */
export function cellsOfFact<Cell extends ChangedCell>({ cells, variances }: Fact<Cell>): Cell[] {
  return [...cells, ...variances.flatMap(cellsOfFact)];
}

/** Fewer facts are read one by one. */
const LEAST_GROUPED = 3;

/** Rates that differ by less are one, as a share: what readers see of a rate. */
const LEAST_APART = 0.0005;

/** A sum that changed, with the share of its former value by which it did. */
interface Moved<Changed> {
  readonly fact: Changed;
  readonly number: NamedNumber;
  readonly rate: number;
}

/** Finds facts of one scenario that moved by one rate, such as a plan raised by 1 %. A fact is in one group at most. */
export function groupsOf<Changed extends ChangedNumberFact>(facts: readonly Changed[]): FactGroup<Changed>[] {
  const sums = facts.flatMap((fact): Moved<Changed>[] => {
    const { number } = fact;
    const rate = number && rateOf(number);
    return number && rate !== undefined ? [{ fact, number, rate }] : [];
  });
  const scenarios = byKey(sums, ({ number: { name } }) => JSON.stringify([name.plan, name.scenario]));
  return [...scenarios.values()].flatMap((own) =>
    byRate(own).flatMap(({ rate, alike: [first, ...others] }): FactGroup<Changed>[] => {
      const alike = [first, ...others];
      if (Math.abs(rate) < LEAST_APART || alike.length < LEAST_GROUPED) return [];
      const { plan, scenario } = first.number.name;
      return [{ plan, scenario, rate, isAll: alike.length === own.length, facts: alike.map(({ fact }) => fact) }];
    }),
  );
}

interface OfOneRate<Changed> {
  readonly rate: number;
  readonly alike: [Moved<Changed>, ...Moved<Changed>[]];
}

/**
 * The largest number tells a rate best, since the service rounds all alike. Numbers with nearly that rate belong to it, wherever a
 * thousandth begins. Returns them in the order of their first facts.
 */
function byRate<Changed>(moved: readonly Moved<Changed>[]): OfOneRate<Changed>[] {
  const sizeOfNumber = ({ number }: Moved<Changed>) => Math.abs(number.before);
  const rates: number[] = [];
  const isNearRate = (rate: number) => (other: number) => Math.abs(rate - other) < LEAST_APART;
  for (const { rate } of [...moved].sort((one, other) => sizeOfNumber(other) - sizeOfNumber(one)))
    if (!rates.some(isNearRate(rate))) rates.push(rate);
  const found = new Map<number, OfOneRate<Changed>>();
  for (const each of moved) {
    const rate = rates.find(isNearRate(each.rate)) ?? each.rate;
    const group = found.get(rate);
    if (group) group.alike.push(each);
    else found.set(rate, { rate, alike: [each] });
  }
  return [...found.values()];
}

/** Returns by which share of its former value a sum changed; undefined for a variance, a ratio, or a number that changed its sign. */
function rateOf({ call, before, after }: NamedNumber): number | undefined {
  if (call.id === "VAR" || fieldOf(call)?.total.by !== "sum" || before * after <= 0) return undefined;
  return (after - before) / before;
}

/** Moves each variance to the number that it follows. */
function withVariances<Cell extends ChangedCell>(facts: readonly Omit<Fact<Cell>, "variances">[]): Fact<Cell>[] {
  const numbers = byKey(
    facts.filter(({ number }) => number?.call.id === "KPI"),
    ({ number }) => (number ? nameKey(number.name) : ""),
  );
  const find = (name: NumberName | undefined) => {
    const [only, ...others] = (name && numbers.get(nameKey(name))) ?? [];
    return others.length === 0 ? only : undefined;
  };
  const followers = new Map<unknown, Fact<Cell>[]>();
  const leading = facts.filter((fact) => {
    const { number } = fact;
    if (number?.call.id !== "VAR") return true;
    const [own, base] = [find(number.sides?.own), find(number.sides?.base)];
    if (!follows(number, own?.number, base?.number)) return true;
    const leader = Math.abs(differenceOf(own?.number)) >= Math.abs(differenceOf(base?.number)) ? (own ?? base) : base;
    followers.set(leader, [...(followers.get(leader) ?? []), { ...fact, variances: [] }]);
    return false;
  });
  return leading.map((fact) => ({ ...fact, variances: followers.get(fact) ?? [] }));
}

/** True if the changes of its sides make the change of a variance. A side without a change stayed as it was. */
function follows(variance: NamedNumber, own: BeforeAfter | undefined, base: BeforeAfter | undefined): boolean {
  const sign = signOfCall(variance.call);
  if (!own && !base) return false;
  if (measureOf(variance.call) !== "percent") {
    const largest = Math.max(...[variance, own, base].flatMap((each) => (each ? [sizeOf(each)] : [])));
    const expected = sign * (differenceOf(own) - differenceOf(base));
    return Math.abs(differenceOf(variance) - expected) <= TOLERANCE * largest;
  }
  // From the former percentage and one side follows the other side, which stayed; of a base, for each sign that it may have.
  const share = sign * variance.before;
  const sides = base
    ? [[own ?? unchanged(base.before + share * Math.abs(base.before)), base] as const]
    : [1, -1].map((side) => [own, unchanged((own?.before ?? NaN) / (1 + share * side))] as const);
  const isShown = (one: number, other: number, shown: number) =>
    Math.abs((sign * (one - other)) / Math.abs(other) - shown) <= TOLERANCE;
  return sides.some(
    ([one, other]) =>
      one !== undefined &&
      isShown(one.before, other.before, variance.before) &&
      isShown(one.after, other.after, variance.after),
  );
}

function unchanged(value: number): BeforeAfter {
  return { before: value, after: value };
}

function differenceOf(change: BeforeAfter | undefined): number {
  return change ? change.after - change.before : 0;
}

/** Returns the size of the larger number; -1 without any. */
function sizeOf(change: BeforeAfter | undefined): number {
  return change ? Math.max(Math.abs(change.before), Math.abs(change.after)) : -1;
}

/** What floating point may leave, as a share of the largest number. */
const TOLERANCE = 1e-9;

function kindOf({ call }: NamedNumber): string {
  return measureOf(call) ?? "number";
}

function nameKey({ key, labels, plan, scenario, unit }: NumberName): string {
  return key ?? JSON.stringify([labels.row, labels.column, plan, scenario, unit]);
}

function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const own = found.get(key);
    if (own) own.push(item);
    else found.set(key, [item]);
  }
  return found;
}
