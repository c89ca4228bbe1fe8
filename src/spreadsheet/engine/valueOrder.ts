/** Compares two values as Excel does. */
import { doubt } from "./doubt";
import { isCellError, type Scalar, type Value } from "./values";

/** Numbers come before texts, texts before logical values. */
const KINDS = ["number", "string", "boolean"];

const ALPHABET = new Intl.Collator("en", { sensitivity: "accent" });

/** Returns a boolean, or the error if one of the values is an error. @param operator "=", "<>", "<", "<=", ">" or ">=". */
export function compare(one: Value, other: Value, operator: string): Value {
  if (isCellError(one)) return one;
  if (isCellError(other)) return other;
  const [left, right] = [one ?? blankBeside(other), other ?? blankBeside(one)];
  if (operator === "=") return isEqual(left, right);
  if (operator === "<>") return !isEqual(left, right);
  const order = isEqual(left, right) ? 0 : orderOf(left, right);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

/** A blank cell equals "", FALSE or 0, by the type of the other value. */
function blankBeside(other: Scalar | null): Scalar {
  if (typeof other === "string") return "";
  return typeof other === "boolean" ? false : 0;
}

function isEqual(one: Scalar, other: Scalar): boolean {
  if (one === other) return true;
  if (typeof one === "number" && typeof other === "number")
    return areNear(one, other) && inDigits(one) === inDigits(other);
  if (typeof one === "string" && typeof other === "string") return one.toLowerCase() === other.toLowerCase();
  return one === other;
}

/** True if the numbers may have the same 15 digits. Writing digits takes far longer. */
function areNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 2e-14 * Math.max(Math.abs(one), Math.abs(other));
}

/** Excel compares 15 digits: 0.1+0.2 equals 0.3. */
function inDigits(number: number): string {
  return number === 0 ? "0" : number.toPrecision(15);
}

function orderOf(one: Scalar, other: Scalar): number {
  if (typeof one === "string" && typeof other === "string") return orderOfTexts(one, other);
  if (typeof one === typeof other) return Number(one) - Number(other);
  return KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other);
}

const LIGHT = /[-'\u00ad]/g;

/** Excel gives hyphens and apostrophes little weight. Throws a doubt if the order depends on them. */
function orderOfTexts(one: string, other: string): number {
  const order = ALPHABET.compare(one, other);
  const [left, right] = [one.replace(LIGHT, ""), other.replace(LIGHT, "")];
  if (left.length === one.length && right.length === other.length) return order;
  const plain = ALPHABET.compare(left, right);
  if (plain === 0 || plain < 0 !== order < 0)
    doubt(`The order of "${one}" and "${other}" depends on their hyphens or apostrophes, which is not known here.`);
  return order;
}
