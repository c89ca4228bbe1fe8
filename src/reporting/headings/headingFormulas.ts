/** The formulas of cells: each a call with its headings as arguments, guarded by those that it cannot read. Pure. */
import { formatColumn } from "../../spreadsheet/cells/address";
import type { Position } from "../../spreadsheet/cells/area";
import { formatArgument } from "../../numbers/language/argument";
import { codeBefore, currentMonthOf, kindOfPeriod, readableYearBefore } from "../tables/periods";
import { writtenCall, writtenFormula, type WrittenNumber } from "../tables/writtenNumber";
import type { CellMeanings, Placed } from "./cellMeanings";
import type { Filling } from "./cellNumbers";
import {
  readHeadingNumber,
  valueIn,
  type HeadingArgument,
  type HeadingPeriod,
  type NumberOfCell,
} from "./headingNumber";
import { planOfOutlook } from "./outlook";
import { sumFormula, summedCells, type TotalBlock } from "./totals";

/** A cell's number, as its formula writes it: divided by a number, or by that of another call. */
interface WrittenCell {
  readonly number: WrittenNumber;
  readonly divisor?: number | WrittenNumber | undefined;
}

function writtenCell(cell: CellMeanings, filling: Filling): WrittenCell | undefined {
  const found = readHeadingNumber(cell, filling);
  if (!found) return undefined;
  const { kind, args, divisor } = found;
  const textOf = (argument: HeadingArgument = ""): string => {
    if (typeof argument === "string") return literal(argument);
    if ("heading" in argument) return argumentOf(argument, cell);
    return periodText(argument, cell, textOf(args.plan));
  };
  const written: WrittenNumber["args"] = Object.fromEntries(
    Object.entries(args).map(([name, argument]) => [name, { text: textOf(argument), value: valueIn(argument) }]),
  );
  if (kind !== "share") return { number: { id: kind, args: written }, divisor };
  const field = { text: literal(NET_SALES), value: NET_SALES };
  return { number: { id: "KPI", args: written }, divisor: { id: "KPI", args: { ...written, field } } };
}

const NET_SALES = "Net sales";

/** Returns the formula of a cell, with its "="; "" for a cell that stays as it is. */
export function cellFormula(cell: CellMeanings, block: TotalBlock): string {
  const summed = summedCells(cell, block);
  if (summed) return summed.length > 0 ? sumFormula(summed) : "";
  const written = writtenCell(cell, block.filling);
  if (!written) return "";
  const { number, divisor } = written;
  const own = writtenFormula(number);
  if (divisor === undefined) return `=${guarded(cell, own)}`;
  if (typeof divisor === "number") return `=${guarded(cell, `${own}/${divisor}`)}`;
  return `=${guarded(cell, `LET(n,${writtenFormula(divisor)},IF(n=0,NA(),${own}/n))`)}`;
}

/** Returns the call of a cell's number; undefined for a blank cell, or if only formulas of the sheet compute its period. */
export function callOfCell(cell: CellMeanings, filling: Filling): NumberOfCell | undefined {
  const written = writtenCell(cell, filling);
  const call = written && writtenCall(written.number);
  if (!call) return undefined;
  const { divisor } = written;
  return { ...call, divisor: typeof divisor === "object" ? writtenCall(divisor) : divisor };
}

/** Returns `#N/A` if a heading no longer says what the formula holds for it. */
function guarded(cell: CellMeanings, call: string): string {
  const { meanings, basePeriod } = cell;
  const held = [...meanings.values(), ...(basePeriod ? [basePeriod] : [])].filter(
    // Another item in its place is another number, not an old one.
    ({ dimension, isReadable }) => !isReadable && dimension !== "groupBy",
  );
  const tests = held.flatMap((meaning) => [
    headingTest(meaning, cell),
    ...(meaning.joined ? [headingTest({ ...meaning.joined, ...(meaning.cell && { cell: meaning.cell }) }, cell)] : []),
    // A time that is deleted, or another one, is no longer in the total that stands beside it.
    ...(meaning.heading.times ?? []).map((heading) => headingTest({ ...meaning, heading, isInherited: true }, cell)),
  ]);
  const [only = "", ...more] = [...new Set(tests)];
  if (only === "") return call;
  return `IF(${more.length > 0 ? `AND(${[only, ...more].join(",")})` : only},${call},NA())`;
}

function headingTest(meaning: Placed, cell: CellMeanings): string {
  const { text, isNumber } = meaning.heading;
  return `${referenceOf(meaning, cell)}=${isNumber ? text : formatArgument({ kind: "text", value: text })}`;
}

/** A prior year reads the heading that its neighbours read, so it follows when that changes. */
function periodText({ code, placed, isPriorYear, isMonthOfYear }: HeadingPeriod, at: Position, plan: string): string {
  if (isMonthOfYear) {
    const year = placed ? referenceOf(placed, at) : code;
    return currentMonthOf(isPriorYear ? `${year}-1` : year, plan);
  }
  if (!placed) return literalPeriod(isPriorYear ? codeBefore(code) : code);
  const reference = referenceOf(placed, at);
  if (!isPriorYear) return reference;
  // "FY26" is a year too, but no number.
  const kind = code === "date" ? "month" : kindOfPeriod(placed.heading.text);
  return readableYearBefore(reference, kind === "month" && code !== "date" ? "text" : kind, plan);
}

function literalPeriod(code: string): string {
  return kindOfPeriod(code) === "year" ? code : literal(code);
}

function argumentOf(meaning: Placed, at: Position): string {
  return meaning.isReadable ? referenceOf(meaning, at) : literal(planOfOutlook(meaning.value) ?? meaning.value);
}

function referenceOf({ heading, isInherited, cell }: Placed, at: Position): string {
  const [column, row] = [formatColumn(heading.column), heading.row + 1];
  if (heading.side === "head" || isInherited) return `$${column}$${row}`;
  const own = cell ?? at;
  return heading.side === "above" ? `${formatColumn(own.column)}$${row}` : `$${column}${own.row + 1}`;
}

function literal(value: string): string {
  return value === "" ? "" : formatArgument({ kind: "text", value });
}
