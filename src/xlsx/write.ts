/** Writes new values into the cells of a workbook. */
import { withoutCalculationChain } from "./calculationChain";
import { parseXml } from "./xml";
import { writeCells, type CellEdit } from "./edits";
import type { FileSheet, Workbook } from "./workbook";

/**
 * The file with these edits. In the edited sheets only the cells change, and the used range where cells are added. All
 * other parts stay the same to the byte, but for the calculation chain, which is removed where formulas are.
 */
export async function writeWorkbook(
  workbook: Workbook,
  edits: ReadonlyMap<FileSheet, readonly CellEdit[]>,
): Promise<Uint8Array> {
  const { zip } = workbook;
  const changes = new Map<string, string | undefined>();
  for (const [{ part }, own] of edits) {
    if (own.length === 0) continue;
    const xml = await zip.text(part);
    changes.set(part, writeCells(xml, parseXml(xml, part), own));
  }
  const isFormulaRemoved = [...edits.values()].some((own) => own.some(({ dropFormula }) => dropFormula));
  if (isFormulaRemoved) for (const [part, text] of await withoutCalculationChain(workbook)) changes.set(part, text);
  return zip.with(changes);
}
