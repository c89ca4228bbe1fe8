/** The dimensions that divide a number, and the calls of its parts with their signs. Pure. */
import {
  ENDPOINTS,
  fieldLabel,
  GROUPINGS,
  LINE_PARTS,
  type Field,
  type GroupBy,
  type Plan,
  type StepLine,
} from "../../insights";
import { hasFlag } from "../language/names";
import { nameOrId, scenarioNamed } from "../language/nameTexts";
import { codeOfMonths } from "../language/periods";
import { varianceSign } from "../language/varianceSign";
import { isMonth, shiftMonth } from "../language/months";
import { monthsLabel } from "../language/monthsLabel";
import {
  argumentsByName,
  callByNames,
  fieldOf,
  isOutlook,
  measureOf,
  type NumberArguments,
  type NumberCall,
  plainArgument,
  sharesPeriod,
  withArguments,
} from "./numberCall";

/**
 * - `lines`: the lines that make up a line of the P&L, or the two amounts of a ratio.
 * - `sides`: the scenario and the base of a variance.
 * - `base`: the variances against other scenarios and the prior year.
 * - `outlook`: the months of the actuals, and the scenario's after them.
 */
export type Dimension = "outlook" | "sides" | "lines" | "month" | GroupBy | "scenario" | "base";

/** The call of one part of a number. */
export interface PartCall {
  readonly label: string;
  readonly call: NumberCall;
  /** Turns the call's number into what the part adds to the whole. */
  readonly sign: 1 | -1;
}

/** The months and items from which the parts of a call are built. */
export interface Members {
  /** The months of the number, in order. */
  readonly months: readonly string[];
  /** The months of a variance's base, as many; none if they are the same. */
  readonly baseMonths: readonly string[];
  /** The last month that is the actuals'; undefined if all are the scenario's. */
  readonly actualsTo?: string | undefined;
  readonly groups: readonly string[];
  /** The lines that a line of the P&L is explained by; none for other fields. */
  readonly lines: readonly StepLine[];
  /** Undefined if the plan is not known. */
  readonly plan: Plan | undefined;
}

/** Returns the dimensions that can divide a number, the most telling first. */
export function dimensionsOf(call: NumberCall, scenarios: number): Dimension[] {
  const field = fieldOf(call);
  if (!field) return [];
  if (measureOf(call) === "percent") return ["sides"];
  const isVariance = call.id === "VAR";
  const outlook = isOutlook(argumentsByName(call)) && !isWholeYear(call) ? (["outlook"] as const) : [];
  return [
    ...(isVariance ? [] : outlook),
    ...(linesOf(field).length > 0 ? (["lines"] as const) : []),
    ...groupingsOf(call, field),
    ...(hasMonths(call) ? (["month"] as const) : []),
    ...(isVariance ? outlook : []),
    ...(isVariance ? (["sides"] as const) : []),
    ...(!isVariance && scenarios > 1 ? (["scenario"] as const) : []),
    ...(!isVariance && (scenarios > 1 || !isWholeYear(call)) ? (["base"] as const) : []),
  ];
}

/** The number nearest to those that the service divides by month and line only: it has groups. */
const DIVIDED = "demandValue";

/** Returns the nearest number that the service divides by region and the like; undefined if it divides the call's own. */
export function nearestDivided(call: NumberCall): NumberCall | undefined {
  const field = fieldOf(call);
  if (!field || ENDPOINTS[field.family].groupings.length > 0 || measureOf(call) === "percent") return undefined;
  return withArguments(call, { field: DIVIDED });
}

/** True if the parts add up to the number, so each has a share of it. */
export function addsUp(call: NumberCall, dimension: Dimension): boolean {
  const isDivided = dimension !== "sides" && dimension !== "scenario" && dimension !== "base";
  return isDivided && fieldOf(call)?.total.by === "sum";
}

