/** Variances, better ones positive, and the steps of bridges. */
import { isLessBetter, isShare } from "./fields";
import { NOTHING, type Expected, type Sum } from "./sums";

export type Measure = "amount" | "percent" | "difference";

function directed(field: string, own: number, base: number): number {
  return isLessBetter(field) ? base - own : own - base;
}

/** A variance, from the numbers of both sides. */
export function expectedVariance(field: string, measure: Measure, own: Expected, base: Expected): Expected {
  if ("missing" in own || "missing" in base) {
    const texts = [own, base].map((side) => ("missing" in side ? side.missing : undefined));
    // Either side may be the one that is named.
    return { missing: texts.some((side) => side?.length === 0) ? [] : texts.flatMap((side) => side ?? []) };
  }
  const amount = measure === "difference" ? own.value - base.value : directed(field, own.value, base.value);
  const size = own.size + base.size;
  if (measure !== "percent") return { value: amount, size };
  if (!isMeaningful(own.value, base.value)) return NOTHING;
  return { value: amount / Math.abs(base.value), size: size / Math.abs(base.value) };
}

/** True if a percent of the base says something. */
function isMeaningful(own: number, base: number): boolean {
  return base !== 0 && own * base >= 0;
}

/** What stands beside two numbers of a report's row. */
export interface VarianceCells {
  /** Shares are in points. */
  readonly amount: Sum;
  readonly percent: Sum | "n.m." | "";
  /** The number behind its bar; "" for none, and undefined if it may be either. */
  readonly bar: Sum | "" | undefined;
}

/** @param hasBar False for a line of another unit than the amounts of its table. */
export function varianceCells(field: string, own: Sum, base: Sum, hasBar = true): VarianceCells {
  const scale = isShare(field) ? 100 : 1;
  const size = own.size + base.size;
  const amount = { value: scale * directed(field, own.value, base.value), size: scale * size };
  const bar = hasBar && !isShare(field) ? barCell(amount) : "";
  return { amount, percent: percentCell(field, amount.value, own, base), bar };
}

function percentCell(field: string, variance: number, own: Sum, base: Sum): VarianceCells["percent"] {
  if (isShare(field)) return "";
  if (!isMeaningful(own.value, base.value)) return "n.m.";
  const by = Math.abs(base.value);
  return { value: variance / by, size: (own.size + base.size) / by };
}

/** What rounds to nothing has no bar; close to that, either is right. */
function barCell(variance: Sum): VarianceCells["bar"] {
  const size = Math.abs(variance.value);
  if (Math.abs(size - 0.5) < 1e-6) return undefined;
  return size < 0.5 ? "" : variance;
}

/** What a row must show beside these two cells of it, unless one is no number. */
export function cellsBeside(field: string, own: unknown, base: unknown): VarianceCells | undefined {
  if (typeof own !== "number" || typeof base !== "number") return undefined;
  return varianceCells(field, { value: own, size: Math.abs(own) }, { value: base, size: Math.abs(base) });
}

/** A field of one side of a bridge. */
type Side = (field: string) => number;

/** The steps from one EBIT to the other, by the lines between. */
export function statementSteps(from: Side, to: Side): (readonly [field: string, amount: number])[] {
  const lines = ["grossFIESales", "tradeExpenses", "cogs", "supplyChainCost", "otherCosts"];
  return lines.map((field) => [field, directed(field, to(field), from(field))] as const);
}

/** An item of a bridge with the volume and value of each side. */
export type BridgeItem = Readonly<Record<"from" | "to", { readonly volume: number; readonly value: number }>>;

/** The steps from one demand value to the other, as textbooks have them. All volumes are above 0. */
export function pvmSteps(items: readonly BridgeItem[]): { volume: number; price: number; mix: number } {
  const sum = (amount: (item: BridgeItem) => number) => items.reduce((total, item) => total + amount(item), 0);
  const priceOf = ({ volume, value }: BridgeItem["from"]) => value / volume;
  const [before, after] = [sum(({ from }) => from.volume), sum(({ to }) => to.volume)];
  const average = sum(({ from }) => from.value) / before;
  return {
    volume: (after - before) * average,
    price: sum(({ from, to }) => to.volume * (priceOf(to) - priceOf(from))),
    mix: sum(({ from, to }) => to.volume * priceOf(from)) - after * average,
  };
}
