/** Reads the criteria of COUNTIF and its like: an operator, and a number, logical value, error or text with wildcards. */
import { folded, hasWildcards, LONGEST_PATTERN, matcherOf } from "../../cells/wildcards";
import { isErrorCode } from "../../cells/errorCodes";
import { fifteenDigits } from "../coercion";
import { compare } from "../valueOrder";
import { doubt } from "../doubt";
import { fail, VALUE_ERROR } from "../errorValues";
import { numberOfText } from "../numberTexts";
import { isError } from "../operand";
import type { Scalar, Value } from "../values";

export interface Criterion {
  /** Throws a doubt for a value of which it is not known whether it meets the criterion. */
  readonly test: (value: Value) => boolean;
  /** The key, by `keyOf`, that all cells have which meet the criterion, apart from texts that may be a number. */
  readonly key?: Scalar | undefined;
}

export const CRITERION_OPERATOR = /^(<=|>=|<>|<|>|=)/;

export function criterionOf(wanted: Value): Criterion {
  if (wanted === null) return equalToNumber(0);
  if (typeof wanted === "number") return equalToNumber(wanted);
  if (typeof wanted === "boolean") return equalToLogical(wanted);
  if (isError(wanted)) return { test: (value) => isError(value) && value.code === wanted.code };
  const [operator = ""] = CRITERION_OPERATOR.exec(wanted) ?? [];
  const operand = wanted.slice(operator.length);
  if (operand === "") return blank(operator);
  if (operator === "" || operator === "=") return equalTo(operand);
  return operator === "<>" ? unequalTo(operand) : inOrder(operator, operand);
}

/** Criteria without an operand: "" finds blank cells and empty texts, "=" blank cells, "<>" all others. */
function blank(operator: string): Criterion {
  if (operator === "") return { test: (value) => value === null || value === "" };
  if (operator === "=") return { test: (value) => value === null };
  return { test: (value) => operator === "<>" && value !== null };
}

/** Returns the key of a cell in an index: numbers and texts of that number have one key, texts of a logical value too. */
export function keyOf(value: number | string): Scalar {
  const number = typeof value === "string" ? numberOfText(value) : value;
  return typeof number === "number" ? fifteenDigits(number) : `"${folded(String(value))}`;
}

/** A number also equals a text of it. */
function equalToNumber(number: number): Criterion {
  const digits = fifteenDigits(number);
  return {
    key: digits,
    test: (value) => {
      if (typeof value === "number") return value === number || fifteenDigits(value) === digits;
      if (typeof value !== "string") return false;
      const other = numberOfText(value);
      if (other === "unsure") return unsure(value);
      return other !== undefined && fifteenDigits(other) === digits;
    },
  };
}

function equalToLogical(wanted: boolean): Criterion {
  const text = String(wanted);
  return {
    test: (value) => {
      if (typeof value === "string" && folded(value) === text)
        doubt(
          `A criterion of ${text.toUpperCase()} meets a cell with that text. Only Excel can tell if they are equal.`,
        );
      return value === wanted;
    },
  };
}

function logicalOf(text: string): boolean | undefined {
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
}

export function equalTo(text: string): Criterion {
  const logical = logicalOf(text);
  if (logical !== undefined) return equalToLogical(logical);
  const code = text.toUpperCase();
  if (isErrorCode(code)) return { test: (value) => isError(value) && value.code === code };
  if (text.length > LONGEST_PATTERN) fail(VALUE_ERROR);
  if (hasWildcards(text)) return matching(text);
  const number = numberOfText(text);
  if (number === "unsure") return equalToUnsure(text);
  return number === undefined ? equalToText(text) : equalToNumber(number);
}

function matching(pattern: string): Criterion {
  checkTildes(pattern);
  const isMatch = matcherOf(pattern);
  return { test: (value) => typeof value === "string" && isMatch(value) };
}

export function checkTildes(pattern: string): void {
  if (/~(?![*?~])/.test(pattern))
    doubt(
      "Excel's results for a tilde that stands before neither *, ? nor ~ are not known here. Write ~~ for a tilde.",
    );
}

function equalToText(text: string): Criterion {
  const wanted = folded(text);
  return { key: `"${wanted}`, test: (value) => typeof value === "string" && folded(value) === wanted };
}

/** A text that may be a number or a date in some countries equals the same text in all. */
function equalToUnsure(text: string): Criterion {
  const wanted = folded(text);
  return {
    test: (value) => {
      if (typeof value === "string" && folded(value) === wanted) return true;
      return mayEqual(value, text) ? unsure(text) : false;
    },
  };
}

/** True if a value may be the number that a text shows. */
function mayEqual(value: Value, text: string): boolean {
  if (typeof value === "number") return true;
  return typeof value === "string" && numberOfText(value) !== undefined && !differs(value, text);
}

/** True if two texts cannot show the same number: they look alike and differ. Parts of hours or fractions may still be equal. */
function differs(one: string, other: string): boolean {
  const shapeOf = (text: string) => text.replace(/\d/g, "0").replace(/\p{L}/gu, "a");
  return folded(one) !== folded(other) && shapeOf(one) === shapeOf(other) && !/:| \d*\//.test(one);
}

function unsure(text: string): never {
  return doubt(
    `The text "${text}" may be a date or a number, which depends on the country that Excel is set to. Use a number, or DATE.`,
  );
}

/** A text of a number is not that number here, though it equals it. */
function unequalTo(text: string): Criterion {
  const number = hasWildcards(text) ? undefined : numberOfText(text);
  const { test } = equalTo(text);
  if (number === undefined) return { test: (value) => !test(value) };
  if (number === "unsure")
    return {
      test: (value) => {
        const isSame = typeof value === "string" && folded(value) === folded(text);
        return isSame || typeof value === "number" ? unsure(text) : true;
      },
    };
  return { test: (value) => typeof value !== "number" || !test(value) };
}

function inOrder(operator: string, text: string): Criterion {
  const logical = logicalOf(text);
  if (logical !== undefined)
    return { test: (value) => typeof value === "boolean" && compare(value, logical, operator) === true };
  const number = hasWildcards(text) ? undefined : numberOfText(text);
  if (number === "unsure")
    return { test: (value) => (typeof value === "number" || typeof value === "string" ? unsure(text) : false) };
  if (number !== undefined)
    return { test: (value) => typeof value === "number" && compare(value, number, operator) === true };
  if (hasWildcards(text)) doubt("Criteria that compare by order with wildcards are not calculated here.");
  return { test: (value) => typeof value === "string" && compare(value, text, operator) === true };
}
