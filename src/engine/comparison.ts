/** How Excel compares two values. */
import { isCellError, type Scalar, type Value } from "./values";

/** Numbers come before texts, texts before logical values. */
const KINDS = ["number", "string", "boolean"];

const ALPHABET = new Intl.Collator("en", { sensitivity: "accent" });

/** @param operator "=", "<>", "<", "<=", ">" or ">=". The result is an error where one of the two is. */
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

/** A blank cell is whatever nothing is among the values that it is compared with. */
function blankBeside(other: Scalar | null): Scalar {
  if (typeof other === "string") return "";
  return typeof other === "boolean" ? false : 0;
}

function isEqual(one: Scalar, other: Scalar): boolean {
  if (typeof one === "number" && typeof other === "number") return inDigits(one) === inDigits(other);
  if (typeof one === "string" && typeof other === "string") return one.toLowerCase() === other.toLowerCase();
  return one === other;
}

/** Excel compares the 15 digits that it shows: 0.1+0.2 is 0.3. */
function inDigits(number: number): string {
  return number === 0 ? "0" : number.toPrecision(15);
}

function orderOf(one: Scalar, other: Scalar): number {
  if (typeof one === "string" && typeof other === "string") return ALPHABET.compare(one, other);
  if (typeof one === typeof other) return Number(one) - Number(other);
  return KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other);
}
