/** A workbook with new values in its cells, and all else as it was. */
import { withoutCalculationChain } from "./calculationChain";
import { parseXml } from "./xml";
import { writeCells, type Edit } from "./edits";
import type { Sheet, Workbook } from "./workbook";

/**
 * The file with these edits. The XML of the edited sheets changes in their cells only (and in their used range, where
 * cells are added); other parts stay the same to the byte. Where formulas are removed, the list of the order in which
 * Excel last calculated goes, which Excel makes anew.
 */
export async function writeWorkbook(
  workbook: Workbook,
  edits: ReadonlyMap<Sheet, readonly Edit[]>,
): Promise<Uint8Array> {
  const { zip } = workbook;
  const changes = new Map<string, string | undefined>();
  for (const [{ part }, own] of edits) {
    if (own.length === 0) continue;
    const xml = await zip.text(part);
    changes.set(part, writeCells(xml, parseXml(xml, part), own));
  }
  const drops = [...edits.values()].some((own) => own.some(({ dropFormula }) => dropFormula));
  if (drops) for (const [part, text] of await withoutCalculationChain(workbook)) changes.set(part, text);
  return zip.with(changes);
}
