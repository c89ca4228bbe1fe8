/** Writes new values into the cells of a workbook. */
import { calculationChainOf, withoutParts, type PartChanges } from "./removal";
import { writeCells, type CellEdit } from "./edits";
import type { FileSheet, Workbook } from "./workbook";

export interface BookChanges {
  readonly cells: ReadonlyMap<FileSheet, readonly CellEdit[]>;
  /** The new texts of parts. Of a sheet's it is what its cells are then written into. */
  readonly parts: PartChanges;
  /** The parts to remove. */
  readonly unwanted: ReadonlySet<string>;
}

/**
 * The file with these changes. In the edited sheets only the cells change, and the used range where cells are added. All
 * other parts stay the same to the byte, but for the calculation chain, which is removed where formulas are.
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
