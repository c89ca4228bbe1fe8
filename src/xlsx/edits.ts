/** Changes to the cells of a worksheet, made in its XML. */
import { placedRows, type CellValue, type PlacedElement } from "./cells";
import { addressOf, rangeOf, rangeText, type Place, type Range } from "./places";
import { encodeText } from "./text";
import { applySplices, childOf, childrenOf, escapeXml, isSelfClosed, isSet, type Element, type Splice } from "./xml";

export interface Edit extends Place {
  /** What the cell is to show; null empties it, and leaves its format. */
  readonly value: CellValue;
  /** The cells that the formula of this cell fills from now on. */
  readonly range?: Range | undefined;
  /** Makes the value a constant. */
  readonly dropFormula?: boolean | undefined;
}

type Row = ReturnType<typeof placedRows>[number];

/** The XML with these edits, at most one for each cell. */
export function writeCells(xml: string, worksheet: Element, edits: readonly Edit[]): string {
  const sheetData = childOf(worksheet, "sheetData");
  if (!sheetData) return xml;
  const rows = placedRows(worksheet);
  const known = new Map(rows.map((row) => [row.row, row]));
  const byRow = new Map<number, Edit[]>();
  for (const edit of [...edits].sort((one, other) => one.column - other.column)) {
    byRow.set(edit.row, [...(byRow.get(edit.row) ?? []), edit]);
  }
  const styleOf = createStyles(worksheet);
  const added: { row: number; text: string }[] = [];
  const splices = [...byRow].flatMap(([row, own]) => {
    const found = known.get(row);
    if (found) return editRow(xml, found, own, styleOf);
    const cells = own.map((edit) => newCell(sheetData.prefix, edit, styleOf(edit))).join("");
    if (cells !== "") added.push({ row, text: wrap(`${sheetData.prefix}row`, ` r="${row + 1}"`, cells) });
    return [];
  });
  const dimension = growDimension(childOf(worksheet, "dimension"), edits);
  return applySplices(xml, [...dimension, ...splices, ...insertRows(sheetData, rows, added)]);
}

/** Rows that the sheet did not have, each before the next greater one. */
function insertRows(sheetData: Element, rows: readonly Row[], added: { row: number; text: string }[]): Splice[] {
  const sorted = [...added].sort((one, other) => one.row - other.row);
  if (sorted.length > 0 && isSelfClosed(sheetData)) {
    const text = wrap(`${sheetData.prefix}sheetData`, "", sorted.map((each) => each.text).join(""));
    return [{ start: sheetData.start, end: sheetData.end, text }];
  }
  let next = 0;
  return sorted.map(({ row, text }) => {
    while (next < rows.length && rows[next]!.row < row) next++;
    return insertion(rows[next]?.element.start ?? sheetData.closeStart, text);
  });
}

type StyleOf = (edit: Edit, row?: Element) => string | undefined;

function editRow(xml: string, { element, cells }: Row, edits: readonly Edit[], styleOf: StyleOf): Splice[] {
  const known = new Map(cells.map((cell) => [cell.column, cell]));
  const isNew = (edit: Edit) => !known.has(edit.column) && edit.value !== null;
  const news = edits
    .filter(isNew)
    .map((edit) => ({ edit, text: newCell(element.prefix, edit, styleOf(edit, element)) }));
  const opening = growSpans(xml.slice(element.start, element.openEnd), news.map(({ edit }) => edit)); // prettier-ignore
  if (isSelfClosed(element)) {
    if (news.length === 0) return [];
    const inside = news.map(({ text }) => text).join("");
    const text = `${opening.replace(/\s*\/>$/, ">")}${inside}</${element.prefix}row>`;
    return [{ start: element.start, end: element.end, text }];
  }
  const changed = edits.flatMap((edit) => editCell(xml, known.get(edit.column), edit));
  const inserted = news.map(({ edit, text }) => {
    const next = cells.find(({ column }) => column > edit.column);
    return insertion(next?.element.start ?? element.closeStart, text);
  });
  return [{ start: element.start, end: element.openEnd, text: opening }, ...changed, ...inserted];
}

function editCell(xml: string, cell: PlacedElement | undefined, edit: Edit): Splice[] {
  if (!cell) return [];
  const { start, end, prefix, attributes } = cell.element;
  // `t` and `vm` say how the old value is to be read; `cm` that the formula spills.
  const dropped = ["t", "vm", ...(edit.dropFormula ? ["cm"] : [])];
  const kept = Object.entries(attributes).filter(([name]) => !dropped.includes(name));
  if (edit.value === null && kept.every(([name]) => name === "r")) return [{ start, end, text: "" }];
  const formula = edit.dropFormula ? "" : formulaText(xml, childOf(cell.element, "f"), edit.range);
  const extension = childOf(cell.element, "extLst");
  const written = content(prefix, edit, formula !== "");
  const inside = formula + written.inside + (extension ? xml.slice(extension.start, extension.end) : "");
  const text = wrap(`${prefix}c`, attributeText(kept) + written.type, inside);
  return [{ start, end, text }];
}

