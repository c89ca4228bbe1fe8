/** SUM, COUNT and their like. */
import { toNumber } from "../coercion";
import { fail, VALUE_ERROR } from "../errorValues";
import { CellRange, isError, type Operand, type ReferenceOperand } from "../operand";
import { row, type Table } from "../parameters";
import { visitAll } from "./cells";
import { average, sumOf, type Numbers } from "./sample";

/** Returns 0 without numbers, as MAX does. */
export function largest(numbers: Numbers): number {
  let most = numbers[0] ?? 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

export function smallest(numbers: Numbers): number {
  let least = numbers[0] ?? 0;
  for (const number of numbers) if (number < least) least = number;
  return least;
}

export function multiply(numbers: Numbers): number {
  let result = numbers.length === 0 ? 0 : 1;
  for (const number of numbers) result *= number;
  return result;
}

/** COUNT: counts numbers, and arguments that are written as a text of a number or a logical value. */
function count(...operands: Operand[]): number {
  let found = 0;
  visitAll(operands, (value, isDirect) => {
    if (typeof value === "number") found++;
    else if (isDirect && (typeof value === "string" ? typeof toNumber(value, 1900) === "number" : !isError(value)))
      found++;
  });
  return found;
}

function countFilled(...operands: Operand[]): number {
  let found = 0;
  visitAll(operands, (value, isDirect) => {
    if (value !== null || isDirect) found++;
  });
  return found;
}

function countBlank(reference: ReferenceOperand): Operand {
  if (!(reference instanceof CellRange)) return VALUE_ERROR;
  let filled = 0;
  reference.sheet.visit(reference, (value) => {
    if (value !== null && value !== "") filled++;
  });
  return reference.rows * reference.columns - filled;
}

/** The numbers of MAXA and its like: texts in cells and arrays are 0, logical values 0 or 1. */
export function numbersOfAll(operands: readonly Operand[]): number[] {
  const numbers: number[] = [];
  visitAll(operands, (value, isDirect) => {
    if (typeof value === "string" && !isDirect) numbers.push(0);
    else if (value !== null || isDirect) {
      const number = toNumber(value);
      numbers.push(typeof number === "number" ? number : fail(number));
    }
  });
  return numbers;
}

const ofAll =
  (combine: (numbers: Numbers) => number) =>
  (...operands: Operand[]): number =>
    combine(numbersOfAll(operands));

export const AGGREGATES: Table = {
  SUM: row("numbers*", sumOf),
  PRODUCT: row("numbers*", multiply),
  AVERAGE: row("numbers*", average),
  MAX: row("numbers*", largest),
  MIN: row("numbers*", smallest),
  COUNT: row("operand*", count),
  COUNTA: row("operand*", countFilled),
  COUNTBLANK: row("reference", countBlank),
  AVERAGEA: row("operand*", ofAll(average)),
  MAXA: row("operand*", ofAll(largest)),
  MINA: row("operand*", ofAll(smallest)),
};
