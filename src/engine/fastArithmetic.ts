/**
 * Sums, differences, products and comparisons of arrays without an object for each value, as in
 * `SUMPRODUCT((A1:A5000="x")*B1:B5000)`. The results are Univer's own to the last digit. Arrays with texts or errors, and
 * arrays that differ in size, are left to Univer.
 */
import { NumberValueObject } from "@univerjs/engine-formula";
import type { BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { valueOfObject } from "./objects";
import { objectOfPlainArray, plainArrayOf, type PlainArray } from "./plainArrays";
import type { Value } from "./values";
import { correct } from "./wrapCalculation";

/** Returns undefined if the result is no finite number. */
type Operation = (one: number, other: number) => number | undefined;

const OPERATIONS: Readonly<Record<string, Operation>> = { PLUS: plus, MINUS: minus, MULTIPLY: multiply };

/** Calculates common calls of these functions before Univer does. Call it after all corrections of arguments. */
export function quickenArithmetic(service: IFunctionService): void {
  for (const [name, operation] of Object.entries(OPERATIONS))
    quicken(service, name, ([one, other]) => one && other && calculated(one, other, operation));
  quicken(service, "SUM", ([array, ...others]) => (array && others.length === 0 ? summed(array) : undefined));
  quicken(
    service,
    "SUMPRODUCT",
    ([first, ...others]) => first && (others.length === 0 ? summed(first) : sumOfProducts([first, ...others])),
  );
}

function quicken(
  service: IFunctionService,
  name: string,
  calculateQuickly: (args: readonly BaseValueObject[]) => BaseValueObject | undefined,
): void {
  correct(service, name, (args, calculate) => calculateQuickly(args) ?? calculate(...args));
}

/**
 * Combines two objects value by value, if at least one is an array and both are of one size or a single value. Otherwise, or if
 * `combine` returns undefined for any pair, returns undefined.
 */
export function combinedArrays(
  one: BaseValueObject,
  other: BaseValueObject,
  combine: (left: Value, right: Value) => Value | undefined,
): BaseValueObject | undefined {
  const [left, right] = [plainArrayOf(one), plainArrayOf(other)];
  const { rows, columns } = left && left.values.length > 1 ? left : (right ?? left ?? SINGLE);
  if (rows * columns < 2) return undefined;
  const fits = (array: PlainArray | undefined) =>
    !array || array.values.length === 1 || (array.rows === rows && array.columns === columns);
  if (!fits(left) || !fits(right)) return undefined;
  const [first, second] = [at(left, one), at(right, other)];
  const values = Array<Value>(rows * columns);
  for (let index = 0; index < values.length; index++) {
    const value = combine(first(index), second(index));
    if (value === undefined) return undefined;
    values[index] = value;
  }
  return objectOfPlainArray({ rows, columns, values });
}

const SINGLE = { rows: 1, columns: 1 };

/** Returns a function that reads a value by its index. A single value stands for all. */
function at(array: PlainArray | undefined, object: BaseValueObject): (index: number) => Value {
  if (array && array.values.length > 1) return (index) => array.values[index] ?? null;
  const single = array ? (array.values[0] ?? null) : valueOfObject(object);
  return () => single;
}

function calculated(one: BaseValueObject, other: BaseValueObject, operation: Operation): BaseValueObject | undefined {
  return combinedArrays(one, other, (left, right) => {
    const [first, second] = [operand(left), operand(right)];
    return first === undefined || second === undefined ? undefined : operation(first, second);
  });
}

/** Returns undefined for texts and errors. */
function operand(value: Value): number | undefined {
  if (typeof value === "number") return value;
  if (value === null) return 0;
  return typeof value === "boolean" ? Number(value) : undefined;
}

/** Adds the numbers of an array. Texts, logical values and blanks count as nothing. */
function summed(object: BaseValueObject): BaseValueObject | undefined {
  const array = plainArrayOf(object);
  if (!array) return undefined;
  let total: number | undefined = 0;
  for (const value of array.values) {
    if (typeof value === "object" && value !== null) return undefined;
    if (typeof value === "number" && value !== 0) total = plus(total, value);
    if (total === undefined) return undefined;
  }
  return NumberValueObject.create(total);
}

function sumOfProducts(objects: readonly BaseValueObject[]): BaseValueObject | undefined {
  const arrays = objects.map(plainArrayOf);
  const [first] = arrays;
  if (!first) return undefined;
  const products = new Float64Array(first.values.length).fill(1);
  for (const array of arrays) {
    if (array?.rows !== first.rows || array.columns !== first.columns) return undefined;
    for (const [index, value] of array.values.entries()) {
      if (typeof value === "object" && value !== null) return undefined;
      products[index] = typeof value === "number" ? (products[index] ?? 0) * value : 0;
    }
  }
  const sum = products.reduce((total, product) => total + product, 0);
  return Number.isFinite(sum) ? NumberValueObject.create(sum) : undefined;
}

/**
 * Univer adds and multiplies the decimal digits of numbers, and returns the nearest number. So do these, by whole numbers of
 * ten-thousandths where they can: most amounts have no more decimals.
 */
const PARTS = 10_000;

/** Returns a number in ten-thousandths; NaN if it has more decimals or too many digits. */
function inParts(number: number): number {
  const parts = Math.round(number * PARTS);
  return Math.abs(parts) < 1e15 && parts / PARTS === number ? parts : NaN;
}

function plus(one: number, other: number): number | undefined {
  if (other === 0) return one;
  if (one === 0) return other;
  const sum = one + other;
  if (Number.isSafeInteger(sum)) return sum;
  const parts = inParts(one) + inParts(other);
  return Number.isNaN(parts) ? byUniver(one, other, "plus") : parts / PARTS;
}

function minus(one: number, other: number): number | undefined {
  return plus(one, -other);
}

function multiply(one: number, other: number): number | undefined {
  const product = one * other;
  if (Number.isSafeInteger(product)) return product;
  if (one === 1 || other === 1) return product;
  const parts = inParts(one) * inParts(other);
  return Number.isSafeInteger(parts) ? parts / PARTS ** 2 : byUniver(one, other, "multiply");
}

function byUniver(one: number, other: number, operation: "plus" | "multiply"): number | undefined {
  const result = NumberValueObject.create(one)[operation](NumberValueObject.create(other)).getValue();
  return typeof result === "number" ? result : undefined;
}
