/** The tool that answers a question in one call: several fields, scenarios, periods, bases and items, sorted and cut to the largest. */
import { callByNames, fieldOf, measureOf, type NumberCall, pinnedCall, withArguments } from "../analysis/numberCall";
import { askedNumber, itemsBehind, knownNumber, numberIn, reasonIn } from "../analysis/numberSource";
import { addsUp, groupingOf, isGrouping } from "../analysis/parts";
import { distinctItems } from "../language/items";
import type { AgentTurn } from "./agentSession";
import { createRoom, shortenText, takeItems } from "./answer";
import { provenanceOf, questionsOf } from "./provenance";
import { formulaOf, pinned, scopeOf, shareScope, type NumberScope } from "./scope";

type Several = string | readonly string[] | undefined;

/** Lists ask for every combination. */
export interface Asked {
  readonly plan?: string | undefined;
  readonly scenario?: Several;
  readonly field: Several;
  readonly period?: Several;
  readonly basis?: Several;
  readonly groupBy?: string | undefined;
  readonly item?: Several;
  readonly currency?: string | undefined;
  readonly base?: string | undefined;
  readonly basePeriod?: string | undefined;
  readonly basePlan?: string | undefined;
  readonly actualsTo?: string | undefined;
  readonly measure?: string | undefined;
  readonly order?: "largest" | "smallest" | undefined;
  readonly top?: number | undefined;
  readonly bottom?: number | undefined;
}

/** One number of the answer. */
interface AskedRow extends NumberScope {
  readonly item?: string;
  readonly value?: number;
  readonly error?: string;
  /** Not for a rest of many items, which would be longer than the answer. */
  readonly formula?: string;
}

/** Characters. */
const MOST_OF_FORMULA = 600;

const MOST_NUMBERS = 400;
const MOST_ITEMS = 2_000;

/** Returns each number with its formula; what all share stands once in `common`. */
export async function askNumbers(turn: AgentTurn, asked: Asked): Promise<object> {
  const calls = combinations(turn, asked);
  const items = await itemsOf(turn, calls, asked);
  const chosen = items && (await chooseItems(turn, calls, items, asked));
  const count = calls.length * (chosen ? chosen.named.length + 1 : 1);
  if (count > MOST_NUMBERS)
    throw new Error(`These are ${count} numbers, and ${MOST_NUMBERS} is the most. Name fewer, or use top and bottom.`);
  const keys = new Set<string>();
  const lines = await Promise.all(
    calls.map((call) => (chosen ? itemRows(turn, call, chosen, keys) : rowOf(turn, call, {}, keys))),
  );
  const { common, rows } = shareScope(lines.flat());
  const { items: numbers, cut } = takeItems(createRoom(), rows, "numbers");
  const { currency: _, ...origin } = provenanceOf(
    turn,
    turn.context.source,
    questionsOf(turn.context.source, [...keys]),
  );
  return { common, numbers, ...(chosen?.word ? { order: chosen.word } : {}), ...(cut ? { cut } : {}), ...origin };
}

/** One call for every combination of what is named. */
function combinations(turn: AgentTurn, asked: Asked): NumberCall[] {
  const isVariance = [asked.base, asked.basePeriod, asked.basePlan].some((each) => each !== undefined);
  const { groupBy, currency, plan, base, basePeriod, basePlan, actualsTo, measure } = asked;
  const lists = [asked.field, asked.period, asked.basis, asked.scenario].map(listOf);
  return combine(lists).map(([field, period, basis, scenario]) => {
    const args = { plan, scenario, field, period, basis, groupBy, currency, base, basePeriod, basePlan, actualsTo };
    const call = callByNames(isVariance ? "VAR" : "KPI", { ...args, ...(isVariance ? { measure } : {}) }, turn);
    const known = fieldOf(call);
    const isUndirected = isVariance && measure === undefined && known !== undefined && !known.direction;
    return isUndirected ? withArguments(call, { measure: "difference" }) : call;
  });
}

function combine(lists: readonly (readonly (string | undefined)[])[]): (string | undefined)[][] {
  return lists.reduce<(string | undefined)[][]>(
    (all, list) => all.flatMap((row) => list.map((each) => [...row, each])),
    [[]],
  );
}

function listOf(given: Several): readonly (string | undefined)[] {
  return typeof given === "object" ? [...new Set(given)] : [given];
}

/** Returns the items to list: those that are named, else with a grouping all that the answers have. */
async function itemsOf(turn: AgentTurn, calls: readonly NumberCall[], { item, groupBy }: Asked) {
  if (item !== undefined) return listOf(item).flatMap((each) => each ?? []);
  const { source } = turn.context;
  if (groupBy === undefined || calls.some((call) => !isGroupedBy(call, groupBy))) return undefined;
  const results = await Promise.all(calls.map((call) => askedNumber(source, call)));
  const items = distinctItems(itemsBehind(source, results));
  if (items.length > MOST_ITEMS)
    throw new Error(`There are ${items.length} items, and ${MOST_ITEMS} is the most. Name some by item.`);
  // Without an answer there are no items, and the number has the reason.
  return items.length > 0 ? items : undefined;
}

