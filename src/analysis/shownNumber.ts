/** Finds, among the numbers that a cell reads, the number or variance that it shows: as its value, or in a sentence. Pure. */
import { isNear } from "./bridge";
import { plainArgument, argumentsByName } from "./numberArguments";
import { fieldOf, type NumberCall } from "./numberCall";
import { shownVariance, varianceBetween, type ReadNumber } from "./shownVariance";

interface Shown {
  readonly call: NumberCall;
  readonly value: number;
}

/** More numbers are not compared in pairs. */
const MOST_NUMBERS = 60;

/**
 * Returns the number that the cell shows; undefined if it shows none of them, or it is not clear which.
 * @param shown The value of the cell. A sentence shows an amount, or a variance by its sign or share: "−1.5 m", "1.5 m below (−8.9 %)".
 */
export function shownNumber(shown: unknown, numbers: readonly ReadNumber[]): Shown | undefined {
  const known = numbers
    .slice(0, MOST_NUMBERS)
    .flatMap(({ call, value }) => (value === undefined ? [] : [{ call, value }]));
  if (typeof shown === "number") {
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
