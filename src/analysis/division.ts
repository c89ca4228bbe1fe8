/** Divides a number by a dimension: finds its parts in the answers, and computes each. */
import { ENDPOINTS, eachRow, groupOf, monthOfLabel, type GroupBy, type Plan } from "../insights";
import { shiftMonth } from "../grid/months";
import { knownItems } from "../language/items";
import { fieldOf, withPart, type NumberCall } from "./numberCall";
import { weightOf } from "./drivers";
import {
  addsUp,
  groupedBy,
  isGrouping,
  isWholeYear,
  NO_MEMBERS,
  partsOf,
  sidesOf,
  signOf,
  type Dimension,
  type Members,
  type Part,
} from "./parts";
import { rankRows, withShares, type DrillRow } from "./shares";
import {
  answersTo,
  askedNumber,
  knownNumber,
  requestsFor,
  type Asking,
  type NumberResult,
  type NumberSource,
} from "./numberSource";
import { monthsOfCode } from "./monthsOfCode";
import { argumentsByName, plainTexts, plainArgument, sharesPeriod, withArguments } from "./numberArguments";

export type Drill =
  /** Missing answers take requests, and the user has not agreed to these. */
  | ({ readonly state: "asks" } & Asking)
  | { readonly state: "failed"; readonly message: string }
  | {
      readonly state: "done";
      /** The number of the call by the same answers; undefined if it has none. */
      readonly whole: number | undefined;
      /** By size. */
      readonly rows: readonly DrillRow[];
    };

export interface DrillOptions {
  readonly source: NumberSource;
  /** Undefined if it is not known. */
  readonly plan: Plan | undefined;
  /** True if the user has agreed to requests. */
  readonly mayAsk: boolean;
}

interface Options extends DrillOptions {
  /** The call that is divided. */
  readonly call: NumberCall;
}

/** More rows take too long. */
const MOST_ROWS = 2_000;
const OTHER = "Other";

/** A step that found an obstacle: requests, or a failure. */
class Stopped extends Error {
  readonly drill: Drill;
  constructor(drill: Drill) {
    super(drill.state);
    this.drill = drill;
  }
}

/** Divides the number of a call. Never rejects for lack of numbers. */
export async function drillDown(call: NumberCall, dimension: Dimension, options: DrillOptions): Promise<Drill> {
  try {
    return await divide(call, dimension, { ...options, call });
  } catch (error) {
    if (error instanceof Stopped) return error.drill;
    throw error;
  }
}

async function divide(call: NumberCall, dimension: Dimension, options: Options): Promise<Drill> {
  const members = await findMembers(call, dimension, options);
  const parts = partsOf(call, dimension, members);
  if (parts.length > MOST_ROWS) {
    const message = `There are ${parts.length} rows, and ${MOST_ROWS} is the most. Name fewer items in the formula.`;
    return { state: "failed", message };
  }
  await ask(
    parts.map((part) => part.call),
    options,
  );
  // From here on the answers are in memory, except those that the service refused.
  const [whole, rows] = await Promise.all([
    knownNumber(options.source, call),
    Promise.all(parts.map((part) => rowOf(part, call, dimension, members, options))),
  ]);
  const value = valueOf(whole);
  const shown = value === undefined || !addsUp(call, dimension) ? rows : withShares(value, rows, OTHER);
  return { state: "done", whole: value, rows: dimension === "sides" ? shown : rankRows(shown) };
}

async function findMembers(call: NumberCall, dimension: Dimension, options: Options): Promise<Members> {
  const { plan } = options;
  const hasOwnBase = call.id === "VAR" && !sharesPeriod(argumentsByName(call));
  const months = hasOwnBase || dimension === "month" ? await monthsOf(call, options) : [];
  const baseMonths = hasOwnBase ? await baseMonthsOf(call, months, options) : [];
  const members: Members = { ...NO_MEMBERS, plan, months, baseMonths };
  return isGrouping(dimension) ? { ...members, groups: await groupsOf(call, dimension, members, options) } : members;
}

/** Returns the groups of the answers that the number is computed from. */
async function groupsOf(
  call: NumberCall,
  dimension: GroupBy,
  members: Members,
  options: Options,
): Promise<readonly string[]> {
  const grouped = groupedBy(call, dimension);
  const sides = call.id === "VAR" ? sidesOf(grouped, members).map((side) => side.call) : [grouped];
  // Without an item, the answers have all groups.
  const calls = sides.map((side) => withArguments(side, { item: null }));
  const results = await ask(calls, options);
  const keys = results.flatMap((result) => (result.state === "known" ? result.keys : []));
  const groups = new Set<string>();
  for (const { scenario } of answersTo(options.source, keys))
    for (const row of eachRow(scenario.rows)) {
      const group = groupOf(row);
      if (group !== undefined) groups.add(group);
    }
  return knownItems(plainTexts(argumentsByName(call).item), [groups]);
}

