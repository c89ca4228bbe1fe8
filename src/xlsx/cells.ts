/** Reads the cells of a worksheet. */
import { stringifyTokens, translateTokensToA1, translateTokensToR1C1 } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import { formatPosition } from "../grid/address";
import { cellArea, cellCount, cellNumber, type Area, type Position } from "../grid/area";
import { toSerial, type DateSystem } from "../grid/dateSerial";
import { readArea } from "./positions";
import type { PlacedElement, PlacedRow } from "./rows";
import { decodeText, richText } from "./text";
import { childNamed, type XmlElement } from "./xml";

/** What a cell shows; null is blank, an error is its code, such as "#N/A". */
export type FileValue = string | number | boolean | null | { readonly error: string };

/**
 * Which cells a formula fills. `one`: its own cell. `array`: a fixed range, whatever the size of its result (entered with
 * Ctrl+Shift+Enter). `spill`: as many cells as its result has. `data`: a what-if table, which only Excel can calculate.
 */
export type FormulaFill = "one" | "array" | "spill" | "data";

export interface FileFormula extends Position {
  /** In the file's notation, without "="; "" for a what-if table. */
  readonly text: string;
  /** The cell for which the text is written: cells may share one text, which moves along. */
  readonly at: Position;
  readonly fill: FormulaFill;
  /** The cells that it fills now. */
  readonly range: Area;
}

/** What a worksheet holds. There may be a million cells, so of those without a formula only the values are kept. */
export interface FileCells {
  /** What cells show, by `cellNumber`. Blank cells are left out. */
  readonly values: Map<number, FileValue>;
  /** By `cellNumber`, in the order of the file. */
  readonly formulas: Map<number, FileFormula>;
  /** How many rows and columns have cells, blank ones among them. */
  rows: number;
  columns: number;
}

/** What reading cells needs from the other parts of the workbook. */
export interface CellContext {
  /** The name of the worksheet's part, for messages. */
  readonly part: string;
  readonly sharedStrings: readonly string[];
  /** The values of the attribute `cm` that mark a formula as one that spills. */
  readonly spilling: ReadonlySet<string>;
  readonly dateSystem: DateSystem;
  /** Is told how many cells are filled. */
  count?(cells: number): void;
}

/** Reads cells into those of their sheet, row by row. */
export function createCellReader(context: CellContext): { cells: FileCells; read(row: PlacedRow): void } {
  const shared = new Map<string, SharedFormula>();
  const cells: FileCells = { values: new Map(), formulas: new Map(), rows: 0, columns: 0 };
  const readCell = ({ row, column, element }: PlacedElement) => {
    const value = valueOf(element, context);
    if (value === undefined || (typeof value === "number" && !Number.isFinite(value)))
      throw damagedCell({ row, column }, element, context);
    const number = cellNumber({ row, column });
    const formula = formulaOf(element, { row, column }, shared, context);
    if (value !== null) cells.values.set(number, value);
    if (formula) cells.formulas.set(number, formula);
    cells.rows = Math.max(cells.rows, row + 1);
    cells.columns = Math.max(cells.columns, column + 1);
    // An array formula fills cells that the file need not hold.
    context.count?.(formula ? cellCount(formula.range) : 1);
  };
  return { cells, read: (row) => row.cells.forEach(readCell) };
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

/** The formula of the first of the cells that share it, and that cell. */
type SharedFormula = Pick<FileFormula, "text" | "at">;

function formulaOf(
  cell: XmlElement,
  position: Position,
  shared: Map<string, SharedFormula>,
  { spilling }: CellContext,
): FileFormula | undefined {
  const element = childNamed(cell, "f");
  if (!element) return undefined;
  const { t, si = "", ref } = element.attributes;
  const range = ref !== undefined && (t === "dataTable" || t === "array") ? readArea(ref) : cellArea(position);
  const own = { ...position, text: decodeText(element.text), at: position, range };
  if (t === "dataTable") return { ...own, text: "", fill: "data" };
  if (t === "array") return { ...own, fill: spilling.has(cell.attributes.cm ?? "") ? "spill" : "array" };
  if (t === "shared" && own.text !== "") shared.set(si, own);
  const { text, at } = (t === "shared" && shared.get(si)) || own;
  return { ...own, text, at, fill: "one" };
}

/** The formula after a copy from one cell to another: its relative references move along. */
export function moveFormula(formula: string, from: Position, to: Position): string {
  if (from.row === to.row && from.column === to.column) return formula;
  // By tokens, not as one text: there, names that look like R1C1 would be taken for cells.
  const relative = translateTokensToR1C1(tokenizeFormula(formula), formatPosition(from));
  return stringifyTokens(translateTokensToA1(relative, formatPosition(to)));
}
