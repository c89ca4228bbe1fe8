/** Divides a number by a dimension: finds its parts in the answers, and computes each. */
import { ENDPOINTS, monthOfLabel } from "../insights";
import { shiftMonth } from "../sheet/months";
import { BASES, monthsBack } from "../language/bases";
import { itemsNamed } from "../language/items";
import { monthsOfCode } from "../language/periods";
import { argumentsInOrder } from "../language/signatures";
import type { FunctionCall } from "../saved/callKey";
import { withShares } from "./bridge";
import { weightOf } from "./drivers";
import {
  argumentsByName,
  fieldOf,
  type NumberCall,
  periodPartCall,
  plainArgument,
  plainTexts,
  sharesPeriod,
  withArguments,
  withPart,
} from "./numberCall";
import {
  askedNumber,
  groupsBehind,
  knownNumber,
  numberIn,
  reasonIn,
  requestsFor,
  type RequestCount,
  type NumberResult,
  type NumberSource,
} from "./numberSource";
import {
  addsUp,
  callsOfParts,
  groupedBy,
  isGrouping,
  isWholeYear,
  callsOfSides,
  signOfCall,
  type Dimension,
  type Members,
  type PartCall,
} from "./parts";
import { planOfCall, sidesInWords, type PlanNames } from "./question";

/** One part of a number. */
export interface Part {
  readonly label: string;
  /** What the part adds to the number; undefined if the plan has no such value. */
  readonly amount: number | undefined;
  /** Why there is no amount. */
  readonly reason?: string | undefined;
  /** True if the service answered, and the plan has no such value. */
  readonly isAbsent?: boolean | undefined;
  /** The share of the whole; all shares add up to 1. Undefined if the parts do not add up, or the whole is 0. */
  readonly share?: number | undefined;
  /** The part's own call, which can be divided in turn; undefined for a remainder. */
  readonly call?: NumberCall | undefined;
  readonly sign?: 1 | -1 | undefined;
  /** The weight of the amount; undefined if it has none. */
  readonly weight?: number | undefined;
}

/** What keeps a number from being divided. */
type Obstacle =
  /** Answers are missing, and the user has not agreed to the requests. */
  ({ readonly state: "asks" } & RequestCount) | { readonly state: "failed"; readonly message: string };

export type Division =
  | Obstacle
  | {
      readonly state: "done";
      /** The number of the call by the same answers; undefined if it has none. */
      readonly whole: number | undefined;
      /** True if the largest come first; months and sides have an order of their own. */
      readonly isBySize: boolean;
      readonly parts: readonly Part[];
    };

export interface DivideOptions {
  readonly source: NumberSource;
  /** Returns the plans that are known by now: answers may bring them. */
  readonly names: () => PlanNames;
  /** True if the user has agreed to requests. */
  readonly mayAsk: boolean;
}

/** The number that is divided, and by what. */
interface Divided extends DivideOptions {
  readonly call: NumberCall;
  readonly dimension: Dimension;
}

/** More parts would take too long. */
const MOST_PARTS = 2_000;

/** Divides the number of a call. Never rejects for lack of numbers. */
export async function divide(call: NumberCall, dimension: Dimension, options: DivideOptions): Promise<Division> {
  // Without answers in memory, no part is known to be missing.
  if (!options.source.generation) return { state: "failed", message: "Connect to break this number down." };
  const divided: Divided = { ...options, call, dimension };
  const members = await findMembers(divided);
  if (isObstacle(members)) return members;
  const calls = callsOfParts(call, dimension, members);
  if (calls.length > MOST_PARTS) {
    const message = `There are ${calls.length} rows, and ${MOST_PARTS} is the most. Name fewer items in the formula.`;
    return { state: "failed", message };
  }
  const results = await computeCalls(
    calls.map((part) => part.call),
    divided,
  );
  if (isObstacle(results)) return results;
  // All answers are in memory now, except those that the service refused.
  const whole = numberIn(await knownNumber(options.source, call));
  const parts = await Promise.all(calls.map((part) => computePart(part, members, divided)));
  if (dimension === "sides") {
    const labels = [...sidesInWords(call, options.names()), "Variance"];
    return {
      state: "done",
      whole,
      isBySize: false,
      parts: parts.map((part, at) => ({ ...part, label: labels[at] ?? "" })),
    };
  }
  const shared = whole !== undefined && addsUp(call, dimension) ? withShares(parts, whole) : parts;
  const isBySize = dimension !== "month";
  return { state: "done", whole, isBySize, parts: isBySize ? bySize(shared) : shared };
}

/** Sorts parts by size; parts without an amount come last. */
export function bySize(parts: readonly Part[]): Part[] {
  const partSize = ({ amount }: Part) => (amount === undefined ? -1 : Math.abs(amount));
  return [...parts].sort((one, other) => partSize(other) - partSize(one));
}

/** True if the service has none of the parts, such as the lines of a month that it does not know. */
export function isWithoutValues(division: Division | undefined): boolean {
  return division?.state === "done" && division.parts.length > 0 && division.parts.every(({ isAbsent }) => isAbsent);
}

function isObstacle(found: object): found is Obstacle {
  return "state" in found;
}