/** Returns the calls of the parts. */
export function callsOfParts(call: NumberCall, dimension: Dimension, members: Members): PartCall[] {
  switch (dimension) {
    case "outlook":
      return outlookParts(call, members);
    case "sides":
      return callsOfSides(call, members);
    case "lines":
      return lineParts(call, members);
    case "month":
      return monthParts(call, members);
    case "scenario":
      return scenarioParts(call, members);
    case "base":
      return baseParts(call, members);
    default:
      return members.groups.map((item) => {
        const part = withArguments(call, { ...groupingBy(call, dimension), item });
        return { label: item, call: part, sign: 1 };
      });
  }
}

/** Returns the same call, answered by the groups of the dimension. */
export function groupedBy(call: NumberCall, dimension: GroupBy): NumberCall {
  return withArguments(call, groupingBy(call, dimension));
}

/** Returns {} if the call is grouped so already: naming the service's default grouping would send the same question again. */
function groupingBy(call: NumberCall, dimension: GroupBy): { groupBy?: GroupBy } {
  const own = plainArgument(argumentsByName(call).groupBy).toLowerCase();
  return (own || GROUPINGS[0]) === dimension ? {} : { groupBy: dimension };
}

export function isGrouping(dimension: Dimension): dimension is GroupBy {
  return GROUPINGS.some((grouping) => grouping === dimension);
}

/** True if the number is of the service's own full year. */
export function isWholeYear(call: NumberCall): boolean {
  return plainArgument(argumentsByName(call).period) === "";
}

/** Returns the calls of KPI whose difference is the variance, then for a percentage the variance as an amount. */
export function callsOfSides(call: NumberCall, { baseMonths }: Pick<Members, "baseMonths">): PartCall[] {
  if (call.id === "KPI") return [];
  const args = argumentsByName(call);
  const { actualsTo: _, ...shared } = args;
  const base = { ...shared, scenario: args.base ?? args.scenario, plan: args.basePlan ?? args.plan };
  const isSamePeriod = sharesPeriod(args);
  if (!isSamePeriod && baseMonths.length === 0) return [];
  const dated = isSamePeriod ? base : { ...base, period: codeOfMonths(baseMonths), basis: null };
  const own: PartCall = { label: "", call: callByNames("KPI", args, call), sign: 1 };
  const other: PartCall = { label: "", call: callByNames("KPI", dated, call), sign: -1 };
  const amount: PartCall = { label: "", call: withArguments(call, { measure: null }), sign: 1 };
  return measureOf(call) === "percent" ? [own, other, amount] : [own, other];
}

/** Returns the sign that turns scenario − base into the call's variance; 1 for a call of KPI. */
export function signOfCall(call: NumberCall): 1 | -1 {
  const [field, measure] = [fieldOf(call), measureOf(call)];
  return field && measure ? varianceSign(field, measure) : 1;
}

/** Returns the grouping of the answers to a call; undefined if its field has no groups. */
export function groupingOf(call: NumberCall): GroupBy | undefined {
  const { groupings } = ENDPOINTS[fieldOf(call)?.family ?? "pnl"];
  const named = plainArgument(argumentsByName(call).groupBy).toLowerCase();
  return groupings.find((each) => each === (named || groupings[0]));
}

function groupingsOf(call: NumberCall, { family }: Field): GroupBy[] {
  const { item } = argumentsByName(call);
  if (item === undefined) return [...ENDPOINTS[family].groupings];
  // The service groups by one key only. Several items of it can be told apart.
  const own = groupingOf(call);
  const text = plainArgument(item);
  const isSeveral = Array.isArray(item) ? item.flat().length > 1 : /[*?<>=]/.test(text);
  return own && isSeveral ? [own] : [];
}

/** True if the number is of several months. */
function hasMonths(call: NumberCall): boolean {
  const { period, basis } = argumentsByName(call);
  const text = plainArgument(period);
  return text === "" || plainArgument(basis) !== "" || !isMonth(text);
}

type Lines = readonly (readonly [sign: 1 | -1, field: string])[];

function linesOf({ name, total, impliedBy }: Field): Lines {
  if (total.by === "ratio")
    return [
      [1, total.numerator],
      [1, total.denominator],
    ];
  const [whole, ...others] = impliedBy ?? [];
  const implied: Lines = whole ? [[1, whole], ...others.map((each) => [-1, each] as const)] : [];
  return LINE_PARTS[name] ?? implied;
}

