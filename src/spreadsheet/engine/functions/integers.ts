/** Functions of whole numbers: factorials, combinations, divisors, and numbers as texts of digits or Roman letters. */
import { toNumber } from "../coercion";
import { doubt } from "../doubt";
import { fail, NA, NUM, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { visit } from "./cells";

/** The largest number whose factorial is a number. */
const LARGEST_FACTORIAL = 170;

/** @param step 1 for FACT, 2 for FACTDOUBLE. */
function factorial(number: number, step = 1): number {
  const last = Math.trunc(number);
  let product = 1;
  for (let factor = last; factor > 1; factor -= step) product *= factor;
  return product;
}

function simpleFactorial(number: number): number | CellError {
  return number < 0 || Math.trunc(number) > LARGEST_FACTORIAL ? NUM : factorial(number);
}

function doubleFactorial(number: number): number | CellError {
  return number < -1 || number > 2 * LARGEST_FACTORIAL ? NUM : factorial(number, 2);
}

function combinations(this: Evaluation, number: number, chosen: number): number {
  const [all, some] = [Math.trunc(number), Math.trunc(chosen)];
  if (all < 0 || some < 0 || some > all) fail(NUM);
  const least = Math.min(some, all - some);
  this.spend(least);
  let result = 1;
  for (let at = 1; at <= least; at++) result = (result * (all - least + at)) / at;
  return Math.round(result) < 1e15 ? Math.round(result) : result;
}

function combinationsWithRepetition(this: Evaluation, number: number, chosen: number): number {
  const [all, some] = [Math.trunc(number), Math.trunc(chosen)];
  return all === 0 && some === 0 ? 1 : combinations.call(this, all + some - 1, some);
}

function permutations(this: Evaluation, number: number, chosen: number): number | CellError {
  const [all, some] = [Math.trunc(number), Math.trunc(chosen)];
  if (all <= 0 || some < 0 || some > all) return NUM;
  this.spend(some);
  let result = 1;
  for (let at = 0; at < some; at++) result *= all - at;
  return result;
}

/** Returns the numbers of arguments as whole ones. Fails with #VALUE! if all arguments are single blank cells. */
function wholeNumbers(operands: readonly Operand[]): number[] {
  const found: number[] = [];
  let isBlank = true;
  for (const operand of operands) {
    isBlank &&= operand instanceof CellRange && operand.isCell;
    visit(operand, (value, isDirect) => {
      if (value === null && !isDirect) return;
      isBlank = false;
      if (!isDirect && (typeof value === "string" || typeof value === "boolean"))
        doubt("Common divisors and multiples are not known for texts and logical values in cells.");
      found.push(wholeNumber(value));
    });
  }
  return isBlank ? fail(VALUE_ERROR) : found;
}

function wholeNumber(value: Value): number {
  const number = typeof value === "boolean" ? VALUE_ERROR : toNumber(value);
  if (typeof number !== "number") return fail(number);
  return number < 0 || number > 2 ** 53 ? fail(NUM) : Math.trunc(number);
}

function commonDivisor(one: number, other: number): number {
  while (other !== 0) [one, other] = [other, one % other];
  return one;
}

const greatestDivisor = (...operands: Operand[]) => wholeNumbers(operands).reduce(commonDivisor, 0);

/** An argument that is left out is #N/A, as the former Analysis ToolPak wants it. */
function ofAllGiven(work: (...operands: Operand[]) => number) {
  return (...operands: Operand[]) => (operands.includes(null) ? NA : work(...operands));
}

function leastMultiple(...operands: Operand[]): number {
  for (const operand of operands)
    visit(operand, (value, isDirect) => {
      const isOfSeveral = !isDirect && !(operand instanceof CellRange && operand.isCell);
      if (value === null && isOfSeveral) doubt("LCM is not known over ranges with empty cells.");
    });
  const numbers = wholeNumbers(operands);
  if (numbers.length === 0) return 0;
  return numbers.reduce((one, other) => {
    const multiple = one * other === 0 ? 0 : (one / commonDivisor(one, other)) * other;
    // Beyond, binary numbers lose digits, and Excel returns #NUM!.
    return multiple >= 2 ** 53 ? fail(NUM) : multiple;
  }, 1);
}

function multinomial(...operands: Operand[]): number {
  const numbers = wholeNumbers(operands);
  const sum = numbers.reduce((one, other) => one + other, 0);
  if (sum > LARGEST_FACTORIAL) fail(NUM);
  return Math.round(factorial(sum) / numbers.reduce((product, number) => product * factorial(number), 1));
}

/** The letters of Roman numbers in the order in which they are written. */
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

const LETTERS = new Map(ROMAN.map(([size, letter]) => [letter, size]));

function roman(number: number, form: Value = 0): string | CellError {
  let left = Math.trunc(number);
  if (left < 0 || left > 3999) return VALUE_ERROR;
  if (form !== 0 && form !== true && form !== null) doubt("ROMAN is calculated here in its classic form only.");
  let text = "";
  for (const [size, letters] of ROMAN) {
    text += letters.repeat(Math.floor(left / size));
    left %= size;
  }
  return text;
}

/** Returns the number that Roman letters stand for, in whatever order. */
function arabic(text: string): number | CellError {
  const [, sign, letters] = /^(-?)([MDCLXVI]*)$/.exec(text.trim().toUpperCase()) ?? [];
  if (letters === undefined) return VALUE_ERROR;
  let [sum, largest] = [0, 0];
  for (const letter of [...letters].reverse()) {
    const size = LETTERS.get(letter) ?? 0;
    // A letter counts against any larger one behind it.
    sum += size < largest ? -size : size;
    largest = Math.max(largest, size);
  }
  return sign ? -sum : sum;
}

function base(number: number, radix: number, length = 0): string | CellError {
  if (number < 0 || number >= 2 ** 53 || radix < 2 || radix >= 37 || length < 0 || length > 255) return NUM;
  return Math.trunc(number).toString(Math.trunc(radix)).toUpperCase().padStart(Math.trunc(length), "0");
}

function decimal(text: string, radix: number): number | CellError {
  const digits = text.trim();
  if (radix < 2 || radix >= 37 || [...digits].some((digit) => Number.isNaN(parseInt(digit, radix)))) return NUM;
  return parseInt(digits || "0", radix);
}

/** Converts a number of up to 10 digits, the first of which is a sign. */
function fromBase(radix: number) {
  return (text: string): number | CellError => {
    const digits = text.trim() || "0";
    if (digits.length > 10 || [...digits].some((digit) => Number.isNaN(parseInt(digit, radix)))) return NUM;
    const value = parseInt(digits, radix);
    return digits.length === 10 && value >= radix ** 10 / 2 ? value - radix ** 10 : value;
  };
}

/** @param most The numbers from which on, and below whose negative, there are not enough digits. */
function toBase(radix: number, most: number) {
  return (number: number, places?: number): string | CellError => {
    const value = Math.trunc(number);
    if (value < -most || value >= most) return NUM;
    const digits = (value < 0 ? value + radix ** 10 : value).toString(radix).toUpperCase();
    if (places === undefined) return digits;
    if (places < 1 || places >= 11) return NUM;
    if (value < 0) return digits;
    return Math.trunc(places) < digits.length ? NUM : digits.padStart(Math.trunc(places), "0");
  };
}

export const INTEGERS: Table = {
  FACT: row("number", simpleFactorial),
  FACTDOUBLE: row("strict", doubleFactorial),
  COMBIN: row("number number", combinations),
  COMBINA: row("number number", combinationsWithRepetition),
  PERMUT: row("number number", permutations),
  GCD: row("operand*", ofAllGiven(greatestDivisor)),
  LCM: row("operand*", ofAllGiven(leastMultiple)),
  MULTINOMIAL: row("operand*", multinomial),
  ROMAN: row("number any?", roman),
  ARABIC: row("text", arabic),
  BASE: row("number number number?", base),
  DECIMAL: row("text number", decimal),
  BIN2DEC: row("digits", fromBase(2)),
  HEX2DEC: row("digits", fromBase(16)),
  OCT2DEC: row("digits", fromBase(8)),
  DEC2BIN: row("strict strict?", toBase(2, 512)),
  DEC2HEX: row("strict strict?", toBase(16, 2 ** 39)),
  DEC2OCT: row("strict strict?", toBase(8, 2 ** 29)),
};