/** Returns the months of a number; those that the service has of its own full year. */
async function monthsOf(call: NumberCall, options: Options): Promise<string[]> {
  const { plan, scenario, field, currency, groupBy, period, basis } = argumentsByName(call);
  if (!isWholeYear(call)) {
    const [code] = await ask([{ id: "PERIOD", args: [plan, period, basis, "code"] }], options);
    if (code?.state === "known") return monthsOfCode(code.value);
    throw new Stopped(failureOf(code));
  }
  const { functionId, parameters } = ENDPOINTS[fieldOf(call)?.family ?? "pnl"];
  const grouping = functionId === "DEMAND" ? [groupBy] : [];
  const rest = parameters.includes("currency")
    ? [...grouping, null, null, currency, "table"]
    : [...grouping, null, null, "table"];
  const [table] = await ask([{ id: functionId, args: [plan, scenario, field, "M", ...rest] }], options);
  if (table?.state !== "known") throw new Stopped(failureOf(table));
  const labels = Array.isArray(table.value) ? (table.value as unknown[][]).map((row) => row[1]) : [];
  return [...new Set(labels.flatMap((label) => monthOfLabel(String(label)) ?? []))].sort();
}

/** How many months the period before lies back, by basis. */
const STEPS: Readonly<Record<string, number>> = { QTD: 3, QTG: 3, R3: 3, YTD: 12, YTG: 12, R12: 12, LTM: 12, TTM: 12 };

/** Returns the months of a base that has a period of its own. */
async function baseMonthsOf(call: NumberCall, months: readonly string[], options: Options): Promise<string[]> {
  const args = argumentsByName(call);
  const base = plainArgument(args.basePeriod).toUpperCase();
  if (base === "PY") return months.map((month) => shiftMonth(month, -12));
  if (base === "PP") {
    const basis = plainArgument(args.basis).toUpperCase();
    const own = withArguments(call, { basis: null });
    const step = STEPS[basis] ?? (await monthsOf(own, options)).length;
    return months.map((month) => shiftMonth(month, -step));
  }
  return monthsOf(withArguments(call, { period: args.basePeriod }), options);
}

/** Computes the calls and the divided one together. Stops if they take requests that the user has not agreed to. */
async function ask(calls: readonly Parameters<typeof knownNumber>[1][], options: Options): Promise<NumberResult[]> {
  const { source, mayAsk, call: whole } = options;
  if (mayAsk) {
    const [, ...results] = await Promise.all([whole, ...calls].map((call) => askedNumber(source, call)));
    return results;
  }
  const asking = await requestsFor(source, [whole, ...calls]);
  if (asking.requests > 0) throw new Stopped({ state: "asks", ...asking });
  return Promise.all(calls.map((call) => knownNumber(source, call)));
}

async function rowOf(
  part: Part,
  whole: NumberCall,
  dimension: Dimension,
  members: Members,
  options: Options,
): Promise<DrillRow> {
  const result = await knownNumber(options.source, part.call);
  const value = valueOf(result);
  const row = {
    label: part.label,
    call: part.call,
    sign: part.sign,
    // The sides of a variance are shown as they are.
    value: value === undefined ? undefined : dimension === "sides" ? value : part.sign * value,
    reason: "message" in result ? result.message : undefined,
    share: undefined,
    weight: await weightFor(part, whole, dimension, options),
  };
  const isOneSided = value === undefined && addsUp(whole, dimension);
  return (isOneSided && (await oneSide(row, members, options))) || row;
}

/** A part that one side of a variance lacks is 0 there. */
async function oneSide(
  row: DrillRow & { readonly call: NumberCall },
  members: Members,
  options: Options,
): Promise<DrillRow | undefined> {
  // Parts by month have a base of their own month.
  const ownBase = members.baseMonths[members.months.indexOf(plainArgument(argumentsByName(row.call).period))];
  const baseMonths = ownBase ? [ownBase] : members.baseMonths;
  const factor = signOf(row.call);
  const sides = sidesOf(row.call, { baseMonths });
  const results = await Promise.all(sides.map((side) => knownNumber(options.source, side.call)));
  const known = results.findIndex(({ state }) => state === "known");
  const [side, value] = [sides[known], valueOf(results[known])];
  const isOtherAbsent = results.every(({ state }, index) => index === known || state === "absent");
  if (!side || value === undefined || !isOtherAbsent) return undefined;
  const sign = row.sign * factor * side.sign === 1 ? 1 : -1;
  return { ...row, call: side.call, sign, value: sign * value, reason: undefined };
}

async function weightFor(
  part: Part,
  whole: NumberCall,
  dimension: Dimension,
  options: Options,
): Promise<number | undefined> {
  const field = fieldOf(whole);
  const weight = field && weightOf(field);
  if (weight === undefined || whole.id === "VAR" || !(isGrouping(dimension) || dimension === "month")) return undefined;
  return valueOf(await knownNumber(options.source, withPart(part.call, { field: weight })));
}

function valueOf(result: NumberResult | undefined): number | undefined {
  return result?.state === "known" && typeof result.value === "number" ? result.value : undefined;
}

function failureOf(result: NumberResult | undefined): Drill {
  const message = result && "message" in result ? result.message : "";
  return { state: "failed", message: message || "The service has no months of this number." };
}