/** A line of several terms has no call of its own, and remains. */
function lineParts(call: NumberCall, { lines }: Pick<Members, "lines">): PartCall[] {
  const field = fieldOf(call);
  const single = lines.flatMap(({ terms: [term, ...others] }) => (term && others.length === 0 ? [term] : []));
  return (single.length > 0 ? single : field ? linesOf(field) : []).map(([sign, name]) => {
    const part = withArguments(call, { field: name });
    // The variance of a cost is already positive if the cost is lower.
    const turned = field?.total.by === "sum" && call.id === "VAR" ? signOfCall(call) * signOfCall(part) * sign : sign;
    return { label: fieldLabel(name), call: part, sign: turned === 1 ? 1 : -1 };
  });
}

function monthParts(call: NumberCall, { months, baseMonths }: Members): PartCall[] {
  const isSamePeriod = sharesPeriod(argumentsByName(call));
  return months.map((month, at) => {
    const base = isSamePeriod ? {} : { basePeriod: baseMonths[at] ?? shiftMonth(month, -12) };
    return { label: monthsLabel([month]), call: withArguments(call, { period: month, basis: null, ...base }), sign: 1 };
  });
}

/** The actuals are named by their scenario if the plan is known; else their part is an outlook of their months alone. */
function outlookParts(call: NumberCall, { months, baseMonths, plan, actualsTo = "" }: Members): PartCall[] {
  const args = argumentsByName(call);
  const actuals = actualsOf(plan);
  const count = months.filter((month) => month <= actualsTo).length;
  const partOf = (from: number, to: number, side: NumberArguments): PartCall[] => {
    const own = months.slice(from, to);
    if (own.length === 0) return [];
    const basePeriod = codeOfMonths(baseMonths.slice(from, to));
    const base = { base: args.base ?? args.scenario, ...(basePeriod && { basePeriod }) };
    const changes = { period: codeOfMonths(own), basis: null, ...(call.id === "VAR" && base), ...side };
    return [{ label: monthsLabel(own), call: withArguments(call, changes), sign: 1 }];
  };
  return [
    ...partOf(0, count, actuals === undefined ? {} : { scenario: actuals, actualsTo: null }),
    ...partOf(count, months.length, { actualsTo: null }),
  ];
}

function scenarioParts(call: NumberCall, { plan }: Members): PartCall[] {
  const { scenarios = [] } = plan ?? {};
  return scenarios.map((scenario) => ({
    label: scenario.name,
    call: withArguments(call, { scenario: nameOrId(scenario, scenarios) }),
    sign: 1,
  }));
}

/** Returns the text that finds the plan's actuals. */
function actualsOf(plan: Plan | undefined): string | undefined {
  const actuals = plan?.scenarios.find((each) => hasFlag(each, "actual"));
  return actuals && nameOrId(actuals, plan?.scenarios ?? []);
}

/** What an outlook is compared with are the actuals of the year before. */
function priorYearOf(args: NumberArguments, plan: Plan | undefined): NumberArguments {
  const actuals = actualsOf(plan);
  return isOutlook(args) && actuals !== undefined ? { base: actuals } : {};
}

function baseParts(call: NumberCall, { plan }: Members): PartCall[] {
  const args = argumentsByName(call);
  const own = scenarioNamed(plan, plainArgument(args.scenario));
  const measure = fieldOf(call)?.direction ? undefined : "difference";
  const against = (base: object) => callByNames("VAR", { ...args, measure, ...base }, call);
  const others = (plan?.scenarios ?? []).filter(({ id }) => id !== own?.id || isOutlook(args));
  const scenarios = others.map((each): PartCall => ({
    label: each.name,
    call: against({ base: nameOrId(each, plan?.scenarios ?? []) }),
    sign: 1,
  }));
  const priorYear: PartCall = {
    label: "Prior year",
    call: against({ basePeriod: "PY", ...priorYearOf(args, plan) }),
    sign: 1,
  };
  return isWholeYear(call) ? scenarios : [...scenarios, priorYear];
}