/** A grouping that the service does not offer is an error of the number, which says so. */
function isGroupedBy(call: NumberCall, groupBy: string): boolean {
  return groupingOf(call) === groupBy.toLowerCase();
}

interface ChosenItems {
  readonly named: readonly string[];
  /** The items between top and bottom; they become one row. */
  readonly rest: readonly string[];
  /** How the items are sorted, in words. */
  readonly word?: string;
}

/** Sorts by the first number of each item. An item without a number comes last. */
async function chooseItems(
  turn: AgentTurn,
  [first]: readonly NumberCall[],
  items: readonly string[],
  { order, top, bottom }: Asked,
): Promise<ChosenItems> {
  if (!first || (order ?? top ?? bottom) === undefined) return { named: items, rest: [] };
  const ranked = await Promise.all(
    items.map(async (item) => {
      const value = numberIn(await askedNumber(turn.context.source, withArguments(first, { item })));
      return { item, value };
    }),
  );
  const sign = order === "smallest" ? -1 : 1;
  const known = ranked.flatMap(({ item, value }) => (value === undefined ? [] : [{ item, value }]));
  const sorted = [
    ...known.sort((one, other) => sign * (other.value - one.value)).map(({ item }) => item),
    ...ranked.flatMap(({ item, value }) => (value === undefined ? [item] : [])),
  ];
  const [from, to] = [top ?? (bottom === undefined ? sorted.length : 0), sorted.length - (bottom ?? 0)];
  const rest = sorted.slice(from, Math.max(from, to));
  const named = sorted.filter((item) => !rest.includes(item));
  const by = `${order ?? "largest"} first, by ${fieldOf(first)?.label ?? "the first number"}`;
  return {
    named,
    rest,
    word: `${by}; ${named.length} of ${items.length} items${rest.length > 0 ? ", the rest as one row" : ""}`,
  };
}

async function itemRows(
  turn: AgentTurn,
  call: NumberCall,
  { named, rest }: ChosenItems,
  keys: Set<string>,
): Promise<AskedRow[]> {
  const rows = await Promise.all(
    named.map((item) => rowOf(turn, withArguments(call, { item }), { item: shortenText(item, 200) }, keys)),
  );
  if (rest.length === 0) return rows;
  const label = `${rest.length} others`;
  return [...rows, await restRow(turn, call, { named, rest, label }, keys)];
}

/** The rest of a sum is the whole less what is named, which is a short formula. Of another number it is that of its items. */
async function restRow(
  turn: AgentTurn,
  call: NumberCall,
  { named, rest: others, label }: { named: readonly string[]; rest: readonly string[]; label: string },
  keys: Set<string>,
): Promise<AskedRow> {
  const dimension = groupingOf(call) ?? "product";
  const isSum = isGrouping(dimension) && addsUp(call, dimension) && named.length > 0 && !isPercent(call);
  if (!isSum) return rowOf(turn, withArguments(call, { item: [others] }), { item: label }, keys);
  const whole = await rowOf(turn, call, { item: label }, keys);
  const shown = await rowOf(turn, withArguments(call, { item: [named] }), { item: label }, keys);
  const { value, error, formula, ...scope } = whole;
  const rest = { ...scope, ...(formula && shown.formula ? { formula: `${formula}-${shown.formula.slice(1)}` } : {}) };
  return value === undefined || shown.value === undefined
    ? { ...rest, error: error ?? shown.error ?? "Not known." }
    : { ...rest, value: value - shown.value };
}

function isPercent(call: NumberCall): boolean {
  return measureOf(call) === "percent";
}

/** @param keys Receives the questions that the number was computed from. */
async function rowOf(
  turn: AgentTurn,
  call: NumberCall,
  item: { readonly item?: string },
  keys: Set<string>,
): Promise<AskedRow> {
  const { context } = turn;
  const { source } = context;
  const result = await askedNumber(source, call);
  const known = result.state === "known" ? result : await knownNumber(source, call);
  const own = known.state === "known" ? known.keys : [];
  own.forEach((key) => keys.add(key));
  const { items: _, ...scope } = await scopeOf(call, context, known);
  const value = numberIn(result);
  const text = formulaOf(result.figure ? pinnedCall(call, result.figure) : await pinned(call, turn));
  const formula = text.length > MOST_OF_FORMULA ? {} : { formula: text };
  if (value !== undefined) return { ...scope, ...item, value, ...formula };
  const reason = reasonIn(result) ?? "The result is not one number. Name one scenario, field and period.";
  return { ...scope, ...item, error: shortenText(reason), ...formula };
}
