/** The outlook that a cell shows: by one call, or as the sum of actuals and a scenario's later months that Excel adds up. */
import { readCallSum } from "../language/callSum";
import { figureKey, type Figure } from "../language/figure";
import { shiftMonth } from "../language/months";
import { hasFlag } from "../language/names";
import { codeOfMonths } from "../language/periods";
import { isNear } from "./bridge";
import { isOutlook, argumentsByName, fieldOf, withArguments, type NumberCall } from "./numberCall";
import { knownFigure } from "./numberSource";
import type { ExplainContext } from "./question";
import type { NumberRead } from "./shownNumber";

/** What a formula adds to the number of a call. */
export interface FormulaRest {
  /** In the words of the formula, such as "500-B7". */
  readonly label: string;
  readonly amount: number;
}

/** An outlook, as one call of KPI. */
export interface ShownOutlook {
  readonly call: NumberCall;
  /** Without what the formula adds besides. */
  readonly value: number;
  readonly besides?: FormulaRest | undefined;
}

/** A cell, and the numbers that it depends on. */
interface OutlookCell {
  /** With its "="; "" if the cell has none. */
  readonly formula: string;
  readonly shown: unknown;
  /** Numbers of calls in the formula itself. */
  readonly own: readonly NumberRead[];
  /** All numbers behind the cell; undefined if some are not known. */
  readonly all: readonly NumberRead[] | undefined;
}

/** Returns the outlook that the cell shows; undefined if it shows something else. Sends nothing. */
export async function findOutlook(cell: OutlookCell, context: ExplainContext): Promise<ShownOutlook | undefined> {
  const { formula, shown, own, all = [] } = cell;
  if (typeof shown !== "number") return undefined;
  const { calls, rest } = readCallSum(formula);
  const added = calls > 0 && calls === own.length ? await outlookOf(own, context) : undefined;
  if (added) return rest === "" ? added : { ...added, besides: { label: rest, amount: shown - added.value } };
  const summed = all.length === 2 ? await outlookOf(all, context) : undefined;
  return summed && isNear(summed.value, shown) ? summed : undefined;
}

async function outlookOf(numbers: readonly NumberRead[], context: ExplainContext): Promise<ShownOutlook | undefined> {
  const [one, other, ...more] = numbers;
  if (!one || more.length > 0 || numbers.some(({ call }) => !isAmount(call))) return undefined;
  const value = one.value === undefined ? undefined : one.value + (other ? (other.value ?? NaN) : 0);
  if (value === undefined || Number.isNaN(value)) return undefined;
  if (!other) return isOutlook(argumentsByName(one.call)) ? { call: one.call, value } : undefined;
  const call = (await joined(one.call, other.call, context)) ?? (await joined(other.call, one.call, context));
  return call && { call, value };
}

/** True for a call of KPI whose numbers add up. */
function isAmount(call: NumberCall): boolean {
  return call.id === "KPI" && fieldOf(call)?.total.by === "sum";
}

/** Returns the outlook of actuals and the months that follow them; undefined unless nothing else tells the two apart. */
async function joined(first: NumberCall, then: NumberCall, context: ExplainContext): Promise<NumberCall | undefined> {
  const [actuals, later] = await Promise.all([first, then].map((call) => knownFigure(context.source, call)));
  if (!actuals || !later || !isFollowed(actuals, later)) return undefined;
  const scenarios = context.plans.find(({ id }) => id === later.own.plan.id)?.scenarios ?? [];
  const [flagged, ...others] = scenarios.filter((scenario) => hasFlag(scenario, "actual"));
  const isActuals = flagged && others.length === 0 && flagged.id === actuals.own.scenario.id;
  if (!isActuals || later.own.scenario.id === flagged.id) return undefined;
  const { months = [] } = actuals.own;
  const period = codeOfMonths([...months, ...(later.own.months ?? [])]);
  return withArguments(then, { period, basis: null, actualsTo: months.at(-1) });
}

function isFollowed(actuals: Figure, later: Figure): boolean {
  const [last, next] = [actuals.own.months?.at(-1), later.own.months?.[0]];
  const areWhole = actuals.own.actualsTo === undefined && later.own.actualsTo === undefined;
  if (!last || !next || !areWhole || shiftMonth(last, 1) !== next) return false;
  return actuals.own.plan.id === later.own.plan.id && figureKey({ ...actuals, own: later.own }) === figureKey(later);
}
