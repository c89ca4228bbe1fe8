/** Writes values into the cells of a worksheet, by splices of its XML. */
import { formatArea, formatPosition, parseArea } from "../cells/address";
import { cellArea, enclosingArea, type Area, type Position } from "../cells/area";
import { isClassicErrorCode } from "../cells/errorCodes";
import type { FileValue } from "./fileCells";
import { readArea } from "./positions";
import { readRows, type PlacedElement, type PlacedRow } from "./rows";
import { encodeText } from "./text";
import {
  applySplices,
  attributeText,
  childNamed,
  isSelfClosed,
  isTrue,
  mergedSplice,
  type XmlElement,
  type Splice,
} from "./xml";

export interface CellEdit extends Position {
  /** The new value; null empties the cell and keeps its format. */
  readonly value: FileValue;
  /** The new range of the cell's array formula. */
  readonly range?: Area | undefined;
  /** True to remove the formula, so the value becomes a constant. */
  readonly dropFormula?: boolean | undefined;
}

/** Returns the XML with these edits, at most one for each cell. @param xmlPart The name of the worksheet's part, for messages. */
export function writeCells(xml: string, xmlPart: string, edits: readonly CellEdit[]): string {
  const left = byRow(edits);
  const splices: Splice[] = [];
  const rows: RowStart[] = [];
  const columns: XmlElement[] = [];
  const styleOf: StyleOf = (edit, row) => styleIn(columns, edit, row);
  const readRow = (found: PlacedRow) => {
    rows.push({ row: found.row, start: found.element.start });
    const own = left.get(found.row);
    if (own && left.delete(found.row)) splices.push(...editRow(xml, found, own, styleOf));
  };
  const worksheet = readRows(xml, xmlPart, readRow, { columns });
  const sheetData = childNamed(worksheet, "sheetData");
  if (!sheetData) return xml;
  const added = [...left].flatMap(([row, own]) => {
    const cells = own.map((edit) => newCell(sheetData.prefix, edit, styleOf(edit))).join("");
    return cells === "" ? [] : [{ row, text: wrap(`${sheetData.prefix}row`, ` r="${row + 1}"`, cells) }];
  });
  const dimension = growDimension(childNamed(worksheet, "dimension"), edits);
  return applySplices(xml, [...dimension, ...splices, ...insertRows(sheetData, rows, added)]);
}

/** Groups edits by row, from left to right. */
function byRow(edits: readonly CellEdit[]): Map<number, CellEdit[]> {
  const rows = new Map<number, CellEdit[]>();
  for (const edit of [...edits].sort((one, other) => one.column - other.column)) {
    const own = rows.get(edit.row);
    if (own) own.push(edit);
    else rows.set(edit.row, [edit]);
  }
  return rows;
}

/** A row of the file and its position in the XML. */
interface RowStart {
  readonly row: number;
  readonly start: number;
}

/** Inserts new rows, each before the row that follows it. */
function insertRows(
  sheetData: XmlElement,
  rows: readonly RowStart[],
  added: readonly { row: number; text: string }[],
): Splice[] {
  const sorted = [...added].sort((one, other) => one.row - other.row);
  if (sorted.length > 0 && isSelfClosed(sheetData)) {
    const text = wrap(`${sheetData.prefix}sheetData`, "", sorted.map((each) => each.text).join(""));
    return [{ start: sheetData.start, end: sheetData.end, text }];
  }
  let next = 0;
  return sorted.map(({ row, text }) => {
    while ((rows[next]?.row ?? Infinity) < row) next++;
    return insertion(rows[next]?.start ?? sheetData.closeStart, text);
  });
}

type StyleOf = (edit: CellEdit, row?: XmlElement) => string | undefined;

function editRow(xml: string, { element, cells }: PlacedRow, edits: readonly CellEdit[], styleOf: StyleOf): Splice[] {
  const known = new Map(cells.map((cell) => [cell.column, cell]));
  const isNew = (edit: CellEdit) => !known.has(edit.column) && edit.value !== null;
  const news = edits
    .filter(isNew)
    .map((edit) => ({ edit, text: newCell(element.prefix, edit, styleOf(edit, element)) }));
  const opening = growSpans(
    xml.slice(element.start, element.openEnd),
    news.map(({ edit }) => edit),
  );
  if (isSelfClosed(element)) {
    if (news.length === 0) return [];
    const inside = news.map(({ text }) => text).join("");
    const text = `${opening.replace(/\s*\/>$/, ">")}${inside}</${element.prefix}row>`;
    return [{ start: element.start, end: element.end, text }];
  }
  const changed = edits.flatMap((edit) => editCell(xml, known.get(edit.column), edit));
  const isEmptied = news.length === 0 && changed.length === cells.length && changed.every(({ text }) => text === "");
  if (isEmptied && cells.length > 0 && isPlainRow(element))
    return [{ start: element.start, end: element.end, text: "" }];
  const inserted = news.map(({ edit, text }) => {
    const next = cells.find(({ column }) => column > edit.column);
    return insertion(next?.element.start ?? element.closeStart, text);
  });
  const retagged = { start: element.start, end: element.openEnd, text: opening };
  return [mergedSplice(xml, element, [retagged, ...changed, ...inserted])];
}

