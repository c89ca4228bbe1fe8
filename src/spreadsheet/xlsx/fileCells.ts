/** Reads the cells of a worksheet. */
import { stringifyTokens, translateTokensToA1, translateTokensToR1C1 } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import { formatPosition, parsePosition } from "../cells/address";
import { cellArea, cellCount, cellIndex, contains, type Area, type Position } from "../cells/area";
import { toSerial, type DateSystem } from "../cells/dateSerial";
import { readArea } from "./positions";
import type { PlacedElement, PlacedRow } from "./rows";
import { decodeText, richText } from "./text";
import { childNamed, isTrue, type XmlElement } from "./xml";

/** The value of a cell: null for a blank cell, an error as its code, such as "#N/A". */
export type FileValue = string | number | boolean | null | { readonly error: string };

/**
 * The cells that a formula fills. `one`: its own cell. `array`: a fixed range (entered with Ctrl+Shift+Enter). `spill`: as many
 * cells as its result has. `data`: a what-if table.
 */
export type FormulaFill = "one" | "array" | "spill" | "data";

export interface FileFormula extends Position {
  /** In the file's notation, without "="; "" for a what-if table. */
  readonly text: string;
  /** The cell for which the text is written. Cells may share one text; in others its relative references are offset. */
  readonly at: Position;
  readonly fill: FormulaFill;
  /** The cells that it fills. */
  readonly range: Area;
  /** The input cells of a what-if table: of the values above it, and of those to its left. @default one was deleted */
  readonly inputs?: { readonly row?: Position; readonly column?: Position } | undefined;
  /** True for a copy of a shared formula whose first cell is gone, and the text with it. */
  readonly isLost?: boolean;
}

/** The cells of a worksheet. Cells without a formula are stored as values only, since there may be a million. */
export interface FileCells {
  /** Values by `cellIndex`, without blank cells. */
  readonly values: Map<number, FileValue>;
  /** By `cellIndex`, in the order of the file. */
  readonly formulas: Map<number, FileFormula>;
  /**
   * By `cellIndex`: cells with a formula element that has flags and no text. A volatile array fills them, whose first cell has the
   * formula.
   */
  readonly flagged: Set<number>;
  /** The size of the used range, counted from A1, including blank cells. */
  rows: number;
  columns: number;
}

/** The context of a worksheet's cells in other parts of the file. */
export interface CellContext {
  /** The name of the worksheet's XML part, for messages. */
  readonly xmlPart: string;
  readonly sharedStrings: readonly string[];
  /** The values of the attribute `cm` that mark a formula as spilling. */
  readonly spilling: ReadonlySet<string>;
  readonly dateSystem: DateSystem;
  /** Called with the number of cells that each element fills. */
  count?(cells: number): void;
}

/** Creates a reader that collects the cells of a sheet row by row. */
export function createCellReader(context: CellContext): { cells: FileCells; read(row: PlacedRow): void } {
  const known: FormulasOfSheet = { shared: new Map(), arrays: [] };
  const cells: FileCells = { values: new Map(), formulas: new Map(), flagged: new Set(), rows: 0, columns: 0 };
  const readCell = ({ row, column, element }: PlacedElement) => {
    const value = fileCellValue(element, context);
    if (value === undefined || (typeof value === "number" && !Number.isFinite(value)))
      throw damagedCell({ row, column }, element, context);
    const number = cellIndex({ row, column });
    const formula = formulaOf(element, { row, column }, known, context);
    if (value !== null) cells.values.set(number, value);
    if (formula === FLAGS) cells.flagged.add(number);
    else if (formula) cells.formulas.set(number, formula);
    cells.rows = Math.max(cells.rows, row + 1);
    cells.columns = Math.max(cells.columns, column + 1);
    // An array formula may fill cells that the file does not contain.
    context.count?.(formula && formula !== FLAGS ? cellCount(formula.range) : 1);
  };
  return { cells, read: (row) => row.cells.forEach(readCell) };
}

