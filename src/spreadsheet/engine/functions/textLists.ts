/** Functions that join several texts, and that take texts apart. */
import { MAX_TEXT_LENGTH } from "../../cells/limits";
import { folded } from "../../cells/wildcards";
import { toText } from "../coercion";
import { fail, NA, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, matrixOf, AreaUnion, type Matrix, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { simplified, visit } from "./cells";
import { limited } from "./texts";

/** Returns the texts of an argument, row by row, also of all its blank cells. Fails with the first error in it. */
function textsOf(operand: Operand, at: Evaluation): string[] {
  if (operand instanceof AreaUnion) return operand.areas.flatMap((area) => textsOf(area, at));
  const texts: string[] = [];
  visit(operand instanceof CellRange ? at.values(operand) : operand, (value) => {
    const text = toText(value);
    texts.push(isError(text) ? fail(text) : text);
  });
  at.spend(texts.length);
  return texts;
}

function joined(texts: readonly string[], delimiters: readonly string[]): string | CellError {
  let text = texts[0] ?? "";
  for (let at = 1; at < texts.length && text.length <= MAX_TEXT_LENGTH; at++)
    text += (delimiters[(at - 1) % delimiters.length] ?? "") + (texts[at] ?? "");
  return limited(text);
}

function textJoin(this: Evaluation, delimiter: Operand, skipsEmpty = true, ...operands: Operand[]): Operand {
  const delimiters = textsOf(delimiter, this);
  const texts = operands.flatMap((operand) => textsOf(operand, this));
  return joined(skipsEmpty ? texts.filter((text) => text !== "") : texts, delimiters);
}

function concat(this: Evaluation, ...operands: Operand[]): Operand {
  return limited(operands.flatMap((operand) => textsOf(operand, this)).join(""));
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Finds the places at which any of the delimiters stands in a text; of several, the longest. */
function placesOf(text: string, delimiters: readonly string[], ignoresCase: boolean): Place[] {
  const letters = ignoresCase ? folded(text) : text;
  const wanted = delimiters
    .map((delimiter) => (ignoresCase ? folded(delimiter) : delimiter))
    .sort((one, other) => other.length - one.length);
  const found: Place[] = [];
  for (let start = 0; start < letters.length;) {
    const hit = wanted.find((delimiter) => letters.startsWith(delimiter, start));
    const end = start + (hit?.length ?? 1);
    if (hit !== undefined) found.push({ start, end });
    start = end;
  }
  return found;
}

/** True for the modes 0 and 1 as they are. Fails with #VALUE! for others. */
function isSet(mode: number): boolean {
  const number = Math.trunc(mode);
  return number === 0 || number === 1 ? number === 1 : fail(VALUE_ERROR);
}

/** TEXTBEFORE and TEXTAFTER. */
function beside(isBefore: boolean) {
  return function (
    this: Evaluation,
    text: string,
    delimiter: Operand,
    instance?: number,
    mode = 0,
    toEnd = 0,
    missing: Value = NA,
  ): Operand {
    const number = Math.floor(instance ?? 1);
    const [ignoresCase, endCounts] = [isSet(mode), isSet(toEnd)];
    const delimiters = textsOf(delimiter, this);
    const isBeyond = Math.abs(number) > text.length || delimiters.every(({ length }) => length > text.length);
    if (number === 0 || (instance !== undefined && isBeyond)) return VALUE_ERROR;
    if (delimiters.includes("")) return isBefore === number > 0 ? "" : text;
    const found = placesOf(text, delimiters, ignoresCase);
    const { length } = text;
    if (endCounts && number > 0) found.push({ start: length, end: length });
    if (endCounts && number < 0) found.unshift({ start: 0, end: 0 });
    const place = found.at(number > 0 ? number - 1 : number);
    if (!place) return missing ?? "";
    return isBefore ? text.slice(0, place.start) : text.slice(place.end);
  };
}

function textSplit(
  this: Evaluation,
  text: string,
  columns?: Operand,
  rows?: Operand,
  skipsEmpty = false,
  mode = 0,
  pad: Value = NA,
): Matrix | Value {
  if (columns === undefined && rows === undefined) return VALUE_ERROR;
  const ignoresCase = isSet(mode);
  const cut = (whole: string, delimiters: readonly string[]): string[] => {
    if (delimiters.includes("")) fail(VALUE_ERROR);
    const found = placesOf(whole, delimiters, ignoresCase);
    const ends = [...found.map(({ start }) => start), whole.length];
    const parts = ends.map((end, at) => whole.slice(found[at - 1]?.end ?? 0, end));
    return skipsEmpty ? parts.filter((part) => part !== "") : parts;
  };
  const delimitersOf = (operand: Operand | undefined) => (operand === undefined ? [] : textsOf(operand, this));
  const lines = cut(text, delimitersOf(rows)).map((line) => cut(line, delimitersOf(columns)));
  const width = Math.max(0, ...lines.map(({ length }) => length));
  return simplified(matrixOf(lines.length, width, (line, column) => lines[line]?.[column] ?? pad));
}

export const TEXT_LISTS: Table = {
  CONCAT: row("operand*", concat),
  CONCATENATE: row("text*", (...texts) => limited(texts.join(""))),
  TEXTJOIN: row("operand logical?? operand*", textJoin),
  TEXTBEFORE: row("text operand number?? number?? number?? raw??", beside(true)),
  TEXTAFTER: row("text operand number?? number?? number?? raw??", beside(false)),
  TEXTSPLIT: row("text operand?? operand?? logical?? number?? raw??", textSplit),
};
