/** The words that may stand in the text of a number, a date or a time, in any of Excel's languages. */
import { getLocale } from "numfmt";

/** Languages with Latin letters. Words in other letters are taken for possible months, eras and currencies. */
const LANGUAGES = "ca cs da de en es et fi fr hr hu id is it lt lv nb nl pl pt ro sk sl sv tr".split(" ");

const CURRENCY = /^(?:kr|chf|fr|zł|kč|ft|lei|kn|tl|rp|rm|rs|r|eur|usd|gbp)$/;
/** Units of time. */
const UNIT = /^(?:h|min|m|s|uhr)$/;

/** Beginnings of the names of months, of at least three letters. */
let months: ReadonlySet<string> | undefined;

function monthBeginnings(): ReadonlySet<string> {
  const beginnings = new Set<string>();
  for (const language of LANGUAGES) {
    const { mmmm = [], mmm = [] } = getLocale(language) ?? {};
    for (const name of [...mmmm, ...mmm].flatMap((each) => each.toLowerCase().match(/\p{L}+/gu) ?? []))
      for (let length = 3; length <= name.length; length++) beginnings.add(name.slice(0, length));
  }
  return beginnings;
}

/** True if all words of a text may be parts of a number, date or time. */
export function areNumberWords(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/(\d[.,]?)e([-+]?\d)/g, "$1 $2")
    .replace(/(\d) +[ap]m?$/, "$1")
    .replace(/^[mtshr](?=\d{1,2}[./-]\d)/, "");
  return (words.match(/\p{L}+/gu) ?? []).every(isNumberWord);
}

function isNumberWord(word: string): boolean {
  if (!/^\p{Script=Latin}+$/u.test(word)) return true;
  if (CURRENCY.test(word) || UNIT.test(word)) return true;
  return (months ??= monthBeginnings()).has(word);
}
