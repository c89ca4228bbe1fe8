/** Recognizes a variance that Excel computes from two numbers, so that it is explained as one of VAR. Pure. */
import { varianceSign, type MeasureName } from "../language/variance";
import { isNear } from "./bridge";
import { argumentsByName, callByNames, isOutlook, plainArgument, type NumberArguments } from "./numberArguments";
import { fieldOf, type NumberCall } from "./numberCall";
import { isWholeYear } from "./parts";

/** A number that a formula reads. */
export interface ReadNumber {
  readonly call: NumberCall;
  readonly value: number | undefined;
}

/** A call of VAR, and what it would return. */
interface Variance {
  readonly call: NumberCall;
  readonly value: number;
}

/** A plain difference is an amount of either side. */
const MEASURES = ["amount", "percent"] as const satisfies readonly MeasureName[];

/**
 * Returns the variance that a cell shows; undefined if it shows something else, or the two numbers differ in more than scenario,
 * period and plan.
 * @param shown What the cell shows. Points of a ratio may be times 100.
 */
export function shownVariance(shown: unknown, numbers: readonly ReadNumber[]): Variance | undefined {
  const [one, other, ...rest] = numbers;
  if (typeof shown !== "number" || !one || !other || rest.length > 0) return undefined;
  for (const measure of MEASURES) {
    const found = varianceOf(shown, [one, other], measure) ?? varianceOf(shown, [other, one], measure);
    if (found) return found;
  }
  return undefined;
}

function varianceOf(shown: number, [own, base]: [ReadNumber, ReadNumber], measure: MeasureName): Variance | undefined {
  const variance = varianceBetween(own, base, measure);
  if (!variance) return undefined;
  const isPoints = fieldOf(own.call)?.unit === "ratio" && isNear(shown, 100 * variance.value);
  return isNear(shown, variance.value) || isPoints ? variance : undefined;
}

/** Returns the variance of two numbers; undefined if they differ in more than scenario, period and plan. */
export function varianceBetween(own: ReadNumber, base: ReadNumber, measure: MeasureName): Variance | undefined {
  const field = fieldOf(own.call);
  const args = varianceArguments(own.call, base.call);
  if (!field || !args || own.value === undefined || base.value === undefined) return undefined;
  const amount = varianceSign(field, measure) * (own.value - base.value);
  const value = measure === "percent" ? amount / Math.abs(base.value) : amount;
  return { call: callByNames("VAR", { ...args, measure }, own.call), value };
}

/** Arguments in which a scenario and its base may differ. */
const SIDES = ["scenario", "period", "plan"] as const;

function varianceArguments(own: NumberCall, base: NumberCall): NumberArguments | undefined {
  const [one, other] = [argumentsByName(own), argumentsByName(base)];
  const differing = [...new Set([...keysOf(one), ...keysOf(other)])].filter(
    (name) => plainArgument(one[name]).toLowerCase() !== plainArgument(other[name]).toLowerCase(),
  );
  // Only the scenario of a variance can be an outlook.
  if (isOutlook(other)) return undefined;
  const sides = differing.filter((name) => name !== "actualsTo");
  const isPair = differing.length > 0 && sides.every((name) => SIDES.some((side) => side === name && other[name]));
  if (!isPair || own.id !== "KPI" || base.id !== "KPI") return undefined;
  // VAR compares only the months that both years have, which a plain difference does not.
  if (isWholeYear(own) || isWholeYear(base)) return undefined;
  if (JSON.stringify(own.settings) !== JSON.stringify(base.settings)) return undefined;
  const has = (name: (typeof SIDES)[number]) => differing.includes(name);
  return {
    ...one,
    ...((has("scenario") || has("plan") || isOutlook(one)) && { base: other.scenario }),
    ...(has("period") && { basePeriod: other.period }),
    ...(has("plan") && { basePlan: other.plan }),
  };
}

function keysOf(args: NumberArguments): (keyof NumberArguments)[] {
  return Object.keys(args) as (keyof NumberArguments)[];
}