/** Returns undefined for a missing shared text, and NaN for an invalid number: the file is damaged. */
export function fileCellValue(cell: XmlElement, { sharedStrings, dateSystem }: CellContext): FileValue | undefined {
  const text = childNamed(cell, "v")?.text;
  const inline = childNamed(cell, "is");
  if (inline) return richText(inline);
  if (text === undefined) return null;
  switch (cell.attributes.t) {
    case "s":
      return text.trim() === "" ? null : sharedStrings[parsedNumber(text)];
    case "str":
      return decodeText(text);
    case "b":
      return text === "1" || text === "true";
    case "e":
      return { error: text };
    case "d":
      return serialOf(text, dateSystem);
    default:
      return text === "" ? null : parsedNumber(text);
  }
}

/** Returns NaN for texts that JavaScript alone takes for numbers, such as 0x10. */
function parsedNumber(text: string): number {
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : NaN;
}

function damagedCell(position: Position, element: XmlElement, { xmlPart, sharedStrings }: CellContext): Error {
  const text = childNamed(element, "v")?.text ?? "";
  const what =
    element.attributes.t === "s"
      ? `refers to text ${text}, but the texts end at ${sharedStrings.length - 1}`
      : `contains "${text}", which is not a number`;
  return new Error(`The file is damaged: cell ${formatPosition(position)} in ${xmlPart} ${what}.`);
}

/** Converts an ISO 8601 date to a serial number, with or without time and "Z". Strict Open XML files contain such dates. */
function serialOf(text: string, dateSystem: DateSystem): number {
  const [, hours, minutes, seconds] = /^T?(\d\d):(\d\d):(\d\d(?:\.\d+)?)Z?$/.exec(text) ?? [];
  // A time of day alone.
  if (hours) return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
  const utc = text.includes("T") ? `${text.replace(/Z$/, "")}Z` : `${text}T00:00:00Z`;
  return toSerial(Date.parse(utc), dateSystem);
}

/** A shared formula: its text in the first cell, and that cell. */
type SharedFormula = Pick<FileFormula, "text" | "at">;

/** The formulas of a sheet so far that later cells belong to. */
interface FormulasOfSheet {
  readonly shared: Map<string, SharedFormula>;
  /** The areas of several cells that formulas fill. */
  readonly arrays: Area[];
}

/** A formula element without a formula. */
const FLAGS = "flags";

function formulaOf(
  cell: XmlElement,
  position: Position,
  { shared, arrays }: FormulasOfSheet,
  { spilling }: CellContext,
): FileFormula | typeof FLAGS | undefined {
  const element = childNamed(cell, "f");
  if (!element) return undefined;
  const { t, si = "", ref } = element.attributes;
  const range = ref !== undefined && (t === "dataTable" || t === "array") ? readArea(ref) : cellArea(position);
  const own = { ...position, text: decodeText(element.text), at: position, range };
  if (t === "dataTable") return { ...own, text: "", fill: "data", inputs: inputsOf(element.attributes) };
  if (t === "array") {
    if (cellCount(range) > 1) arrays.push(range);
    return { ...own, fill: spilling.has(cell.attributes.cm ?? "") ? "spill" : "array" };
  }
  if (t === "shared" && own.text !== "") shared.set(si, own);
  if (t !== "shared" && own.text === "" && arrays.some((area) => contains(area, position))) return FLAGS;
  const isLost = t === "shared" && !shared.has(si);
  const { text, at } = (t === "shared" && shared.get(si)) || own;
  return { ...own, text, at, fill: "one", ...(isLost && { isLost }) };
}

/** Returns the input cells of a what-if table; undefined if one was deleted. */
function inputsOf({ dt2D, dtr, r1 = "", r2 = "", del1, del2 }: XmlElement["attributes"]): FileFormula["inputs"] {
  const [first, second] = [isTrue(del1) ? undefined : parsePosition(r1), isTrue(del2) ? undefined : parsePosition(r2)];
  if (isTrue(dt2D)) return first && second && { row: first, column: second };
  return first && (isTrue(dtr) ? { row: first } : { column: first });
}

/** Returns the formula after a copy from one cell to another, with its relative references offset. */
export function moveFormula(formula: string, from: Position, to: Position): string {
  if (from.row === to.row && from.column === to.column) return formula;
  // Token by token: translating the whole text would treat names that look like R1C1 as cells.
  const relative = translateTokensToR1C1(tokenizeFormula(formula), formatPosition(from));
  return stringifyTokens(translateTokensToA1(relative, formatPosition(to)));
}
