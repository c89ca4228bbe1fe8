/** COUNTIF, SUMIFS and their like. The cells of a range are indexed once for all formulas. */
import { doubt } from "../doubt";
import { fail, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { numberOfText } from "../numberTexts";
import { CellRange, isError, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import { momentOf } from "../momentTexts";
import type { CellError, Scalar, Value } from "../values";
import { largest, smallest } from "./aggregates";
import { isReadAgain } from "./cells";
import { criterionOf, keyOf, CRITERION_OPERATOR, type Criterion } from "./criterion";
import { average, sumOf } from "./sample";

/** The cells of a range down to the last used row and column, column by column. */
interface Index {
  readonly values: readonly Value[];
  /** The rows of the used part. */
  readonly rows: number;
  /** The indexes in `values`, by `keyOf`. @default not indexed */
  readonly places?: ReadonlyMap<Scalar, readonly number[]>;
  /** True if a text is a number in some countries. */
  readonly isUnsure?: boolean;
}

function indexOf(area: CellRange): Index {
  return isReadAgain(area) ? area.sheet.index(area, "criteria", () => withPlaces(valuesOf(area))) : valuesOf(area);
}

function valuesOf(area: CellRange): Index {
  const values: Value[] = [];
  area.sheet.visitColumns(area, (value) => void values.push(value));
  return { values, rows: Math.max(0, Math.min(area.row + area.rows, area.sheet.rows) - area.row) };
}

function withPlaces({ values, rows }: Index): Index {
  const places = new Map<Scalar, number[]>();
  let isUnsure = false;
  for (const [at, value] of values.entries()) {
    if (typeof value !== "number" && typeof value !== "string") continue;
    isUnsure ||= typeof value === "string" && numberOfText(value) === "unsure";
    const key = keyOf(value);
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  return { values, rows, places, isUnsure };
}

interface Condition {
  readonly area: CellRange;
  readonly index: Index;
  readonly criterion: Criterion;
}

function conditionsOf({ book }: Evaluation, pairs: readonly Operand[]): Condition[] {
  const conditions: Condition[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const area = areaOf(pairs[at]);
    checkSameSize(area, conditions[0]?.area ?? area);
    const wanted = (pairs[at + 1] ?? null) as Value;
    if (book.dateSystem === 1904) checkNoDate(wanted);
    conditions.push({ area, index: indexOf(area), criterion: criterionOf(wanted) });
  }
  return conditions;
}

/** The indexes of texts count days from 1900. */
function checkNoDate(wanted: Value): void {
  if (typeof wanted === "string" && momentOf(wanted.replace(CRITERION_OPERATOR, ""))?.date !== undefined)
    doubt(`The criterion "${wanted}" is not calculated here in workbooks that count days from 1904. Use DATE.`);
}

function areaOf(operand: Operand | undefined): CellRange {
  if (operand instanceof CellRange) return operand;
  return fail(isError(operand) ? operand : VALUE_ERROR);
}

function checkSameSize(one: CellRange, other: CellRange): void {
  if (one.rows !== other.rows || one.columns !== other.columns) fail(VALUE_ERROR);
}

function meets({ index, criterion, area }: Condition, row: number, column: number): boolean {
  const isUsed = row < index.rows && area.column + column < area.sheet.columns;
  return criterion.test(isUsed ? (index.values[column * index.rows + row] ?? null) : null);
}

/** The indexes of cells that meet a condition, if its criterion has a key. */
function listed({ index, criterion: { key } }: Condition): readonly number[] | undefined {
  if (!index.places || key === undefined || (typeof key === "number" && index.isUnsure)) return undefined;
  return index.places.get(key) ?? [];
}

/** Visits the cells that meet all conditions, by their row and column in the ranges. */
function visitMatches(
  at: Evaluation,
  conditions: readonly Condition[],
  each: (row: number, column: number) => void,
): void {
  let best: { places: readonly number[]; condition: Condition } | undefined;
  for (const condition of conditions) {
    const places = listed(condition);
    if (places && (!best || places.length < best.places.length)) best = { places, condition };
  }
  if (!best) return visitAllCells(at, conditions, each);
  const others = conditions.filter((condition) => condition !== best.condition);
  const { rows } = best.condition.index;
  at.spend(best.places.length * conditions.length);
  for (const place of best.places) {
    const [row, column] = [place % rows, Math.floor(place / rows)];
    if (others.every((condition) => meets(condition, row, column))) each(row, column);
  }
}

/** Beyond the used cells of all ranges every cell is blank. They are visited only if blank cells meet all conditions. */
function visitAllCells(
  at: Evaluation,
  conditions: readonly Condition[],
  each: (row: number, column: number) => void,
): void {
  const isBlankMet = conditions.every(({ criterion }) => criterion.test(null));
  const size = (whole: number, used: (condition: Condition) => number) =>
    isBlankMet ? whole : conditions.reduce((most, condition) => Math.max(most, used(condition)), 0);
  const area = conditions[0]?.area ?? fail(VALUE_ERROR);
  const rows = size(area.rows, ({ index }) => index.rows);
  const columns = size(area.columns, (one) => Math.min(one.area.columns, one.area.sheet.columns - one.area.column));
  at.spend(rows * columns * conditions.length);
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++)
      if (conditions.every((condition) => meets(condition, row, column))) each(row, column);
}

function count(this: Evaluation, ...pairs: Operand[]): number {
  let found = 0;
  visitMatches(this, conditionsOf(this, pairs), () => found++);
  return found;
}

/** Returns the numbers of `area` where the cells meet the conditions. Fails with the first error among them. */
function numbersOf(at: Evaluation, area: CellRange, pairs: readonly Operand[]): number[] {
  const conditions = conditionsOf(at, pairs);
  checkSameSize(area, conditions[0]?.area ?? area);
  const index = indexOf(area);
  const numbers: number[] = [];
  let error: CellError | undefined;
  visitMatches(at, conditions, (row, column) => {
    const value = row < index.rows ? index.values[column * index.rows + row] : null;
    if (typeof value === "number") numbers.push(value);
    else if (isError(value)) error ??= value;
  });
  return error ? fail(error) : numbers;
}

type Combine = (numbers: readonly number[]) => Operand;

function ofMany(combine: Combine) {
  return function (this: Evaluation, range: Operand, ...pairs: Operand[]): Operand {
    return combine(numbersOf(this, areaOf(range), pairs));
  };
}

/** SUMIF and AVERAGEIF: the range begins at the third argument's first cell, and has the size of the first argument. */
function ofOne(combine: Combine) {
  return function (this: Evaluation, tested: Operand, criterion: Value, range?: Operand): Operand {
    const area = areaOf(tested);
    const given = range === undefined || range === null ? area : areaOf(range);
    const isOfSize = given.rows === area.rows && given.columns === area.columns;
    const { sheet, row, column } = given;
    const read = isOfSize ? given : this.makeArea(sheet, row, column, area.rows, area.columns);
    return combine(numbersOf(this, read, [area, criterion]));
  };
}

export const CRITERIA: Table = {
  COUNTIF: row("operand raw", count),
  COUNTIFS: row("(operand raw)*", count),
  SUMIF: row("operand raw operand?", ofOne(sumOf), "resizes"),
  AVERAGEIF: row("operand raw operand?", ofOne(average), "resizes"),
  SUMIFS: row("operand (operand raw)*", ofMany(sumOf)),
  AVERAGEIFS: row("operand (operand raw)*", ofMany(average)),
  MAXIFS: row("operand (operand raw)*", ofMany(largest)),
  MINIFS: row("operand (operand raw)*", ofMany(smallest)),
};
