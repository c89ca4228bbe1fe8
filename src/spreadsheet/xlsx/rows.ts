/** Reads a worksheet row by row. All rows at once, as elements, would take many times the memory of the file. */
import type { Position } from "../cells/area";
import { readPosition, readRowNumber } from "./positions";
import { childrenNamed, parseXml, type XmlElement } from "./xml";

/** The element of a cell with its position, which the element itself may omit. */
export interface PlacedElement extends Position {
  readonly element: XmlElement;
}

export interface PlacedRow {
  readonly row: number;
  readonly element: XmlElement;
  readonly cells: readonly PlacedElement[];
}

/**
 * Calls `readRow` with each row, and returns the worksheet without its rows. A row or cell without an address follows the one
 * before it.
 * @param columns Receives the column elements, all before the first row.
 * @param most The limit on the number of elements.
 */
export function readRows(
  xml: string,
  xmlPart: string,
  readRow: (row: PlacedRow) => void,
  { columns, most }: { columns?: XmlElement[]; most?: number } = {},
): XmlElement {
  let row = -1;
  const take = (element: XmlElement, parent: XmlElement): boolean => {
    if (element.name === "col" && parent.name === "cols") columns?.push(element);
    if (element.name !== "row" || parent.name !== "sheetData") return false;
    row = element.attributes.r === undefined ? row + 1 : readRowNumber(element.attributes.r);
    readRow({ row, element, cells: placedCells(element, row) });
    return true;
  };
  return parseXml(xml, xmlPart, { take, ...(most !== undefined && { most }) });
}

function placedCells(element: XmlElement, row: number): PlacedElement[] {
  let column = -1;
  return childrenNamed(element, "c").map((cell) => {
    const { r } = cell.attributes;
    column = r === undefined ? column + 1 : readPosition(r).column;
    return { row, column, element: cell };
  });
}
