/** The items that a question lists: those that it names or all, sorted, and cut to the first and the last. */
import { fieldOf, withArguments, type NumberCall } from "../../numbers/analysis/numberCall";
import { askedNumber, itemsBehind, numberIn } from "../../numbers/analysis/numberSource";
import { groupingOf } from "../../numbers/analysis/parts";
import { distinctItems } from "../../numbers/language/items";
import type { AgentTurn } from "./agentSession";

export type Several = string | readonly string[] | undefined;

/** The arguments about items. */
export interface AskedItems {
  readonly groupBy?: string | undefined;
  readonly item?: Several;
  readonly order?: "largest" | "smallest" | undefined;
  readonly top?: number | undefined;
  readonly bottom?: number | undefined;
}

const MOST_ITEMS = 2_000;

/** Returns what is named, each once. */
export function namedOnce(given: Several): readonly (string | undefined)[] {
  return typeof given === "object" ? [...new Set(given)] : [given];
}

/** True if a row for each item is meant, and the field has items. */
export function isDivided(call: NumberCall, { groupBy, item }: AskedItems): boolean {
  return (groupBy ?? item) !== undefined && groupingOf(call) !== undefined;
}

/** Returns the items to list: those that are named, else all that the answers have. */
async function itemsOf(
  turn: AgentTurn,
  calls: readonly NumberCall[],
  { item }: AskedItems,
): Promise<readonly string[]> {
  if (item !== undefined) return namedOnce(item).flatMap((each) => each ?? []);
  const { source } = turn.context;
  const results = await Promise.all(calls.map((call) => askedNumber(source, call)));
  const items = distinctItems(itemsBehind(source, results));
  if (items.length <= MOST_ITEMS) return items;
  throw new Error(`There are ${items.length} items, and ${MOST_ITEMS} is the most. Name some by item.`);
}

export interface ChosenItems {
  readonly named: readonly string[];
  /** The items between top and bottom; they become one row. */
  readonly rest: readonly string[];
  /** The field by which they are sorted. */
  readonly by?: string;
  /** True if the asker has named them, so there are more than these. */
  readonly areSome: boolean;
}

/**
 * Sorts by the first number of each item. An item without a number comes last; one that the asker has named is never among the
 * rest, so its error is told.
 */
export async function chooseItems(
  turn: AgentTurn,
  calls: readonly NumberCall[],
  asked: AskedItems,
): Promise<ChosenItems> {
  const [first] = calls;
  const [items, areSome] = [first ? await itemsOf(turn, calls, asked) : [], asked.item !== undefined];
  const { order, top, bottom } = asked;
  if (!first || (order ?? top ?? bottom) === undefined) return { named: items, rest: [], areSome };
  const ranked = await Promise.all(
    items.map(async (item) => {
      const value = numberIn(await askedNumber(turn.context.source, withArguments(first, { item })));
      return { item, value };
    }),
  );
  const sign = order === "smallest" ? -1 : 1;
  const known = ranked.flatMap(({ item, value }) => (value === undefined ? [] : [{ item, value }]));
  const sorted = known.sort((one, other) => sign * (other.value - one.value)).map(({ item }) => item);
  const unknown = ranked.flatMap(({ item, value }) => (value === undefined ? [item] : []));
  const all = areSome ? sorted : [...sorted, ...unknown];
  const [from, to] = [top ?? (bottom === undefined ? all.length : 0), all.length - (bottom ?? 0)];
  const rest = all.slice(from, Math.max(from, to));
  const named = all.filter((item) => !rest.includes(item));
  const by = fieldOf(first)?.label ?? "the first number";
  return { named: areSome ? [...named, ...unknown] : named, rest, by, areSome };
}

/** Returns how items are sorted, in words, if that was asked for. */
export function orderOf({ named, rest, by }: ChosenItems, { order, top, bottom }: AskedItems): { order?: string } {
  const counts = Object.entries({ top, bottom }).flatMap(([name, count]) => (count ? [`${name} ${count}`] : []));
  if (order === undefined && counts.length === 0) return {};
  const count = named.length + rest.length;
  const asked = [order ?? "largest", ...counts].join(", ");
  if (count === 0) return { order: `${asked}: not used, since no number has items` };
  const shown = `${named.length} of ${count} items${rest.length > 0 ? ", the rest as one row" : ""}`;
  return {
    order: `${[`${order ?? "largest"} first, by ${by}`, ...counts].join(", ")}; ${shown}`,
  };
}
