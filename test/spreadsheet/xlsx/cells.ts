/** What a workbook's file holds, by cell. */
import { formatPosition } from "../../../src/spreadsheet/cells/address";
import { cellPosition } from "../../../src/spreadsheet/cells/area";
import {
  createCellReader,
  moveFormula,
  type CellContext,
  type FileCells,
  type FileValue,
} from "../../../src/spreadsheet/xlsx/fileCells";
import { readRows } from "../../../src/spreadsheet/xlsx/rows";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";

/** Values (an error as {error}) or formulas, by sheet and address such as "Plan!B4"; blanks are left out. */
export async function cellsIn(
  bytes: Uint8Array,
  what: "values" | "formulas" = "values",
): Promise<Record<string, unknown>> {
  const { sheets } = await loadWorkbook(new Uint8Array(bytes));
  return Object.fromEntries(
    sheets.flatMap(({ name, cells }) =>
      Object.entries(what === "values" ? valuesOf(cells) : formulasOf(cells)).map(([address, shown]) => [
        `${name}!${address}`,
        shown,
      ]),
    ),
  );
}

/** What cells show, by address; blank ones are left out. */
export function valuesOf({ values }: FileCells): Record<string, FileValue> {
  return Object.fromEntries([...values].map(([number, value]) => [addressOf(number), value]));
}

function addressOf(number: number): string {
  return formatPosition(cellPosition(number));
}

/** The formulas as their cells have them, by address. */
export function formulasOf({ formulas }: FileCells): Record<string, string> {
  return Object.fromEntries(
    [...formulas.values()].map((formula) => [formatPosition(formula), moveFormula(formula.text, formula.at, formula)]),
  );
}

/** The cells of a worksheet's XML. */
export function cellsOfXml(xml: string, context: Partial<CellContext> = {}): FileCells {
  const reader = createCellReader({
    xmlPart: "sheet.xml",
    sharedStrings: [],
    spilling: new Set(),
    dateSystem: 1900,
    ...context,
  });
  readRows(xml, "sheet.xml", reader.read);
  return reader.cells;
}
