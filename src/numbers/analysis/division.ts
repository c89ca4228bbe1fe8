/** Divides a number by a dimension: finds its parts in the answers, and computes each. */
import { withShares } from "./bridge";
import { weightOf } from "./drivers";
import { computeCalls, findMembers, isUndivided, type Divided, type DivideOptions, type Undivided } from "./members";
import { argumentsByName, fieldOf, plainArgument, withPart, type NumberCall } from "./numberCall";
import { knownNumber, numberIn, reasonIn, type NumberSource } from "./numberSource";
import {
  addsUp,
  callsOfParts,
  callsOfSides,
  isGrouping,
  signOfCall,
  type Dimension,
  type Members,
  type PartCall,
} from "./parts";
import type { FormulaRest } from "./outlookSum";
import { labelsInWords, wordsOfCall } from "./question";

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

export type Division =
  | Undivided
  | {
      readonly state: "done";
      /** The number of the call by the same answers; undefined if it has none. */
      readonly whole: number | undefined;
      /** True if the largest come first; months and sides have an order of their own. */
      readonly isBySize: boolean;
      readonly parts: readonly Part[];
    };

/** More parts would take too long. */
const MOST_PARTS = 2_000;

/** Divides the number of a call. Never rejects for lack of numbers. */
export async function divide(call: NumberCall, dimension: Dimension, options: DivideOptions): Promise<Division> {
  // Without answers in memory, no part is known to be missing.
  if (!options.source.generation) return { state: "failed", message: "Connect to break this number down." };
  const divided: Divided = { ...options, call, dimension };
  const members = await findMembers(divided);
  if (isUndivided(members)) return members;
  const calls = callsOfParts(call, dimension, members);
  if (calls.length > MOST_PARTS) {
    const message = `There are ${calls.length} rows, and ${MOST_PARTS} is the most. Name fewer items in the formula.`;
    return { state: "failed", message };
  }
  const results = await computeCalls(
    calls.map((part) => part.call),
    divided,
  );
  if (isUndivided(results)) return results;
  // All answers are in memory now, except those that the service refused.
  const whole = numberIn(await knownNumber(options.source, call));
  const computed = await Promise.all(calls.map((part) => computePart(part, members, divided)));
  const parts = dimension === "outlook" ? await inWords(computed, options.source) : computed;
  if (dimension === "sides") {
    const { scenario, baseSide } = await wordsOfCall(call, options.source);
    const labels = [scenario, baseSide, "Variance"];
    return {
      state: "done",
      whole,
      isBySize: false,
      parts: parts.map((part, at) => ({ ...part, label: labels[at] ?? "" })),
    };
  }
  // Costs that the service holds in one line are what the other lines leave.
  const joint = members.lines.find(({ terms }) => terms.length > 1)?.label;
  const shared = whole !== undefined && addsUp(call, dimension) ? withShares(parts, whole, 0, joint) : parts;
  const isBySize = dimension !== "month" && dimension !== "outlook";
  return { state: "done", whole, isBySize, parts: isBySize ? bySize(shared) : shared };
}

/** Adds what a formula adds to a divided number, as a part of its own. */
export function withBesides(division: Division, besides: FormulaRest | undefined): Division {
  if (!besides || division.state !== "done") return division;
  const whole = division.whole === undefined ? undefined : division.whole + besides.amount;
  const parts: Part[] = [...division.parts, besides];
  return { ...division, whole, parts: whole === undefined ? parts : withShares(parts, whole) };
}

/** Labels parts by their own questions, such as "Actual · Jan–Apr 2026". */
function inWords(parts: readonly Part[], source: NumberSource): Promise<Part[]> {
  return Promise.all(
    parts.map(async (part) =>
      part.call ? { ...part, label: labelsInWords(await wordsOfCall(part.call, source)).column || part.label } : part,
    ),
  );
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
