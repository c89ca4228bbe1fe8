/** Adds and deletes the sheets, names and parts of the checks. */
import { parseSheetPosition } from "../../spreadsheet/cells/address";
import type { Ledger } from "../workbook/ledger/ledger";
import { runExcel } from "../workbook/cells/runExcel";

/** Starts the names of all sheets that checks add. */
export const SCRATCH_SHEET = "Insights check";
/** Starts all defined names that checks add. */
export const SCRATCH_NAME = "Insights_check_";
/** The namespace of the custom XML parts that checks add. */
export const SCRATCH_NAMESPACE = "urn:scenario-insights:check";

/** Adds the sheet for the next check. Rejects if the workbook takes none. */
export async function makeScratch(): Promise<string> {
  await runExcel({ delayForCellEdit: true }, async (context) => {
    context.workbook.worksheets.add(SCRATCH_SHEET);
    await context.sync();
  });
  return SCRATCH_SHEET;
}

/** Deletes all that checks have added, even by a run that ended half-way. */
export async function removeScratch(ledger: Ledger): Promise<void> {
  await runExcel({ delayForCellEdit: true }, async (context) => {
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

/** Removes the calls of the checks' cells from the ledger. */
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
