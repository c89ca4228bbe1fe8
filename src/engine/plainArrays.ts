/**
 * Arrays as plain values. Univer makes an object for each value of an array, which takes most of the time of a calculation with
 * thousands of cells. Arrays made here create these objects when a function of Univer reads them.
 */
import { ArrayValueObject } from "@univerjs/engine-formula";
import type { BaseValueObject } from "@univerjs/engine-formula";
import { dereferenced, objectOfValues, valueOfObject, valuesOfObject } from "./objects";
import type { Value, Values } from "./values";

export interface PlainArray {
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly values: readonly Value[];
}

/** Univer caches the array of a range, so formulas that read one range share its values. */
const known = new WeakMap<ArrayValueObject, PlainArray>();

/** Returns the values of an array or reference; undefined for a single value. */
export function plainArrayOf(object: BaseValueObject): PlainArray | undefined {
  const value = dereferenced(object);
  if (!value.isArray()) return undefined;
  const array = value as ArrayValueObject;
  const [rows, columns] = [array.getRowCount(), array.getColumnCount()];
  const found = known.get(array);
  if (found && found.rows === rows && found.columns === columns) return found;
  const cells = array.getArrayValue();
  const values = Array<Value>(rows * columns).fill(null);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values[row * columns + column] = valueOfObject(cells[row]?.[column] ?? null);
  const plain = { rows, columns, values };
  known.set(array, plain);
  return plain;
}

const rowsOfArrays = new WeakMap<PlainArray, Value[][]>();

/** Converts a value object as `valuesOfObject` does, but each array once. Do not change the result. */
export function valuesOfPlain(object: BaseValueObject): Values {
  const plain = plainArrayOf(object);
  if (!plain) return valuesOfObject(object);
  const found = rowsOfArrays.get(plain);
  if (found) return found;
  const { rows, columns, values } = plain;
  const made = Array.from({ length: rows }, (_, row) => values.slice(row * columns, (row + 1) * columns));
  rowsOfArrays.set(plain, made);
  return made;
}

/** Creates an array for Univer. */
export function objectOfPlainArray(plain: PlainArray): BaseValueObject {
  const array = new LazyArray(plain);
  known.set(array, plain);
  return array;
}

class LazyArray extends ArrayValueObject {
  constructor(plain: PlainArray) {
    const { rows, columns } = plain;
    super({
      calculateValueList: [],
      rowCount: rows,
      columnCount: columns,
      unitId: "",
      sheetId: "",
      row: -1,
      column: -1,
    });
    let cells: BaseValueObject[][] | undefined;
    // Univer's own methods read this property.
    Object.defineProperty(this, "_values", {
      get: () => (cells ??= objectsOf(plain)),
      set: (changed: BaseValueObject[][]) => void (cells = changed),
    });
  }
}

function objectsOf({ rows, columns, values }: PlainArray): BaseValueObject[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => objectOfValues(values[row * columns + column] ?? null)),
  );
}
