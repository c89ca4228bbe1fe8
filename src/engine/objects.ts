/** Converts between Univer's value objects and our values. */
import {
  ArrayValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
} from "@univerjs/engine-formula";
import type { BaseReferenceObject, BaseValueObject, FunctionVariantType } from "@univerjs/engine-formula";
import type { CellError, Scalar, Value, Values } from "./values";

/** The error code of a pending call. */
export const PENDING_CODE: string = ErrorType.CONNECT;

/** Converts a value object. A reference becomes the rows of its cells. An error has the message of its failed call, or "". */
export function valuesOfObject(object: FunctionVariantType): Values {
  const value = dereferenced(object);
  if (!value.isArray()) return valueOfObject(value);
  const array = value as ArrayValueObject;
  const cells = array.getArrayValue();
  const columns = Array.from({ length: array.getColumnCount() }, (_, column) => column);
  return Array.from({ length: array.getRowCount() }, (_, row) =>
    columns.map((column) => valueOfObject(cells[row]?.[column] ?? null)),
  );
}

/** Returns the cells of a reference, and a value itself. */
export function dereferenced(object: FunctionVariantType): BaseValueObject {
  return object.isReferenceObject()
    ? (object as BaseReferenceObject).toArrayValueObject()
    : (object as BaseValueObject);
}

export function valueOfObject(object: BaseValueObject | null): Value {
  if (!object || object.isNull()) return null;
  if (object.isLambda()) return { code: "#CALC!", message: "A LAMBDA is not a value. Call it with its arguments." };
  if (!object.isError()) return finite(object.getValue());
  const error = object as ErrorValueObject;
  return { code: error.getErrorType(), message: error.getErrorContent() };
}

/** A file cannot hold a number that is not finite. */
function finite(value: Scalar): Value {
  return typeof value === "number" && !Number.isFinite(value) ? { code: "#NUM!", message: "" } : value;
}

export function objectOfValues(values: Values): BaseValueObject {
  return Array.isArray(values) ? arrayOf(values.map((row) => row.map(objectOfValue))) : objectOfValue(values);
}

export function arrayOf(rows: BaseValueObject[][]): ArrayValueObject {
  return ArrayValueObject.create({
    calculateValueList: rows,
    rowCount: rows.length,
    columnCount: rows[0]?.length ?? 0,
    unitId: "",
    sheetId: "",
    row: -1,
    column: -1,
  });
}

/** Univer's own factory would convert the texts "=1+1", "#N/A" and "00123". */
function objectOfValue(value: Value): BaseValueObject {
  if (typeof value === "string") return StringValueObject.create(value);
  if (typeof value === "boolean") return BooleanValueObject.create(value);
  if (typeof value === "number") return NumberValueObject.create(value);
  if (value === null) return StringValueObject.create("");
  return errorObject(value);
}

export function errorObject({ code, message }: CellError): ErrorValueObject {
  return ErrorValueObject.create(code as ErrorType, message);
}

/** The object with each of its values replaced; an array becomes another one. */
export function mapped(object: BaseValueObject, map: (value: BaseValueObject) => BaseValueObject): BaseValueObject {
  if (!object.isArray()) return map(object);
  const array = object as ArrayValueObject;
  return ArrayValueObject.create({
    calculateValueList: array.getArrayValue().map((row) => row.map((value) => value && map(value))),
    rowCount: array.getRowCount(),
    columnCount: array.getColumnCount(),
    unitId: array.getUnitId(),
    sheetId: array.getSheetId(),
    row: array.getCurrentRow(),
    column: array.getCurrentColumn(),
  });
}
