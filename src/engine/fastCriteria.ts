/**
 * COUNTIF, SUMIFS and their like for the common criteria: a number, a plain text, wildcards, or a comparison with a number.
 * Ranges are indexed once. Everything else is left to Univer, which makes an array of objects for each criterion.
 */
import type { BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { errorObject, objectOfValues, valuesOfObject } from "./objects";
import { plainArrayOf, type PlainArray } from "./plainArrays";
import { folded, hasWildcards, LONGEST_PATTERN, matcherOf } from "../grid/wildcards";
import { isCellError, unwrapSingle, type CellError, type Scalar, type Value } from "./values";
import { correct } from "./wrapCalculation";

/** The cells of a range, row by row. */
interface Cells extends PlainArray {
  /** The positions of each number and each text; texts in small letters after a quotation mark. */
  readonly places: ReadonlyMap<Scalar, readonly number[]>;
  readonly hasNumericTexts: boolean;
}

type Test = (value: Value) => boolean;

/** A criterion: the cells at some positions, or all that pass a test. */
interface Criterion {
  /** In ascending order. */
  readonly places?: readonly number[];
  readonly test: Test;
}

/** How the matching cells become a result; undefined leaves it to Univer. */
type Combine = (numbers: readonly number[]) => number | undefined;

const sum: Combine = (numbers) => numbers.reduce((total, number) => total + number, 0);
const average: Combine = (numbers) => (numbers.length > 0 ? (sum(numbers) ?? 0) / numbers.length : undefined);

const extreme =
  (choose: (one: number, other: number) => number): Combine =>
  (numbers) =>
    numbers.length > 0 ? numbers.reduce((one, other) => choose(one, other)) : undefined;

/** Calculates common calls of these functions before Univer does. */
export function quickenCriteria(service: IFunctionService): void {
  quicken(service, "COUNTIF", (args) => counted(args));
  quicken(service, "COUNTIFS", (args) => counted(args));
  quicken(service, "SUMIF", ([range, criterion, summed]) => combined(summed ?? range, [range, criterion], sum));
  quicken(service, "AVERAGEIF", ([range, criterion, summed]) => combined(summed ?? range, [range, criterion], average));
  quicken(service, "SUMIFS", ([summed, ...pairs]) => combined(summed, pairs, sum));
  quicken(service, "AVERAGEIFS", ([summed, ...pairs]) => combined(summed, pairs, average));
  quicken(service, "MAXIFS", ([summed, ...pairs]) => combined(summed, pairs, extreme(Math.max)));
  quicken(service, "MINIFS", ([summed, ...pairs]) => combined(summed, pairs, extreme(Math.min)));
}

function quicken(
  service: IFunctionService,
  name: string,
  calculateQuickly: (args: readonly (BaseValueObject | undefined)[]) => Value | undefined,
): void {
  correct(service, name, (args, calculate) => {
    const value = calculateQuickly(args) ?? undefined;
    if (value === undefined) return calculate(...args);
    return isCellError(value) ? errorObject(value) : objectOfValues(value);
  });
}

function counted(pairs: readonly (BaseValueObject | undefined)[]): number | undefined {
  return matches(pairs)?.length;
}

function combined(
  summed: BaseValueObject | undefined,
  pairs: readonly (BaseValueObject | undefined)[],
  combine: Combine,
): number | CellError | undefined {
  const cells = summed && cellsOf(summed);
  const first = pairs[0] && cellsOf(pairs[0]);
  if (!cells || cells.rows !== first?.rows || cells.columns !== first.columns) return undefined;
  const found = matches(pairs)?.map((at) => cells.values[at] ?? null);
  if (!found) return undefined;
  return found.find(isCellError) ?? combine(found.filter((value) => typeof value === "number"));
}

/** The indexes of the cells that meet all criteria; undefined if one of them is not common, or ranges differ in size. */
function matches(pairs: readonly (BaseValueObject | undefined)[]): readonly number[] | undefined {
  const read: { cells: Cells; criterion: Criterion }[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const [range, wanted] = [pairs[at], pairs[at + 1]];
    const cells = range && cellsOf(range);
    const criterion = wanted && cells && criterionOf(wanted, cells);
    if (!criterion || cells.rows !== (read[0]?.cells ?? cells).rows) return undefined;
    if (cells.columns !== (read[0]?.cells ?? cells).columns) return undefined;
    read.push({ cells, criterion });
  }
  const placed = read.flatMap(({ criterion: { places } }) => (places ? [places] : []));
  const [fewest] = placed.sort((one, other) => one.length - other.length);
  const others = read.filter(({ criterion }) => !fewest || criterion.places !== fewest);
  const found = fewest ?? [...(read[0]?.cells.values.keys() ?? [])];
  return found.filter((at) => others.every(({ cells, criterion }) => criterion.test(cells.values[at] ?? null)));
}

const COMPARISON = /^(<=|>=|<>|<|>|=)(-?(?:\d+\.?\d*|\.\d+))$/;

/** Matches criteria that are not plain texts: numbers, dates, errors, logical values, comparisons and wildcards. */
const SPECIAL = /^$|^[<>=]|[*?~]|\d|^(?:true|false)$|^#/i;

function criterionOf(wanted: BaseValueObject, cells: Cells): Criterion | undefined {
  const { hasNumericTexts, places } = cells;
  const value = unwrapSingle(valuesOfObject(wanted));
  if (typeof value === "number") {
    return hasNumericTexts ? undefined : { places: places.get(value) ?? [], test: (cell) => cell === value };
  }
  if (typeof value !== "string") return undefined;
  const [, operator, digits] = COMPARISON.exec(value) ?? [];
  if (operator !== undefined) return hasNumericTexts ? undefined : comparison(operator, Number(digits), cells);
  if (hasWildcards(value) && !/^[<>=]/.test(value) && value.length <= LONGEST_PATTERN) {
    const isMatch = matcherOf(value);
    return { places: matchesOf(value, cells), test: (cell) => typeof cell === "string" && isMatch(cell) };
  }
  const isOther = value.startsWith("<>");
  const plain = isOther ? value.slice(2) : value;
  if (SPECIAL.test(plain) && !isName(plain)) return undefined;
  const text = plain.toLowerCase();
  const isEqual: Test = (cell) => typeof cell === "string" && cell.toLowerCase() === text;
  return isOther ? { test: (cell) => !isEqual(cell) } : { places: places.get(`"${text}`) ?? [], test: isEqual };
}

/** A text with digits that cannot be read as a number or a date: it begins with a letter, and no word of it begins a month. */
function isName(text: string): boolean {
  return /^[\p{L}_].*\d/su.test(text) && !/[*?~]/.test(text) && !MONTH.test(text) && !/^e\d/i.test(text);
}

const MONTH = /(?<!\p{L})(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;

/** The positions in a range that each pattern matches. */
interface PatternIndex {
  /** The positions of each text, folded. */
  readonly texts: ReadonlyMap<string, readonly number[]>;
  readonly found: Map<string, readonly number[]>;
}

const MOST_PATTERNS = 1000;

const indexes = new WeakMap<Cells, PatternIndex>();

/** Matches each distinct text once, and each pattern once for all calls. */
function matchesOf(pattern: string, cells: Cells): readonly number[] {
  const { texts, found } = indexOfTexts(cells);
  const known = found.get(pattern);
  if (known) return known;
  const isMatch = matcherOf(pattern);
  const places = [...texts].flatMap(([text, those]) => (isMatch(text) ? those : []));
  places.sort((one, other) => one - other);
  if (found.size < MOST_PATTERNS) found.set(pattern, places);
  return places;
}

function indexOfTexts(cells: Cells): PatternIndex {
  const known = indexes.get(cells);
  if (known) return known;
  const texts = new Map<string, number[]>();
  cells.values.forEach((cell, at) => {
    if (typeof cell !== "string") return;
    const text = folded(cell);
    const places = texts.get(text);
    if (places) places.push(at);
    else texts.set(text, [at]);
  });
  const index = { texts, found: new Map<string, readonly number[]>() };
  indexes.set(cells, index);
  return index;
}

function comparison(operator: string, number: number, { places }: Cells): Criterion | undefined {
  switch (operator) {
    case "=":
      return { places: places.get(number) ?? [], test: (cell) => cell === number };
    case "<>":
      return { test: (cell) => cell !== number };
    case "<":
      return { test: (cell) => typeof cell === "number" && cell < number };
    case "<=":
      return { test: (cell) => typeof cell === "number" && cell <= number };
    case ">":
      return { test: (cell) => typeof cell === "number" && cell > number };
    default:
      return { test: (cell) => typeof cell === "number" && cell >= number };
  }
}

/** By the arrays that `plainArrayOf` returns, which formulas over one range share. */
const known = new WeakMap<PlainArray, Cells>();

function cellsOf(object: BaseValueObject): Cells | undefined {
  const array = plainArrayOf(object);
  if (!array) return undefined;
  const found = known.get(array);
  if (found) return found;
  const { rows, columns, values } = array;
  const places = new Map<Scalar, number[]>();
  values.forEach((cell, at) => {
    if (typeof cell !== "number" && typeof cell !== "string") return;
    const key = typeof cell === "string" ? `"${cell.toLowerCase()}` : cell;
    const list = places.get(key);
    if (list) list.push(at);
    else places.set(key, [at]);
  });
  const hasNumericTexts = values.some((cell) => typeof cell === "string" && /\d/.test(cell));
  const cells = { rows, columns, values, places, hasNumericTexts };
  known.set(array, cells);
  return cells;
}
