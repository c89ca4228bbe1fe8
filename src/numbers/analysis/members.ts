/** Finds the months and groups that a number is divided into, in the answers behind it. */
import { ENDPOINTS, monthOfLabel, stepLines, type StepLine } from "../../insights";
import { distinctItems, itemsNamed } from "../language/items";
import { argumentsInOrder } from "../language/signatures";
import type { FunctionCall } from "../language/callKey";
import { fieldsBehind } from "./drivers";
import { argumentsByName, fieldOf, plainTexts, sharesPeriod, withArguments, type NumberCall } from "./numberCall";
import {
  askedNumber,
  itemsBehind,
  knownNumber,
  numberIn,
  reasonIn,
  requestsFor,
  type NumberResult,
  type NumberSource,
  type RequestCount,
} from "./numberSource";
import { callsOfSides, groupedBy, isGrouping, isWholeYear, type Dimension, type Members } from "./parts";
import { type PlanNames, planOfCall } from "./question";

/** What keeps a number from being divided. */
export type Undivided =
  /** Answers are missing, and the user has not agreed to the requests. */
  ({ readonly state: "asks" } & RequestCount) | { readonly state: "failed"; readonly message: string };

export interface DivideOptions {
  readonly source: NumberSource;
  /** Returns the plans that are known by now: answers may bring them. */
  readonly names: () => PlanNames;
  /** True if the user has agreed to requests. */
  readonly mayAsk: boolean;
}

/** The number that is divided, and by what. */
export interface Divided extends DivideOptions {
  readonly call: NumberCall;
  readonly dimension: Dimension;
}

/** True if something keeps the number from being divided. */
export function isUndivided(found: object): found is Undivided {
  return "state" in found;
}

/** Finds what the dimension divides the number into. */
export async function findMembers(divided: Divided): Promise<Members | Undivided> {
  const { call, dimension } = divided;
  const hasBasePeriod = call.id === "VAR" && !sharesPeriod(argumentsByName(call));
  const hasMonths = hasBasePeriod || dimension === "month" || dimension === "outlook";
  const found = hasMonths ? await findMonths(call, divided) : NO_MONTHS;
  if (isUndivided(found)) return found;
  const { months, actualsTo } = found;
  // The base of the same months needs none of its own.
  const baseMonths = hasBasePeriod ? found.baseMonths : [];
  const lines = dimension === "lines" ? await findLines(call, divided) : [];
  if (isUndivided(lines)) return lines;
  const groups = isGrouping(dimension) ? await findGroups(groupedBy(call, dimension), baseMonths, divided) : [];
  if (isUndivided(groups)) return groups;
  return { plan: planOfCall(call, divided.names()), months, baseMonths, actualsTo, groups, lines };
}

/** Returns the lines that explain a line of the P&L, as fine as the service has them; none for another field. */
async function findLines(call: NumberCall, divided: Divided): Promise<readonly StepLine[] | Undivided> {
  const field = fieldOf(call);
  if (field?.total.by !== "sum") return [];
  const fields = fieldsBehind(field);
  const results = await computeCalls(
    fields.map((name) => withArguments(call, { field: name })),
    divided,
  );
  if (isUndivided(results)) return results;
  const known = new Set(fields.filter((_, at) => numberIn(results[at]) !== undefined));
  return stepLines(field.name, (name) => known.has(name));
}

/** Returns the groups of the answers that the number is computed from. */
async function findGroups(
  grouped: NumberCall,
  baseMonths: readonly string[],
  divided: Divided,
): Promise<readonly string[] | Undivided> {
  const sides = grouped.id === "VAR" ? callsOfSides(grouped, { baseMonths }).map((side) => side.call) : [grouped];
  // Without an item, the answers have all groups.
  const results = await computeCalls(
    sides.map((side) => withArguments(side, { item: null })),
    divided,
  );
  if (isUndivided(results)) return results;
  // No groups would mean that there are none.
  const failed = results.find((result) => result.state === "failed");
  if (failed && results.every(({ state }) => state !== "known")) return failed;
  const indexes = itemsBehind(divided.source, results);
  return distinctItems(indexes, itemsNamed(plainTexts(argumentsByName(grouped).item), indexes));
}

/** The months of a number, and of the base of a variance. */
type FoundMonths = Pick<Members, "months" | "baseMonths" | "actualsTo">;

const NO_MONTHS: FoundMonths = { months: [], baseMonths: [] };

/** Returns the months that the function asks for. Those of the service's own full year are the months that the service has. */
async function findMonths(call: NumberCall, divided: Divided): Promise<FoundMonths | Undivided> {
  const isYear = isWholeYear(call);
  const results = await computeCalls([isYear ? monthTable(call) : call], divided);
  if (isUndivided(results)) return results;
  const [result] = results;
  if (isYear && result?.state === "known") return { months: monthsInTable(result.value), baseMonths: [] };
  const { own, base } = result?.figure ?? {};
  if (own?.months && result?.state !== "failed")
    return { months: own.months, baseMonths: base?.months ?? [], actualsTo: own.actualsTo };
  const message = (result && reasonIn(result)) || "The service has no months of this number.";
  return { state: "failed", message };
}

/** Returns the call of a table that has a row for each month of a number. */
function monthTable(call: NumberCall): FunctionCall {
  const { plan, scenario, field, currency, groupBy } = argumentsByName(call);
  const { functionId } = ENDPOINTS[fieldOf(call)?.family ?? "pnl"];
  const months = { plan, scenario, field, interval: "M", groupBy, currency, layout: "table" };
  return { id: functionId, args: argumentsInOrder(functionId, months) };
}

function monthsInTable(table: unknown): string[] {
  const labels = Array.isArray(table) ? (table as unknown[][]).map((row) => row[1]) : [];
  return [...new Set(labels.flatMap((label) => monthOfLabel(String(label)) ?? []))].sort();
}

/** Computes the calls, and the divided call with them, so their requests are counted and sent together. */
export async function computeCalls(
  calls: readonly FunctionCall[],
  { source, mayAsk, call: whole }: Divided,
): Promise<NumberResult[] | Undivided> {
  if (mayAsk) {
    const [, ...results] = await Promise.all([whole, ...calls].map((call) => askedNumber(source, call)));
    return results;
  }
  const asking = await requestsFor(source, [whole, ...calls]);
  if (asking.requests > 0) return { state: "asks", ...asking };
  return Promise.all(calls.map((call) => knownNumber(source, call)));
}
