/** Workbooks of others, with calls of our functions in place of numbers that stay the same. */
import { cellIndex } from "../../src/spreadsheet/cells/area";
import { formatPosition } from "../../src/spreadsheet/cells/address";
import { readRows, type PlacedElement } from "../../src/spreadsheet/xlsx/rows";
import { loadWorkbook, type Workbook } from "../../src/spreadsheet/xlsx/workbook";
import { applySplices, childNamed, escapeXml, type Splice } from "../../src/spreadsheet/xlsx/xml";

/** As many numbers of each sheet: all formulas over a sheet depend on some of so many. */
const MOST = 2_000;

const ZERO = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")*0';

/**
 * Returns the file with `KPI(…)*0+constant` in place of the numbers of its sheets; undefined if it has none.
 * @param difference Added to each constant in the formula, but not to the value that the file shows: every such cell then changes.
 */
export async function withCalls(bytes: Uint8Array, difference = 0): Promise<Uint8Array | undefined> {
  const workbook = await loadWorkbook(bytes);
  const changes = new Map<string, string>();
  for (const { xmlPart: part, cells } of workbook.sheets) {
    const xml = await workbook.zip.text(part);
    const splices: Splice[] = [];
    readRows(xml, part, (row) => {
      for (const cell of row.cells)
        if (isConstant(cell) && !isFilled(cells, cell)) splices.push(callIn(cell, difference));
    });
    const step = Math.ceil(splices.length / MOST);
    if (splices.length > 0)
      changes.set(
        part,
        applySplices(
          xml,
          splices.filter((_, at) => at % step === 0),
        ),
      );
  }
  return changes.size === 0 ? undefined : workbook.zip.with(changes);
}

function isConstant({ element }: PlacedElement): boolean {
  const { t = "n" } = element.attributes;
  const text = (childNamed(element, "v")?.text ?? "").trim();
  // A formula keeps 15 digits of a number.
  return t === "n" && !childNamed(element, "f") && text !== "" && Number(Number(text).toPrecision(15)) === Number(text);
}

/** Whether an array formula or a what-if table fills the cell. */
function isFilled({ formulas }: Workbook["sheets"][number]["cells"], { row, column }: PlacedElement): boolean {
  if (formulas.has(cellIndex({ row, column }))) return true;
  for (const { range, fill } of formulas.values()) {
    const isInside =
      row >= range.row &&
      row < range.row + range.rows &&
      column >= range.column &&
      column < range.column + range.columns;
    if (fill !== "one" && isInside) return true;
  }
  return false;
}

function callIn({ row, column, element }: PlacedElement, difference: number): Splice {
  const { start, end, prefix, attributes } = element;
  const style = attributes.s === undefined ? "" : ` s="${attributes.s}"`;
  const value = (childNamed(element, "v")?.text ?? "").trim();
  const formula = escapeXml(`${ZERO}+${value}${difference === 0 ? "" : `+${difference}`}`);
  const inside = `<${prefix}f>${formula}</${prefix}f><${prefix}v>${value}</${prefix}v>`;
  return { start, end, text: `<${prefix}c r="${formatPosition({ row, column })}"${style}>${inside}</${prefix}c>` };
}
