/** The currencies that titles and headings name. Pure. */
import { scalesCalled } from "../language/languages";

/** ISO 4217 codes that titles may name. A word of three capital letters that is none of them is no currency. */
const CODES = new Set(
  (
    "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW KWD KZT MAD MXN MYR NGN NOK NZD " +
    "PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR"
  ).split(" "),
);
const SYMBOLS: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  US$: "USD",
  A$: "AUD",
  C$: "CAD",
  $: "",
  "¥": "",
};

const SCALES = scalesCalled();
/** Scales that mean nothing else, so they need no currency beside them. */
const PLAIN_SCALES = SCALES.flatMap(({ words }) => words);

/** Returns a currency's code; "" for a sign of several currencies, such as "$"; undefined for other words. */
export function currencyInWord(word: string): string | undefined {
  if (CODES.has(word)) return word;
  return Object.hasOwn(SYMBOLS, word) ? SYMBOLS[word] : undefined;
}

/** What words such as "EUR k", "kEUR" or "in thousands" say. */
export interface UnitMeaning {
  /** "" if a sign of several currencies stands there. */
  readonly currencies: readonly string[];
  /** What amounts are divided by. */
  readonly scales: readonly number[];
}

export function unitsIn(words: readonly string[]): UnitMeaning {
  const units = words.map(unitOf);
  const isCurrency = (at: number) => units[at]?.currency !== undefined;
  const scales = words.flatMap((word, at) => {
    const own = units[at]?.scale;
    if (own !== undefined) return [own];
    const scale = scaleOf(word);
    const isSaid = PLAIN_SCALES.includes(clean(word)) || isCurrency(at - 1) || isCurrency(at + 1);
    return scale !== undefined && isSaid ? [scale] : [];
  });
  return { currencies: [...new Set(units.flatMap(({ currency }) => currency ?? []))], scales: [...new Set(scales)] };
}

/** Reads one word, such as "EUR", "kEUR" or "€m". */
function unitOf(word: string): { readonly currency?: string | undefined; readonly scale?: number | undefined } {
  const plain = currencyInWord(word);
  if (plain !== undefined) return { currency: plain };
  const [, before, own = "", after] = /^(k|t|T|K)?([A-Z]{3}|US\$|[€£$¥])(k|K|m|M|mn|bn)?$/.exec(word) ?? [];
  const currency = currencyInWord(own);
  const isScaled = (before === undefined) !== (after === undefined);
  return currency !== undefined && isScaled ? { currency, scale: scaleOf(before ?? after ?? "") } : {};
}

function scaleOf(word: string): number | undefined {
  return SCALES.find(({ words, marks }) => [...words, ...marks].includes(clean(word)))?.by;
}

function clean(word: string): string {
  return word.toLowerCase().replace(/\.$/, "").replace("’", "'");
}