/** True if a row without cells can be removed: it has no height, format or outline. */
function isPlainRow({ attributes, children }: XmlElement): boolean {
  const isPlace = (name: string) => name === "r" || name === "spans" || name.endsWith(":dyDescent");
  return Object.keys(attributes).every(isPlace) && children.every(({ name }) => name === "c");
}

function editCell(xml: string, cell: PlacedElement | undefined, edit: CellEdit): Splice[] {
  if (!cell) return [];
  const { start, end, prefix, attributes } = cell.element;
  // `t` and `vm` describe the old value; `cm` marks a spilling formula.
  const dropped = ["t", "vm", ...(edit.dropFormula ? ["cm"] : [])];
  const kept = Object.entries(attributes).filter(([name]) => !dropped.includes(name));
  const formula = edit.dropFormula ? "" : formulaText(xml, childNamed(cell.element, "f"), edit.range);
  const isBare = formula === "" && kept.every(([name]) => name === "r");
  if (edit.value === null && isBare) return [{ start, end, text: "" }];
  const extension = childNamed(cell.element, "extLst");
  const written = content(prefix, edit, formula !== "");
  const inside = formula + written.inside + (extension ? xml.slice(extension.start, extension.end) : "");
  const text = wrap(`${prefix}c`, attributeText(kept) + written.type, inside);
  return [{ start, end, text }];
}

/**
 * Returns the formula's element with the new range of an array formula. The `ref` of a shared formula stays: it covers all
 * cells that share the formula, and Excel loses cells outside of it.
 */
function formulaText(xml: string, formula: XmlElement | undefined, range: Area | undefined): string {
  if (!formula) return "";
  const { start, openEnd, end, prefix, attributes } = formula;
  if (!range || attributes.t !== "array" || attributes.ref === undefined) return xml.slice(start, end);
  if (formatArea(readArea(attributes.ref)) === formatArea(range)) return xml.slice(start, end);
  const changed = Object.entries({ ...attributes, ref: formatArea(range) });
  const opening = `<${prefix}f${attributeText(changed)}${isSelfClosed(formula) ? "/" : ""}>`;
  return opening + xml.slice(openEnd, end);
}

function newCell(prefix: string, edit: CellEdit, style: string | undefined): string {
  if (edit.value === null) return "";
  const { type, inside } = content(prefix, edit, false);
  const styled = style === undefined ? "" : ` s="${style}"`;
  return wrap(`${prefix}c`, ` r="${formatPosition(edit)}"${styled}${type}`, inside);
}

/** Returns the code of an error in a file. Errors newer than Excel 2007 are #VALUE! there, and named in another XML part. */
export function fileErrorCode(code: string): string {
  return isClassicErrorCode(code) ? code : "#VALUE!";
}

/** Returns the attribute `t` and the content of a cell with this value. */
function content(
  prefix: string,
  { value, dropFormula }: CellEdit,
  hasFormula: boolean,
): { type: string; inside: string } {
  const valued = (type: string, text: string) => ({ type, inside: wrap(`${prefix}v`, "", text) });
  if (value === null) return { type: "", inside: "" };
  if (typeof value === "number") return valued("", String(value));
  if (typeof value === "boolean") return valued(' t="b"', value ? "1" : "0");
  if (typeof value === "object") return valued(' t="e"', fileErrorCode(value.error));
  const text = encodeText(value);
  const space = /^\s|\s$|\s\s|&#10;/.test(text) ? ' xml:space="preserve"' : "";
  if (!dropFormula || hasFormula) return { type: ' t="str"', inside: wrap(`${prefix}v`, space, text) };
  // A `str` would be the result of a formula.
  return { type: ' t="inlineStr"', inside: wrap(`${prefix}is`, "", wrap(`${prefix}t`, space, text)) };
}

/** Returns the style of a new cell: the style of its row, else of its column, as Excel does. */
function styleIn(columns: readonly XmlElement[], { column }: CellEdit, row?: XmlElement): string | undefined {
  if (row && isTrue(row.attributes.customFormat)) return row.attributes.s;
  const isOver = ({ attributes: { min, max } }: XmlElement) => Number(min) <= column + 1 && column + 1 <= Number(max);
  return columns.find(isOver)?.attributes.style;
}

/** Extends the optional attribute `spans`: the first and last column with cells. */
function growSpans(opening: string, added: readonly Position[]): string {
  return opening.replace(/(\sspans=["'])(\d+):(\d+)/, (_whole, before: string, first: string, last: string) => {
    const columns = added.map(({ column }) => column + 1);
    return `${before}${Math.min(Number(first), ...columns)}:${Math.max(Number(last), ...columns)}`;
  });
}

/** Extends the sheet's used range to the filled cells. It never shrinks. Whole rows or columns, and an empty range, stay as they are. */
function growDimension(dimension: XmlElement | undefined, edits: readonly CellEdit[]): Splice[] {
  const used = dimension?.attributes.ref;
  const added = edits.filter(({ value }) => value !== null);
  const area = parseArea(used ?? "");
  if (!dimension || !area || added.length === 0) return [];
  const ref = formatArea(added.map(cellArea).reduce(enclosingArea, area));
  if (ref === used) return [];
  const { start, end, prefix } = dimension;
  return [{ start, end, text: `<${prefix}dimension ref="${ref}"/>` }];
}

function wrap(tag: string, attributes: string, inside: string): string {
  return inside === "" ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inside}</${tag}>`;
}

function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