async function findMembers(divided: Divided): Promise<Members | Obstacle> {
  const { call, dimension } = divided;
  const hasBasePeriod = call.id === "VAR" && !sharesPeriod(argumentsByName(call));
  const months = hasBasePeriod || dimension === "month" ? await findMonths(call, divided) : [];
  if (isObstacle(months)) return months;
  const baseMonths = hasBasePeriod ? await findBaseMonths(call, months, divided) : [];
  if (isObstacle(baseMonths)) return baseMonths;
  const groups = isGrouping(dimension) ? await findGroups(groupedBy(call, dimension), baseMonths, divided) : [];
  return isObstacle(groups) ? groups : { plan: planOfCall(call, divided.names()), months, baseMonths, groups };
}

/** Returns the groups of the answers that the number is computed from. */
async function findGroups(
  grouped: NumberCall,
  baseMonths: readonly string[],
  divided: Divided,
): Promise<readonly string[] | Obstacle> {
  const sides = grouped.id === "VAR" ? callsOfSides(grouped, { baseMonths }).map((side) => side.call) : [grouped];
  // Without an item, the answers have all groups.
  const results = await computeCalls(
    sides.map((side) => withArguments(side, { item: null })),
    divided,
  );
  if (isObstacle(results)) return results;
  // No groups would mean that there are none.
  const failed = results.find((result) => result.state === "failed");
  if (failed && results.every(({ state }) => state !== "known")) return failed;
  return itemsNamed(plainTexts(argumentsByName(grouped).item), [groupsBehind(divided.source, results)]);
}

/** Returns the months of a number. Those of the service's own full year are the months that the service has. */
async function findMonths(call: NumberCall, divided: Divided): Promise<readonly string[] | Obstacle> {
  const isYear = isWholeYear(call);
  const results = await computeCalls([isYear ? monthTable(call) : periodPartCall(call, "code")], divided);
  if (isObstacle(results)) return results;
  const [result] = results;
  if (result?.state !== "known") {
    const message = (result && reasonIn(result)) || "The service has no months of this number.";
    return { state: "failed", message };
  }
  return isYear ? monthsInTable(result.value) : monthsOfCode(result.value);
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

/** Returns the months of the base of a call with a `basePeriod`. */
async function findBaseMonths(
  call: NumberCall,
  months: readonly string[],
  divided: Divided,
): Promise<readonly string[] | Obstacle> {
  const args = argumentsByName(call);
  const basis = BASES.find((each) => each === plainArgument(args.basis).toUpperCase());
  const back = monthsBack(plainArgument(args.basePeriod), basis, months.length);
  if (back === undefined) return findMonths(withArguments(call, { period: args.basePeriod }), divided);
  return months.map((month) => shiftMonth(month, -back));
}

/** Computes the calls, and the divided call with them, so their requests are counted and sent together. */
async function computeCalls(
  calls: readonly FunctionCall[],
  { source, mayAsk, call: whole }: Divided,
): Promise<NumberResult[] | Obstacle> {
  if (mayAsk) {
    const [, ...results] = await Promise.all([whole, ...calls].map((call) => askedNumber(source, call)));
    return results;
  }
  const asking = await requestsFor(source, [whole, ...calls]);
  if (asking.requests > 0) return { state: "asks", ...asking };
  return Promise.all(calls.map((call) => knownNumber(source, call)));
}

async function computePart(part: PartCall, members: Members, divided: Divided): Promise<Part> {
  const { source, call: whole, dimension } = divided;
  const result = await knownNumber(source, part.call);
  const number = numberIn(result);
  if (number === undefined && addsUp(whole, dimension)) {
    const oneSided = await findOneSide(part, members, source);
    if (oneSided) return oneSided;
  }
  // The sides of a variance are shown as they are.
  const amount = number === undefined || dimension === "sides" ? number : part.sign * number;
  const isAbsent = result.state === "absent";
  return { ...part, amount, reason: reasonIn(result), isAbsent, weight: await findWeight(part, divided) };
}

/** Returns the part of a variance that exists on one side only: it counts as 0 on the other. Undefined for any other part. */
async function findOneSide(
  { label, call, sign }: PartCall,
  { months, baseMonths }: Members,
  source: NumberSource,
): Promise<Part | undefined> {
  // The base of a part by month is one month.
  const ownBase = baseMonths[months.indexOf(plainArgument(argumentsByName(call).period))];
  const sides = callsOfSides(call, { baseMonths: ownBase ? [ownBase] : baseMonths });
  const results = await Promise.all(sides.map((side) => knownNumber(source, side.call)));
  const known = results.findIndex(({ state }) => state === "known");
  const [side, number] = [sides[known], numberIn(results[known])];
  const isOtherAbsent = results.every(({ state }, index) => index === known || state === "absent");
  if (!side || number === undefined || !isOtherAbsent) return undefined;
  const own = sign * signOfCall(call) * side.sign === 1 ? 1 : -1;
  return { label, call: side.call, sign: own, amount: own * number };
}

async function findWeight(
  { call }: PartCall,
  { source, call: whole, dimension }: Divided,
): Promise<number | undefined> {
  const field = fieldOf(whole);
  const weight = field && weightOf(field);
  if (weight === undefined || whole.id === "VAR" || !(isGrouping(dimension) || dimension === "month")) return undefined;
  return numberIn(await knownNumber(source, withPart(call, { field: weight })));
}
