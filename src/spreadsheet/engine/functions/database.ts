/** DSUM and its like: a table with headers, and criteria below headers of the same names. */
import { folded } from "../../cells/wildcards";
import { toText } from "../coercion";
import { doubt } from "../doubt";
import { fail, NUM, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { numberOfText } from "../numberTexts";
import { CellRange, isError, Matrix, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { Value } from "../values";
import { largest, multiply, smallest } from "./aggregates";
import { criterionOf, equalTo } from "./criterion";
import * as sample from "./sample";

/** Tests a record by its row in the table. */
type Test = (record: number) => boolean;

/** Finds a column by its header. Headers are compared as texts, without case. */
function columnOf(table: Matrix, header: Value): number {
  const wanted = header === null || isError(header) ? undefined : nameOf(header);
  if (wanted === undefined) return -1;
  return table.row(0).findIndex((value) => value !== null && !isError(value) && nameOf(value) === wanted);
}

function nameOf(value: Value): string {
  const text = toText(value);
  return typeof text === "string" ? folded(text) : text.code;
}

/** Returns the column that is summed, by its header or number (TRUE is 1); undefined if none is named. */
function fieldOf(table: Matrix, field: Value | Matrix | undefined): number | undefined {
  if (field === undefined || field === null) return undefined;
  if (field instanceof Matrix) return fail(VALUE_ERROR);
  if (isError(field)) return fail(field);
  const column = typeof field === "string" ? columnOf(table, field) : Math.trunc(Number(field)) - 1;
  return column >= 0 && column < table.columns ? column : fail(VALUE_ERROR);
}

/** Reads the criteria: a record meets all cells of one of their rows. A blank cell is met by every record. */
function testOf(table: Matrix, criteria: Matrix): Test {
  if (criteria.rows < 2) return fail(VALUE_ERROR);
  const columns = criteria.row(0).map((header) => columnOf(table, header));
  const rows = criteria
    .lines()
    .slice(1)
    .map((line) => allOf(table, columns, line));
  return (record) => rows.some((tests) => tests.every((test) => test(record)));
}

function allOf(table: Matrix, columns: readonly number[], line: readonly Value[]): Test[] {
  return line.flatMap((wanted, at): Test[] => {
    const column = columns[at] ?? -1;
    if (wanted === null) return [];
    if (column < 0) return [unknownColumn(wanted)];
    const test = testOfCell(wanted);
    return [(record) => test(table.at(record, column))];
  });
}

/** Below a header that no column has, Excel calculates the criterion's formula for each record. A text is met by none. */
function unknownColumn(wanted: Value): Test {
  if (typeof wanted === "string") return () => false;
  return doubt("Criteria that are formulas of their own are not calculated here. Use a header of the table.");
}

/** A text is also met by all texts that begin with it. */
function testOfCell(wanted: Value): (value: Value) => boolean {
  if (typeof wanted !== "string") return criterionOf(wanted).test;
  if (wanted === "") return doubt("Empty texts as criteria of a table are not calculated here.");
  const isPlain = !/^[<>=]/.test(wanted) && numberOfText(wanted) === undefined && !/^(?:true|false)$/i.test(wanted);
  return (isPlain ? equalTo(`${wanted}*`) : criterionOf(wanted)).test;
}

/** Returns the values of the field in the records that meet the criteria; of all columns' first one without a field. */
function found(at: Evaluation, database: Operand, field: Operand | undefined, criteria: Operand): Value[] | number {
  const table = matrixIn(at, database);
  if (table.rows < 2) return fail(VALUE_ERROR);
  const column = fieldOf(table, field === undefined ? undefined : at.values(field));
  const test = testOf(table, matrixIn(at, criteria));
  at.spend(table.values.length);
  const records: number[] = [];
  for (let record = 1; record < table.rows; record++) if (test(record)) records.push(record);
  return column === undefined ? records.length : records.map((record) => table.at(record, column));
}

function matrixIn(at: Evaluation, operand: Operand): Matrix {
  if (!(operand instanceof CellRange)) return fail(isError(operand) ? operand : VALUE_ERROR);
  return at.matrix(operand);
}

function ofNumbers(combine: (numbers: readonly number[]) => Operand) {
  return function (this: Evaluation, database: Operand, field: Operand | undefined, criteria: Operand): Operand {
    const values = found(this, database, field, criteria);
    if (typeof values === "number") return VALUE_ERROR;
    const error = values.find(isError);
    return error ?? combine(values.filter((value) => typeof value === "number"));
  };
}

function counting(isCounted: (value: Value) => boolean) {
  return function (this: Evaluation, database: Operand, field: Operand | undefined, criteria: Operand): Operand {
    const values = found(this, database, field, criteria);
    return typeof values === "number" ? values : values.filter(isCounted).length;
  };
}

/** DGET: the value of the only record. */
function only(this: Evaluation, database: Operand, field: Operand | undefined, criteria: Operand): Operand {
  const values = found(this, database, field, criteria);
  if (typeof values === "number" || values.length === 0) return VALUE_ERROR;
  return values.length > 1 ? NUM : (values[0] ?? null);
}

const PARTS = "operand operand?? operand";

export const DATABASE: Table = {
  DSUM: row(PARTS, ofNumbers(sample.sumOf)),
  DAVERAGE: row(PARTS, ofNumbers(sample.average)),
  DCOUNT: row(
    PARTS,
    counting((value) => typeof value === "number"),
  ),
  DCOUNTA: row(
    PARTS,
    counting((value) => value !== null),
  ),
  DGET: row(PARTS, only),
  DMAX: row(PARTS, ofNumbers(largest)),
  DMIN: row(PARTS, ofNumbers(smallest)),
  DPRODUCT: row(PARTS, ofNumbers(multiply)),
  DSTDEV: row(PARTS, ofNumbers(sample.deviation)),
  DSTDEVP: row(PARTS, ofNumbers(sample.deviationOfAll)),
  DVAR: row(PARTS, ofNumbers(sample.variance)),
  DVARP: row(PARTS, ofNumbers(sample.varianceOfAll)),
};
