/** Writes new values into the cells of a workbook. */
import { calculationChainOf, withoutParts, type PartChanges } from "./removal";
import { writeCells, type CellEdit } from "./edits";
import type { FileSheet, Workbook } from "./workbook";

export interface BookChanges {
  readonly cells: ReadonlyMap<FileSheet, readonly CellEdit[]>;
  /** The new texts of XML parts. The cells of a sheet are written into its new text. */
  readonly parts: PartChanges;
  /** The XML parts to remove. */
  readonly unwanted: ReadonlySet<string>;
}

/**
 * Returns the file with these changes. An edited sheet changes only in its cells and, if cells are added, its used range. All
 * other parts stay the same to the byte. The calculation chain is removed if a formula is.
 */
export async function writeWorkbook(workbook: Workbook, { cells, parts, unwanted }: BookChanges): Promise<Uint8Array> {
  const { zip, part } = workbook;
  const changes = new Map(parts);
  for (const [sheet, own] of cells) {
    if (own.length === 0) continue;
    const xml = changes.get(sheet.part) ?? (await zip.text(sheet.part));
    changes.set(sheet.part, writeCells(xml, sheet.part, own));
  }
  const isFormulaRemoved = [...cells.values()].some((own) => own.some(({ dropFormula }) => dropFormula));
  const chain = isFormulaRemoved ? await calculationChainOf(workbook) : [];
  const sources = ["", part, ...[...parts.keys()].filter((name) => !unwanted.has(name))];
  const removal = await withoutParts(zip, new Set([...unwanted, ...chain]), sources);
  for (const [name, text] of removal) changes.set(name, text);
  return zip.with(changes);
}
