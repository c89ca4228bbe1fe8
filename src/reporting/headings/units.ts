/** The currencies that titles and headings name. Pure. */
import { scalesCalled } from "../../numbers/language/languages";

/** ISO 4217 codes that titles may name. A word of three letters that is none of them is no currency. */
const CODES = new Set(
  (
    "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW KWD KZT MAD MXN MYR NGN NOK NZD " +
    "PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR"
  ).split(" "),
);
/** Codes that are words in small letters, as "try" is, or their beginnings, as "pln" is of "plan". */
const ALSO_WORDS = new Set("ARS CAD CLP COP HUF ILS MAD PEN PHP PLN RON RUB SAR SEK TRY".split(" "));
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
/** A currency in a word, perhaps with a scale before or after it: "kEUR", "€m", "USD'000", "$000s". */
const CURRENCY = ["US\\$", "A\\$", "C\\$", ...CODES, "[€£$¥]"].join("|");
const IN_WORD = new RegExp(`^(\\p{L}*?)(${CURRENCY})((?:'?\\d{3}|\\p{L}*)(?:'?s)?)$`, "iu");
/** Texts that may be a currency. */
const LIKE_CURRENCY = new RegExp(`[€£$¥]|(?:^|[^\\p{Lu}])(?:${[...CODES].join("|")})(?!\\p{Lu})`, "u");

/** Returns a currency's code; "" for a sign of several currencies, such as "$"; undefined for other words. */
export function currencyInWord(word: string): string | undefined {
  const code = word.toUpperCase();
  if (CODES.has(code) && (word === code || !ALSO_WORDS.has(code))) return code;
  return Object.hasOwn(SYMBOLS, code) ? SYMBOLS[code] : undefined;
}

/** What words such as "EUR k", "kEUR" or "in thousands" say. */
export interface UnitMeaning {
  /** "" if a sign of several currencies stands there. */
  readonly currencies: readonly string[];
  /** What amounts are divided by. */
  readonly scales: readonly number[];
  /** The words that say it. */
  readonly said: ReadonlySet<number>;
  /** True if a word looks like a unit, and cannot be read. */
  readonly isOpen: boolean;
}

/** @param own The currency that a sign such as "$" means, if it is one of its currencies. */
export function unitsIn(words: readonly string[], own = ""): UnitMeaning {
  const units = words.map((word) => unitOf(word, own));
  const isCurrency = (at: number) => units[at]?.currency !== undefined;
  const scales = words.map((word, at) => {
    const own = units[at]?.scale;
    if (own !== undefined) return own;
    const scale = scaleOf(word);
    const isBeside = isCurrency(nextWord(words, at, -1)) || isCurrency(nextWord(words, at, 1));
    return PLAIN_SCALES.includes(clean(word)) || isBeside ? scale : undefined;
  });
  const isSaid = (at: number) => isCurrency(at) || scales[at] !== undefined;
  const said = new Set(words.flatMap((word, at) => (isSaid(at) || (isTimes(word) && isSaid(at - 1)) ? [at] : [])));
  return {
    currencies: [...new Set(units.flatMap(({ currency }) => currency ?? []))],
    scales: [...new Set(scales.flatMap((scale) => scale ?? []))],
    said,
    isOpen: words.some((word, at) => !said.has(at) && (LIKE_CURRENCY.test(word) || scaleOf(word) !== undefined)),
  };
}

/** Steps over marks of punctuation, and over "x" in "USD x 1000". */
function nextWord(words: readonly string[], at: number, step: 1 | -1): number {
  const next = at + step;
  const word = words[next];
  return word === "" || isTimes(word) ? nextWord(words, next, step) : next;
}

function isTimes(word: string | undefined): boolean {
  return word !== undefined && /^[x×]$/i.test(word);
}

/** Reads one word, such as "EUR", "kEUR" or "€m". */
function unitOf(
  word: string,
  known: string,
): { readonly currency?: string | undefined; readonly scale?: number | undefined } {
  const plain = currencyInWord(word);
  if (plain !== undefined) return { currency: plain || ofSign(word, known) };
  const [, before = "", own = "", after = ""] = IN_WORD.exec(word.replaceAll("’", "'").replace(/\.$/, "")) ?? [];
  const currency = currencyInWord(own) || ofSign(own, known);
  if (currency === undefined || (before === "") === (after === "")) return {};
  const scale = scaleOf(before === "" ? after : before);
  return scale === undefined ? {} : { currency, scale };
}

/** The currencies that each sign may mean. */
const OF_SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD", "MXN", "CLP", "COP"],
  "¥": ["JPY", "CNY"],
};

function ofSign(sign: string, known: string): string | undefined {
  const meant = OF_SIGNS[sign];
  return meant?.includes(known) ? known : meant && "";
}

function scaleOf(word: string): number | undefined {
  return SCALES.find(({ words, marks }) => [...words, ...marks].includes(clean(word)))?.by;
}

function clean(word: string): string {
  return word.toLowerCase().replace(/\.$/, "").replaceAll("’", "'");
}
