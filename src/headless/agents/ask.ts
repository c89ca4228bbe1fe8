/** The tool that answers a question in one call: several fields, scenarios, periods, bases and items, sorted and cut to the largest. */
import {
  callByNames,
  fieldOf,
  measureOf,
  type NumberCall,
  pinnedCall,
  withArguments,
} from "../../numbers/analysis/numberCall";
import { askedNumber, knownNumber, numberIn, reasonIn } from "../../numbers/analysis/numberSource";
import { addsUp, groupingOf, isGrouping } from "../../numbers/analysis/parts";
import type { AgentTurn } from "./agentSession";
import { createRoom, shortenText, takeItems } from "./answer";
import {
  chooseItems,
  isDivided,
  namedOnce,
  orderOf,
  type AskedItems,
  type ChosenItems,
  type Several,
} from "./chosenItems";
import { openSettings } from "./openSettings";
import { provenanceOf, questionsOf } from "./provenance";
import { formulaOf, scopeOf, shareScope, type NumberScope } from "./numberScope";

/** Lists ask for every combination. */
export interface Asked extends AskedItems {
  readonly plan?: string | undefined;
  readonly scenario?: Several;
  readonly field: Several;
  readonly period?: Several;
  readonly basis?: Several;
  readonly currency?: string | undefined;
  readonly base?: string | undefined;
  readonly basePeriod?: string | undefined;
  readonly basePlan?: string | undefined;
  readonly actualsTo?: string | undefined;
  readonly measure?: string | undefined;
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

/** Returns each number with its formula; what all share stands once in `common`. */
export async function askNumbers(turn: AgentTurn, asked: Asked): Promise<object> {
  const calls = combinations(turn, asked);
  const divided = calls.filter((call) => isDivided(call, asked));
  const chosen = await chooseItems(turn, divided, asked);
  const rowsOfItems = chosen.named.length + (chosen.rest.length > 0 ? 1 : 0) || 1;
  const count = calls.length + divided.length * (rowsOfItems - 1);
  if (count > MOST_NUMBERS)
    throw new Error(`These are ${count} numbers, and ${MOST_NUMBERS} is the most. Name fewer, or use top and bottom.`);
  const keys = new Set<string>();
  const lines = await Promise.all(
    calls.map((call) => (divided.includes(call) ? itemRows(turn, call, chosen, keys) : rowOf(turn, call, {}, keys))),
  );
  const { common, rows } = shareScope(lines.flat());
  const { items: numbers, cut } = takeItems(createRoom(), rows, "numbers");
  const { currency: _, ...origin } = provenanceOf(
    turn,
    turn.context.source,
    questionsOf(turn.context.source, [...keys]),
  );
  return {
    common,
    numbers,
    ...orderOf(chosen, asked),
    ...(cut ? { cut } : {}),
    ...origin,
  };
}

/** One call for every combination of what is named. */
function combinations(turn: AgentTurn, asked: Asked): NumberCall[] {
  const { field: fields, period: periods, basis: bases, scenario: scenarios, item: items, ...given } = asked;
  const { base, basePeriod, basePlan, measure } = given;
  const isVariance = [base, basePeriod, basePlan].some((each) => each !== undefined);
  // Rows of items name their own.
  const item = items === undefined ? undefined : [namedOnce(items)];
  const lists = [fields, periods, bases, scenarios].map(namedOnce);
  return combine(lists).map(([field, period, basis, scenario]) => {
    const args = { ...given, scenario, field, period, basis, item };
    const call = callByNames(isVariance ? "VAR" : "KPI", args, turn);
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

/** Returns a row for each item, and one for the rest. */
async function itemRows(
  turn: AgentTurn,
  call: NumberCall,
  chosen: ChosenItems,
  keys: Set<string>,
): Promise<AskedRow[]> {
  const { named, rest } = chosen;
  if (named.length + rest.length === 0) return [await rowOf(turn, call, { item: NO_ITEMS }, keys)];
  const rows = await Promise.all(
    named.map((item) => rowOf(turn, withArguments(call, { item }), { item: shortenText(item, 200) }, keys)),
  );
  return rest.length === 0 ? rows : [...rows, await restRow(turn, call, chosen, keys)];
}

/** Without a number, it has the reason. */
const NO_ITEMS = "all together: the service has not named any";

/**
 * The rest of all is the whole less what is named, if that is a sum: a short formula. Any other rest is the number of its own items.
 */
async function restRow(
  turn: AgentTurn,
  call: NumberCall,
  { named, rest: others, areSome }: ChosenItems,
  keys: Set<string>,
): Promise<AskedRow> {
  const label = `${others.length} others`;
  const dimension = groupingOf(call) ?? "product";
  const isSum = isGrouping(dimension) && addsUp(call, dimension) && named.length > 0 && !isPercent(call);
  if (!isSum || areSome) return rowOf(turn, withArguments(call, { item: [others] }), { item: label }, keys);
  const whole = await rowOf(turn, call, { item: label }, keys);
  const shown = await rowOf(turn, withArguments(call, { item: [named] }), { item: label }, keys);
  const { value, error, formula, ...scope } = whole;
  const rest = {
    ...scope,
    ...(formula && shown.formula ? { formula: `${formula}-${shown.formula.slice(1)}` } : {}),
  };
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
  const shown = result.figure ? pinnedCall(call, result.figure) : call;
  const text = formulaOf(shown);
  const formula = text.length > MOST_OF_FORMULA ? {} : { formula: text };
  if (value !== undefined)
    return {
      ...scope,
      ...item,
      value,
      ...formula,
      ...(await openSettings(shown, turn)),
    };
  const reason = reasonIn(result) ?? "The result is not one number. Name one scenario, field and period.";
  return { ...scope, ...item, error: shortenText(reason), ...formula };
}
