/** The sheets, names and parts that checks make, and their end. */
import { parseSheetPosition } from "../../grid/address";
import type { Ledger } from "../ledger/ledger";

/** Begins the names of all sheets that checks make. */
export const SCRATCH_SHEET = "Insights check";
/** Begins all defined names that checks make. */
export const SCRATCH_NAME = "Insights_check_";
/** The namespace of the custom XML parts that checks make. */
export const SCRATCH_NAMESPACE = "urn:scenario-insights:check";

/** Makes the sheet that the next check works on. Rejects where the workbook takes none. */
export async function makeScratch(): Promise<string> {
  await Excel.run({ delayForCellEdit: true }, async (context) => {
    context.workbook.worksheets.add(SCRATCH_SHEET);
    await context.sync();
  });
  return SCRATCH_SHEET;
}

/** Deletes whatever checks have made, also what one has left that did not come to its end. */
export async function removeScratch(ledger: Ledger): Promise<void> {
  await Excel.run({ delayForCellEdit: true }, async (context) => {
    const { worksheets, names, customXmlParts } = context.workbook;
    worksheets.load("items/name,items/visibility");
    names.load("items/name");
    const parts = customXmlParts.getByNamespace(SCRATCH_NAMESPACE).load("items/id");
    await context.sync();
    for (const sheet of worksheets.items.filter(({ name }) => isScratch(name))) {
      sheet.visibility = Excel.SheetVisibility.visible;
      sheet.delete();
    }
    for (const name of names.items.filter((each) => each.name.startsWith(SCRATCH_NAME))) name.delete();
    for (const part of parts.items) part.delete();
    await context.sync();
  });
  forgetCalls(ledger);
}

/** The calls of the checks' cells are no questions of the workbook. */
function forgetCalls(ledger: Ledger): void {
  const addresses = ledger.entries().flatMap((call) => [...call.addresses]);
  const own = addresses.filter((address) => isScratch(parseSheetPosition(address)?.sheet ?? ""));
  if (own.length === 0) return;
  const touched = ledger.entries().filter((call) => own.some((address) => call.addresses.has(address)));
  ledger.detach(own);
  ledger.remove(touched.filter(({ addresses: left }) => left.size === 0));
}

function isScratch(sheet: string): boolean {
  return sheet.startsWith(SCRATCH_SHEET);
}
