/** Functions of references themselves: where they are, how large, and which others follow from them. */
import { parseR1C1Ref } from "@borgar/fx/xlsx";
import { formatColumn, formatPosition, parseAddress } from "../../cells/address";
import { MAX_COLUMNS, MAX_ROWS } from "../../cells/limits";
import { sheetPrefix } from "../../cells/sheetPrefix";
import { doubt } from "../doubt";
import { fail, REF, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, isReference, Matrix, matrixOf, type Operand, type ReferenceOperand } from "../operand";
import { row, type Table } from "../parameters";
import { simplified } from "./cells";

const whole = Math.trunc;

function oneArea(reference: ReferenceOperand): CellRange {
  return reference instanceof CellRange ? reference : fail(REF);
}

function rowOf(this: Evaluation, reference?: ReferenceOperand): Operand {
  if (reference === undefined) return this.row + 1;
  const area = oneArea(reference);
  return simplified(matrixOf(area.rows, 1, (down) => area.row + down + 1));
}

function columnOf(this: Evaluation, reference?: ReferenceOperand): Operand {
  if (reference === undefined) return this.column + 1;
  const area = oneArea(reference);
  return simplified(matrixOf(1, area.columns, (_, right) => area.column + right + 1));
}

function sizeIn(side: "rows" | "columns") {
  return function (this: Evaluation, operand: Operand): Operand {
    if (isReference(operand)) return oneArea(operand)[side];
    const values = this.values(operand);
    if (isError(values)) return values;
    return values instanceof Matrix ? values[side] : 1;
  };
}

function offset(
  this: Evaluation,
  reference: ReferenceOperand,
  down: number,
  right: number,
  rows?: number,
  columns?: number,
): Operand {
  const area = oneArea(reference);
  const height = rows === undefined ? area.rows : lengthOf(rows);
  const width = columns === undefined ? area.columns : lengthOf(columns);
  if (height === 0 || width === 0) return REF;
  const [top, left] = [area.row + whole(down), area.column + whole(right)];
  const start = height < 0 ? top + height + 1 : top;
  const from = width < 0 ? left + width + 1 : left;
  return this.makeArea(area.sheet, start, from, Math.abs(height), Math.abs(width));
}

/** Excel takes a part of one row or column for a whole one. */
function lengthOf(size: number): number {
  if (size < 0 && !Number.isInteger(size))
    doubt("OFFSET is not calculated here for negative parts of rows or columns.");
  return size > 0 && size < 1 ? 1 : whole(size);
}

/** A text that may be the name of an area, or a part of a table. */
const MAY_BE_NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\?]*$|[[#\]]/u;

function indirect(this: Evaluation, text: string, isA1 = true): Operand {
  const trimmed = text.trim();
  if (!isA1) return indirectOfNumbers(this, trimmed);
  const cut = trimmed.lastIndexOf("!") + 1;
  const place = trimmed.slice(cut).replace(/(?<!\d)0+(?=\d)/g, "");
  const address = parseAddress(trimmed.slice(0, cut) + place);
  if (!address) {
    if (MAY_BE_NAME.test(place)) doubt(`INDIRECT is calculated here for addresses only. "${trimmed}" may be a name.`);
    return REF;
  }
  if (address.isForeign) return doubt("INDIRECT reads another file.");
  if (address.sheet.includes(":")) return REF;
  const { row: top, column: left, rows, columns } = address.area;
  return areaIn(this, address.sheet, top, left, rows, columns);
}

function areaIn(at: Evaluation, name: string, top: number, left: number, rows: number, columns: number): CellRange {
  const sheet = name === "" ? at.sheet : at.book.sheet(name);
  return sheet ? at.makeArea(sheet, top, left, rows, columns) : fail(REF);
}

/** Reads "R1C1" or "R[-1]C:R2C3". */
function indirectOfNumbers(at: Evaluation, text: string): Operand {
  const read = parseR1C1Ref(text, { allowNamed: false });
  if (!read || !("range" in read)) {
    if (MAY_BE_NAME.test(text)) doubt(`INDIRECT is calculated here for addresses only. "${text}" may be a name.`);
    return REF;
  }
  if (read.workbookName) doubt("INDIRECT reads another file.");
  const { r0, r1, c0, c1, $r0, $r1, $c0, $c1 } = read.range;
  const side = (number: number | null | undefined, isAbsolute: boolean | null | undefined, own: number): number => {
    if (typeof number !== "number") return doubt("INDIRECT is not calculated here for whole rows or columns of R1C1.");
    return isAbsolute ? number : own + number;
  };
  const [top, bottom] = [side(r0, $r0, at.row), side(r1, $r1, at.row)];
  const [left, right] = [side(c0, $c0, at.column), side(c1, $c1, at.column)];
  const [from, start] = [Math.min(top, bottom), Math.min(left, right)];
  return areaIn(at, read.sheetName ?? "", from, start, Math.abs(bottom - top) + 1, Math.abs(right - left) + 1);
}

/** @param kind 1: `$A$1`, 2: `A$1`, 3: `$A1`, 4: `A1`. */
function address(rowNumber: number, columnNumber: number, kind = 1, isA1 = true, sheet?: string): Operand {
  const [down, right] = [whole(rowNumber), whole(columnNumber)];
  if (down < 1 || right < 1 || down > MAX_ROWS || right > MAX_COLUMNS || kind < 1 || kind >= 5) return VALUE_ERROR;
  const fixesRow = whole(kind) <= 2;
  const fixesColumn = whole(kind) === 1 || whole(kind) === 3;
  const text = isA1
    ? `${fixesColumn ? "$" : ""}${formatColumn(right - 1)}${fixesRow ? "$" : ""}${down}`
    : `R${fixesRow ? down : `[${down}]`}C${fixesColumn ? right : `[${right}]`}`;
  if (sheet === undefined) return text;
  return sheet === "" ? `!${text}` : `${sheetPrefix(sheet)}${text}`;
}

/** CELL, for what the cells themselves show. */
function cell(this: Evaluation, kind: string, reference?: ReferenceOperand): Operand {
  if (reference === undefined) return doubt("CELL without a reference is of the cell that was changed last.");
  const area = oneArea(reference);
  const value = area.sheet.read(area.row, area.column);
  switch (kind.toLowerCase()) {
    case "row":
      return area.row + 1;
    case "col":
      return area.column + 1;
    case "contents":
      return value ?? 0;
    case "type":
      return value === null ? "b" : typeof value === "string" ? "l" : "v";
    case "address":
      if (area.sheet !== this.sheet) return doubt("CELL of another sheet returns the name of the file.");
      return formatPosition(area).replace(/^([A-Z]+)/, "$$$1$$");
    default:
      return doubt(`CELL("${kind}") is not calculated here.`);
  }
}

export const REFERENCES: Table = {
  ROW: row("reference?", rowOf),
  COLUMN: row("reference?", columnOf),
  ROWS: row("operand", sizeIn("rows")),
  COLUMNS: row("operand", sizeIn("columns")),
  AREAS: row("reference", (reference) => (reference instanceof CellRange ? 1 : reference.areas.length)),
  OFFSET: row("reference number number number?? number??", offset, "refers"),
  INDIRECT: row("text logical?", indirect, "refers"),
  ADDRESS: row("number number number?? logical?? text?", address),
  CELL: row("text reference?", cell),
};
