/** Functions of single values, calculated value by value where they are given several, as in Excel. */
import { NullValueObject } from "@univerjs/engine-formula";
import type { BaseValueObject } from "@univerjs/engine-formula";
import { arrayOf, objectOfValues, valuesOfObject } from "./objects";
import { isCellError, sizeOf, type Value, type Values } from "./values";

export type LiftedCalculation = (...values: Value[]) => Value;

/** Calculates each value of the result. A single value, row or column serves for all; beyond the end of one is #N/A. */
export function lifted(args: readonly BaseValueObject[], calculate: LiftedCalculation): BaseValueObject {
  const given = args.map(valuesOfObject);
  const sizes = given.flatMap((values) => (Array.isArray(values) ? [sizeOf(values)] : []));
  const rows = Math.max(1, ...sizes.map((size) => size.rows));
  const columns = Math.max(1, ...sizes.map((size) => size.columns));
  const at = (row: number, column: number) => calculate(...given.map((values) => valueAt(values, row, column)));
  if (rows === 1 && columns === 1) return objectOfResult(at(0, 0));
  const objects = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => objectOfResult(at(row, column))),
  );
  return arrayOf(objects);
}

/** A blank stays one, so that it counts as nothing in what is calculated from it. */
function objectOfResult(value: Value): BaseValueObject {
  return value === null ? NullValueObject.create() : objectOfValues(value);
}

/** The calculation with the first error among its values as its result. */
export function withErrors(calculate: LiftedCalculation): LiftedCalculation {
  return (...values) => values.find(isCellError) ?? calculate(...values);
}

function valueAt(values: Values, row: number, column: number): Value {
  if (!Array.isArray(values)) return values;
  const cells = values[values.length === 1 ? 0 : row];
  const value = cells?.[cells.length === 1 ? 0 : column];
  return value === undefined ? { code: "#N/A", message: "" } : value;
}