/** The formula's element as it is, with the range that it fills from now on. */
function formulaText(xml: string, formula: Element | undefined, range: Range | undefined): string {
  if (!formula) return "";
  const { start, openEnd, end, prefix, attributes } = formula;
  if (!range || attributes.ref === undefined) return xml.slice(start, end);
  const changed = Object.entries({ ...attributes, ref: rangeText(range) });
  const opening = `<${prefix}f${attributeText(changed)}${isSelfClosed(formula) ? "/" : ""}>`;
  return opening + xml.slice(openEnd, end);
}

function newCell(prefix: string, edit: Edit, style: string | undefined): string {
  if (edit.value === null) return "";
  const { type, inside } = content(prefix, edit, false);
  const styled = style === undefined ? "" : ` s="${style}"`;
  return wrap(`${prefix}c`, ` r="${addressOf(edit)}"${styled}${type}`, inside);
}

const ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** The errors of Excel 2007 as they are. Later ones stand in a file as #VALUE!, with a note elsewhere of what they are. */
export function errorInFile(code: string): string {
  return ERRORS.has(code) ? code : "#VALUE!";
}

/** The type of a cell's value as an attribute, and the value's element. */
function content(prefix: string, { value, dropFormula }: Edit, hasFormula: boolean): { type: string; inside: string } {
  const valued = (type: string, text: string) => ({ type, inside: wrap(`${prefix}v`, "", text) });
  if (value === null) return { type: "", inside: "" };
  if (typeof value === "number") return valued("", String(value));
  if (typeof value === "boolean") return valued(' t="b"', value ? "1" : "0");
  if (typeof value === "object") return valued(' t="e"', errorInFile(value.error));
  const text = encodeText(value);
  const space = /^\s|\s$|\s\s|&#10;/.test(text) ? ' xml:space="preserve"' : "";
  if (!dropFormula || hasFormula) return { type: ' t="str"', inside: wrap(`${prefix}v`, space, text) };
  // Text without a formula is a constant here, and not a formula's result.
  return { type: ' t="inlineStr"', inside: wrap(`${prefix}is`, "", wrap(`${prefix}t`, space, text)) };
}

/** The format that Excel shows an absent cell in: its row's, else its column's. A new cell has to say it itself. */
function createStyles(worksheet: Element): StyleOf {
  const columns = childrenOf(childOf(worksheet, "cols"), "col").map(({ attributes }) => attributes);
  return ({ column }, row) => {
    if (row && isSet(row.attributes.customFormat)) return row.attributes.s;
    return columns.find(({ min, max }) => Number(min) <= column + 1 && column + 1 <= Number(max))?.style;
  };
}

/** A row may say from which column to which it has cells. */
function growSpans(opening: string, added: readonly Place[]): string {
  return opening.replace(/(\sspans=["'])(\d+):(\d+)/, (_whole, before: string, first: string, last: string) => {
    const columns = added.map(({ column }) => column + 1);
    return `${before}${Math.min(Number(first), ...columns)}:${Math.max(Number(last), ...columns)}`;
  });
}

/** The sheet's used range takes in what is added, and never shrinks. */
function growDimension(dimension: Element | undefined, edits: readonly Edit[]): Splice[] {
  const used = dimension?.attributes.ref;
  const added = edits.filter(({ value }) => value !== null);
  if (!dimension || used === undefined || added.length === 0) return [];
  const range = rangeOf(used);
  const first = { row: range.row, column: range.column };
  const last = { row: range.row + range.rows - 1, column: range.column + range.columns - 1 };
  for (const { row, column } of added) {
    Object.assign(first, { row: Math.min(first.row, row), column: Math.min(first.column, column) });
    Object.assign(last, { row: Math.max(last.row, row), column: Math.max(last.column, column) });
  }
  const ref = rangeText({ ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 });
  if (ref === used) return [];
  const { start, end, prefix } = dimension;
  return [{ start, end, text: `<${prefix}dimension ref="${ref}"/>` }];
}

function attributeText(attributes: readonly [string, string][]): string {
  return attributes.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join("");
}

function wrap(tag: string, attributes: string, inside: string): string {
  return inside === "" ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inside}</${tag}>`;
}

function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
