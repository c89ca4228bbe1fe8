/** Reads the cells of a worksheet. */
import { stringifyTokens, tokenize, translateTokensToA1, translateTokensToR1C1 } from "@borgar/fx/xlsx";
import { formatPosition } from "../grid/address";
import { cellArea, type Area, type Position } from "../grid/area";
import { toSerial, type DateSystem } from "../grid/dateSerial";
import { readArea, readPosition, readRowNumber } from "./positions";
import { decodeText, richText } from "./text";
import { childNamed, childrenNamed, type XmlElement } from "./xml";

/** What a cell shows; null is blank, an error is its code, such as "#N/A". */
export type FileValue = string | number | boolean | null | { readonly error: string };

/**
 * Which cells a formula fills. `one`: its own cell. `array`: a fixed range, whatever the size of its result (entered with
 * Ctrl+Shift+Enter). `spill`: as many cells as its result has. `data`: a what-if table, which only Excel can calculate.
 */
export type FormulaFill = "one" | "array" | "spill" | "data";

export interface FileFormula {
  /** In the file's notation, without "="; "" for a what-if table. */
  readonly text: string;
  readonly fill: FormulaFill;
  /** The cells that it fills now. */
  readonly range: Area;
}

export interface FileCell extends Position {
  readonly value: FileValue;
  readonly formula?: FileFormula | undefined;
}

/** The element of a cell with its position, which the element itself may leave out. */
export interface PlacedElement extends Position {
  readonly element: XmlElement;
}

/** What reading cells needs from the other parts of the workbook. */
export interface CellContext {
  /** The name of the worksheet's part, for messages. */
  readonly part: string;
  readonly sharedStrings: readonly string[];
  /** The values of the attribute `cm` that mark a formula as one that spills. */
  readonly spilling: ReadonlySet<string>;
  readonly dateSystem: DateSystem;
}

/** All cells, in the order of the file. */
export function parseCells(worksheet: XmlElement, context: CellContext): FileCell[] {
  const shared = new Map<string, SharedFormula>();
  return placedRows(worksheet)
    .flatMap(({ cells }) => cells)
    .map(({ row, column, element }) => {
      const formula = formulaOf(element, { row, column }, shared, context);
      const value = valueOf(element, context);
      if (value === undefined || (typeof value === "number" && !Number.isFinite(value)))
        throw damagedCell({ row, column }, element, context);
      return { row, column, value, formula };
    });
}

/** The rows with their cells. A row or cell without an address comes directly after the one before it. */
export function placedRows(worksheet: XmlElement): { row: number; element: XmlElement; cells: PlacedElement[] }[] {
  let row = -1;
  return childrenNamed(childNamed(worksheet, "sheetData"), "row").map((element) => {
    row = element.attributes.r === undefined ? row + 1 : readRowNumber(element.attributes.r);
    let column = -1;
    const cells = childrenNamed(element, "c").map((cell) => {
      const { r } = cell.attributes;
      column = r === undefined ? column + 1 : readPosition(r).column;
      return { row, column, element: cell };
    });
    return { row, element, cells };
  });
}

/** Undefined for a text that does not exist, NaN for a number that is none: the file is damaged. */
function valueOf(cell: XmlElement, { sharedStrings, dateSystem }: CellContext): FileValue | undefined {
  const text = childNamed(cell, "v")?.text;
  const inline = childNamed(cell, "is");
  if (inline) return richText(inline);
  if (text === undefined) return null;
  switch (cell.attributes.t) {
    case "s":
      return text.trim() === "" ? null : sharedStrings[Number(text)];
    case "str":
      return decodeText(text);
    case "b":
      return text === "1" || text === "true";
    case "e":
      return { error: text };
    case "d":
      return serialOf(text, dateSystem);
    default:
      return text === "" ? null : Number(text);
  }
}

function damagedCell(position: Position, element: XmlElement, { part, sharedStrings }: CellContext): Error {
  const text = childNamed(element, "v")?.text ?? "";
  const what =
    element.attributes.t === "s"
      ? `shows text number ${text}, and there are ${sharedStrings.length} (from 0)`
      : `shows "${text}", which is no number`;
  return new Error(`The workbook is damaged: cell ${formatPosition(position)} of its part ${part} ${what}.`);
}

/** The serial of a date in ISO 8601 with or without a time and "Z". Strict Open XML files hold dates so. */
function serialOf(text: string, dateSystem: DateSystem): number {
  const utc = text.includes("T") ? `${text.replace(/Z$/, "")}Z` : `${text}T00:00:00Z`;
  return toSerial(Date.parse(utc), dateSystem);
}

/** The first cell of a group of cells that share one formula, and the formula's text there. */
type SharedFormula = Position & { readonly text: string };

function formulaOf(
  cell: XmlElement,
  position: Position,
  shared: Map<string, SharedFormula>,
  { spilling }: CellContext,
): FileFormula | undefined {
  const element = childNamed(cell, "f");
  if (!element) return undefined;
  const { t, si = "", ref } = element.attributes;
  const own = cellArea(position);
  if (t === "dataTable") return { text: "", fill: "data", range: ref === undefined ? own : readArea(ref) };
  if (t === "array") {
    const isSpill = spilling.has(cell.attributes.cm ?? "");
    const range = ref === undefined ? own : readArea(ref);
    return { text: decodeText(element.text), fill: isSpill ? "spill" : "array", range };
  }
  if (t !== "shared") return { text: decodeText(element.text), fill: "one", range: own };
  if (element.text !== "") shared.set(si, { ...position, text: decodeText(element.text) });
  const first = shared.get(si);
  return { text: first ? moveFormula(first.text, first, position) : "", fill: "one", range: own };
}

/** The formula after a copy from one cell to another: its relative references move along. */
export function moveFormula(formula: string, from: Position, to: Position): string {
  if (from.row === to.row && from.column === to.column) return formula;
  // By tokens, not as one text: there, names that look like R1C1 would be taken for cells.
  const relative = translateTokensToR1C1(tokenize(formula), formatPosition(from));
  return stringifyTokens(translateTokensToA1(relative, formatPosition(to)));
}
