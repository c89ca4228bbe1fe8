/**
 * Finds, among the numbers that a cell reads, the number or variance that it shows: as its value, or in a sentence. A variance that
 * Excel computes from two numbers is explained as one of VAR. Pure.
 */
import { varianceSign, type MeasureName } from "../language/varianceSign";
import { isNear } from "./bridge";
import {
  argumentsByName,
  callByNames,
  fieldOf,
  isOutlook,
  type NumberArguments,
  type NumberCall,
  plainArgument,
} from "./numberCall";
import { isWholeYear } from "./parts";

/** A number that a formula reads. */
export interface NumberRead {
  readonly call: NumberCall;
  readonly value: number | undefined;
}

/** A number, or a call of VAR and what it would return. */
interface Shown {
  readonly call: NumberCall;
  readonly value: number;
}

/** More numbers are not compared in pairs. */
const MOST_NUMBERS = 60;

/**
 * Returns the number that the cell shows; undefined if it shows none of them, or it is not clear which.
 * @param isAll True if the cell reads nothing else, so two numbers may be the sides of a variance.
 * @param shown The value of the cell. A sentence shows an amount, or a variance by its sign or share: "−1.5 m", "1.5 m below (−8.9 %)".
 */
export function findShownNumber(
  shown: unknown,
  numbers: readonly NumberRead[],
  { isAll }: { readonly isAll: boolean },
): Shown | undefined {
  const known = numbers
    .slice(0, MOST_NUMBERS)
    .flatMap(({ call, value }) => (value === undefined ? [] : [{ call, value }]));
  if (typeof shown === "number") {
    const variance = isAll ? shownVariance(shown, numbers) : undefined;
    if (variance) return variance;
    const own = onlyOne(known.filter(({ value }) => isNear(value, shown)));
    return own ?? onlyOne(pairsOf(known).flatMap((pair) => shownVariance(shown, pair) ?? []));
  }
  if (typeof shown !== "string") return undefined;
  const written = numbersIn(shown);
  const pairs = pairsOf(known);
  const shares = pairs.flatMap((pair) => variancesWritten(pair, written) ?? []);
  const clearest = shares.filter(({ call }) => isNamed(call, shown));
  return (
    clearest[0] ??
    shares[0] ??
    onlyOne(pairs.flatMap((pair) => signedVariance(pair, written) ?? [])) ??
    onlyOne(known.filter(({ value }) => written.some((each) => each.sign === undefined && isWritten(value, each))))
  );
}

type Pair = readonly [own: Shown, base: Shown];

/** Each two numbers, in both orders. */
function pairsOf(numbers: readonly Shown[]): Pair[] {
  return numbers.flatMap((own) => numbers.flatMap((base): Pair[] => (own === base ? [] : [[own, base]])));
}

/** Returns the amount of a variance that the text has with its sign. */
function signedVariance([own, base]: Pair, written: readonly Written[]): Shown | undefined {
  const amount = varianceBetween(own, base, "amount");
  const isSaid = (each: Written) => !each.isPercent && each.sign === Math.sign(amount?.value ?? 0);
  return amount && written.some((each) => isSaid(each) && isWritten(amount.value, each)) ? amount : undefined;
}

/** Returns the variance of two numbers if the text has both its size and its share. */
function variancesWritten([own, base]: Pair, written: readonly Written[]): Shown | undefined {
  const amount = varianceBetween(own, base, "amount");
  const percent = amount && varianceBetween(own, base, "percent");
  if (!amount || !percent || amount.value === 0) return undefined;
  const hasAmount = written.some((each) => isWritten(amount.value, each));
  return hasAmount && written.some((each) => each.isPercent && isWritten(100 * percent.value, each))
    ? amount
    : undefined;
}

function isNamed(call: NumberCall, text: string): boolean {
  const label = fieldOf(call)?.label ?? plainArgument(argumentsByName(call).field);
  return label !== "" && text.toLowerCase().includes(label.toLowerCase());
}

/** A number in a text. */
interface Written {
  /** Without its sign. */
  readonly value: number;
  /** 1 or -1 if it has a sign. */
  readonly sign: number | undefined;
  readonly decimals: number;
  readonly isPercent: boolean;
}

/** Both "1,234.5" and "1.234,5" are read: the last separator before one or two digits is the decimal one. */
function numbersIn(text: string): Written[] {
  return [...text.matchAll(/([+−-]?)(\d[\d.,'\u00a0\u202f]*)(\s*%)?/g)].map(([, sign = "", digits = "", percent]) => {
    const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1]?.length ?? 0;
    const value = Number(digits.replace(/\D/g, "")) / 10 ** decimals;
    return { value, sign: sign === "" ? undefined : sign === "+" ? 1 : -1, decimals, isPercent: percent !== undefined };
  });
}

/** True if the text shows the number, in units, thousands, millions or as a percentage. */
function isWritten(value: number, { value: written, decimals, isPercent }: Written): boolean {
  const scales = isPercent ? [1] : [1, 1_000, 1_000_000];
  return (
    written > 0 &&
    scales.some(
      (scale) =>
        Math.abs(Math.abs(value) / scale - written) <= 0.5001 / 10 ** decimals && (scale === 1 || decimals > 0),
    )
  );
}

/** Returns the number if all are of one call. */
function onlyOne(found: readonly Shown[]): Shown | undefined {
  const calls = new Set(found.map(({ call }) => JSON.stringify([call.id, call.args])));
  return calls.size === 1 ? found[0] : undefined;
}

/** A plain difference is an amount of either side. */
const MEASURES = ["amount", "percent"] as const satisfies readonly MeasureName[];

/**
 * Returns the variance that a cell shows; undefined if it shows something else, or the two numbers differ in more than scenario,
 * period and plan.
 * @param shown What the cell shows. Points of a ratio may be times 100.
 */
export function shownVariance(shown: unknown, numbers: readonly NumberRead[]): Shown | undefined {
  const [one, other, ...rest] = numbers;
  if (typeof shown !== "number" || !one || !other || rest.length > 0) return undefined;
  for (const measure of MEASURES) {
    const found = varianceOf(shown, [one, other], measure) ?? varianceOf(shown, [other, one], measure);
    if (found) return found;
  }
  return undefined;
}

function varianceOf(shown: number, [own, base]: [NumberRead, NumberRead], measure: MeasureName): Shown | undefined {
  const variance = varianceBetween(own, base, measure);
  if (!variance) return undefined;
  const isPoints = fieldOf(own.call)?.unit === "ratio" && isNear(shown, 100 * variance.value);
  return isNear(shown, variance.value) || isPoints ? variance : undefined;
}

/** Returns the variance of two numbers; undefined if they differ in more than scenario, period and plan. */
function varianceBetween(own: NumberRead, base: NumberRead, measure: MeasureName): Shown | undefined {
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
