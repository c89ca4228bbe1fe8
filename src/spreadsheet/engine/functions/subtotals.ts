/** SUBTOTAL and AGGREGATE: they leave out other subtotals, hidden rows or errors. */
import { toNumber } from "../coercion";
import { doubt } from "../doubt";
import { ErrorResult, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, isReference, Matrix, AreaUnion, type Operand, type ReferenceOperand } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { largest, multiply, smallest } from "./aggregates";
import { visit } from "./cells";
import * as sample from "./sample";

type Combine = (numbers: readonly number[]) => number;

/** By the first argument. 2 counts numbers, 3 counts filled cells. */
const COMBINE: ReadonlyMap<number, Combine> = new Map<number, Combine>([
  [1, sample.average],
  [2, (numbers) => numbers.length],
  [4, largest],
  [5, smallest],
  [6, multiply],
  [7, sample.deviation],
  [8, sample.deviationOfAll],
  [9, sample.sumOf],
  [10, sample.variance],
  [11, sample.varianceOfAll],
  [12, sample.median],
  [13, sample.mode],
]);

/** By the first argument of AGGREGATE: what takes a position too. */
const ORDERED: ReadonlyMap<number, (sorted: sample.Sorted, position: number) => number> = new Map([
  [14, sample.kthLargest],
  [15, sample.kthSmallest],
  [16, sample.percentile],
  [17, sample.quartile],
  [18, sample.percentileExclusive],
  [19, sample.quartileExclusive],
]);

/** What does not count. */
interface Skips {
  readonly errors: boolean;
  readonly hidden: boolean;
  /** Cells do not count if their formula is a call whose name this matches. */
  readonly nested: RegExp | undefined;
}

interface Shown {
  readonly numbers: number[];
  readonly filled: number;
  readonly failed: number;
  readonly error: CellError | undefined;
}

function shownIn(at: Evaluation, operands: readonly Operand[], skips: Skips): Shown {
  const shown: { -readonly [Key in keyof Shown]: Shown[Key] } = { numbers: [], filled: 0, failed: 0, error: undefined };
  const take = (value: Value) => {
    if (value !== null) shown.filled++;
    if (typeof value === "number") shown.numbers.push(value);
    if (!isError(value)) return;
    shown.failed++;
    shown.error ??= value;
  };
  for (const operand of operands.flatMap(areasOf)) {
    if (!(operand instanceof CellRange)) visit(operand, take);
    else
      operand.sheet.visit(operand, (value, row, column) => {
        if (counts(at, operand, row, column, skips)) take(value);
      });
  }
  return shown;
}

function areasOf(operand: Operand): readonly Operand[] {
  return operand instanceof AreaUnion ? operand.areas : [operand];
}

const NAMES = /\b(?:SUBTOTAL|AGGREGATE)\s*\(/i;

function counts(at: Evaluation, { sheet }: CellRange, row: number, column: number, { hidden, nested }: Skips): boolean {
  if (sheet.hiddenRows.has(row)) {
    if (hidden) return false;
    if (!sheet.isUnfiltered)
      doubt(
        "A subtotal reads hidden rows, and the file does not say if a filter hides them. Show the rows, or use 109 instead of 9.",
      );
  }
  if (!nested) return true;
  const formula = at.book.formulaAt(sheet, row, column);
  if (formula === undefined || !NAMES.test(formula)) return true;
  if (isAlone(formula, nested)) return false;
  return doubt(
    "A subtotal reads a cell with another subtotal as a part of its formula. Only Excel can calculate that.",
  );
}

const SUBTOTAL_CALL = /^\s*=?\s*SUBTOTAL\s*(?=\()/i;
const ANY_CALL = /^\s*=?\s*(?:SUBTOTAL|AGGREGATE)\s*(?=\()/i;

/** True if the formula is one call and nothing else. @param call Matches the call's name. */
function isAlone(formula: string, call: RegExp): boolean {
  const [name] = call.exec(formula) ?? [];
  if (name === undefined) return false;
  const rest = formula
    .slice(name.length)
    .replace(/"[^"]*"|'[^']*'/g, "")
    .trim();
  let depth = 0;
  for (const [at, letter] of [...rest].entries()) {
    if (letter === "(") depth++;
    if (letter === ")" && --depth === 0) return at === rest.length - 1;
  }
  return false;
}

function subtotal(this: Evaluation, code: number, ...references: ReferenceOperand[]): Operand {
  const whole = Math.trunc(code);
  const kind = whole > 100 ? whole - 100 : whole;
  if (kind < 1 || kind > 11) return VALUE_ERROR;
  const { numbers, filled, error } = shownIn(this, references, {
    errors: false,
    hidden: whole > 100,
    nested: SUBTOTAL_CALL,
  });
  if (kind === 3) return filled;
  return error && kind !== 2 ? error : (COMBINE.get(kind)?.(numbers) ?? VALUE_ERROR);
}

/** Options of AGGREGATE: 0 to 3 leave out other subtotals; 1, 3, 5, 7 hidden rows; 2, 3, 6, 7 errors. */
function skipsOf(option: number): Skips {
  return {
    errors: [2, 3, 6, 7].includes(option),
    hidden: option % 2 === 1,
    nested: option < 4 ? ANY_CALL : undefined,
  };
}

function aggregate(this: Evaluation, code: number, choice: number, ...operands: Operand[]): Operand {
  const [kind, option] = [Math.trunc(code), Math.trunc(choice)];
  if (kind < 1 || kind > 19 || option < 0 || option > 7) return VALUE_ERROR;
  const skips = skipsOf(option);
  if (kind >= 14) return ordered(this, kind, skips, operands);
  const failed = operands.find(isError);
  if (failed) return failed;
  if (!operands.every(isReference)) return VALUE_ERROR;
  const shown = shownIn(this, operands, skips);
  if (kind === 3) return shown.filled - (skips.errors ? shown.failed : 0);
  if (shown.error && !skips.errors && kind !== 2) return shown.error;
  return COMBINE.get(kind)?.(shown.numbers) ?? VALUE_ERROR;
}

function ordered(at: Evaluation, kind: number, skips: Skips, [list, places]: readonly Operand[]): Operand {
  const select = ORDERED.get(kind);
  if (!select || list === undefined || places === undefined) return VALUE_ERROR;
  const { numbers, error } = shownIn(at, [list], skips);
  if (error && !skips.errors) return error;
  const sorted = sample.ascending(numbers);
  const pick = (place: Value): Value => {
    const position = toNumber(place);
    return typeof position === "number" ? attempt(() => select(sorted, position)) : position;
  };
  const wanted = at.values(places);
  return wanted instanceof Matrix ? wanted.map(pick) : pick(wanted);
}

function attempt(work: () => Value): Value {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof ErrorResult) return thrown.error;
    throw thrown;
  }
}

export const SUBTOTALS: Table = {
  SUBTOTAL: row("number reference*", subtotal),
  AGGREGATE: row("number number list*", aggregate),
};
