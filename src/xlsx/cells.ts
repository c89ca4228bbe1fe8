/** The cells of a worksheet, read. */
import { stringifyTokens, tokenize, translateTokensToA1, translateTokensToR1C1 } from "@borgar/fx/xlsx";
import { addressOf, placeOf, rangeOf, type Place, type Range } from "./places";
import { decodeText as decode, richText } from "./text";
import { childOf, childrenOf, type Element } from "./xml";

/** What a cell shows; null is blank, an error is its code, such as "#N/A". */
export type CellValue = string | number | boolean | null | { readonly error: string };

/**
 * How a formula fills cells. `one`: its own cell. `array`: its range, whatever its result's size (entered by
 * Ctrl+Shift+Enter). `spill`: as many as its result has. `data`: a what-if table, which only Excel calculates.
 */
export type Fill = "one" | "array" | "spill" | "data";

export interface Formula {
  /** In the file's spelling, without "="; "" for a data table. */
  readonly text: string;
  readonly fill: Fill;
  /** The cells that it fills now. */
  readonly range: Range;
}

export interface Cell extends Place {
  readonly value: CellValue;
  readonly formula?: Formula | undefined;
}

/** A cell's element and where it is, which the element itself need not say. */
export interface PlacedElement extends Place {
  readonly element: Element;
}

/** What is needed of the rest of the workbook to read cells. */
export interface CellContext {
  readonly texts: readonly string[];
  /** The `cm` of formulas that spill. */
  readonly spilling: ReadonlySet<string>;
  readonly dateSystem: 1900 | 1904;
}

/** All cells in the order of the file. */
export function readCells(worksheet: Element, context: CellContext): Cell[] {
  const shared = new Map<string, Place & { text: string }>();
  return placedRows(worksheet)
    .flatMap(({ cells }) => cells)
    .map(({ row, column, element }) => {
      const place = { row, column };
      return { ...place, value: valueOf(element, context), formula: formulaOf(element, place, shared, context) };
    });
}

/** The rows with their cells. A row or cell that does not say where it is follows the one before. */
export function placedRows(worksheet: Element): { row: number; element: Element; cells: PlacedElement[] }[] {
  let row = -1;
  return childrenOf(childOf(worksheet, "sheetData"), "row").map((element) => {
    row = element.attributes.r === undefined ? row + 1 : Number(element.attributes.r) - 1;
    let column = -1;
    const cells = childrenOf(element, "c").map((cell) => {
      const { r } = cell.attributes;
      column = r === undefined ? column + 1 : placeOf(r).column;
      return { row, column, element: cell };
    });
    return { row, element, cells };
  });
}

function valueOf(cell: Element, { texts, dateSystem }: CellContext): CellValue {
  const text = childOf(cell, "v")?.text;
  const inline = childOf(cell, "is");
  if (inline) return richText(inline);
  if (text === undefined) return null;
  switch (cell.attributes.t) {
    case "s":
      return texts[Number(text)] ?? "";
    case "str":
      return decode(text);
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

/** A date that the file holds as ISO 8601 (the strict kind of .xlsx), as the number that Excel calculates with. */
function serialOf(text: string, dateSystem: 1900 | 1904): number {
  const day = Date.parse(/T/.test(text) ? `${text.replace(/Z$/, "")}Z` : `${text}T00:00:00Z`) / 86_400_000;
  return day + (dateSystem === 1904 ? 24_107 : 25_569);
}

function formulaOf(
  cell: Element,
  place: Place,
  shared: Map<string, Place & { text: string }>,
  { spilling }: CellContext,
): Formula | undefined {
  const element = childOf(cell, "f");
  if (!element) return undefined;
  const { t, si = "", ref } = element.attributes;
  const own = { ...place, rows: 1, columns: 1 };
  if (t === "dataTable") return { text: "", fill: "data", range: ref === undefined ? own : rangeOf(ref) };
  if (t === "array") {
    const isSpill = spilling.has(cell.attributes.cm ?? "");
    const range = ref === undefined ? own : rangeOf(ref);
    return { text: decode(element.text), fill: isSpill ? "spill" : "array", range };
  }
  if (t !== "shared") return { text: decode(element.text), fill: "one", range: own };
  if (element.text !== "") shared.set(si, { ...place, text: decode(element.text) });
  const first = shared.get(si);
  return { text: first ? moved(first.text, first, place) : "", fill: "one", range: own };
}

/** A formula as it reads after it was copied from one cell to another. */
export function moved(formula: string, from: Place, to: Place): string {
  if (from.row === to.row && from.column === to.column) return formula;
  // By tokens: as text, names that look like R1C1 would be read as cells.
  const relative = translateTokensToR1C1(tokenize(formula), addressOf(from));
  return stringifyTokens(translateTokensToA1(relative, addressOf(to)));
}
