/** Writes new values into the cells of a workbook. */
import { calculationChainOf, withoutXmlParts, type XmlPartChanges } from "./removal";
import { writeCells, type CellEdit } from "./edits";
import type { FileSheet, Workbook } from "./workbook";

export interface BookChanges {
  readonly cells: ReadonlyMap<FileSheet, readonly CellEdit[]>;
  /** The new texts of XML parts. The cells of a sheet are written into its new text. */
  readonly xmlParts: XmlPartChanges;
  /** The XML parts to remove. */
  readonly unwanted: ReadonlySet<string>;
}

/**
 * Returns the file with these changes. An edited sheet changes only in its cells and, if cells are added, its used range. All
 * other parts stay the same to the byte. The calculation chain is removed if a formula is.
 */
export async function writeWorkbook(
  workbook: Workbook,
  { cells, xmlParts, unwanted }: BookChanges,
): Promise<Uint8Array> {
  const { zip, xmlPart } = workbook;
  const changes = new Map(xmlParts);
  for (const [sheet, own] of cells) {
    if (own.length === 0) continue;
    const xml = changes.get(sheet.xmlPart) ?? (await zip.text(sheet.xmlPart));
    changes.set(sheet.xmlPart, writeCells(xml, sheet.xmlPart, own));
  }
  const isFormulaRemoved = [...cells.values()].some((own) => own.some(({ dropFormula }) => dropFormula));
  const chain = isFormulaRemoved ? await calculationChainOf(workbook) : [];
  const sources = ["", xmlPart, ...[...xmlParts.keys()].filter((name) => !unwanted.has(name))];
  const removal = await withoutXmlParts(zip, new Set([...unwanted, ...chain]), sources);
  for (const [name, text] of removal) changes.set(name, text);
  return zip.with(changes);
}
