import { parseSheetPosition } from "../../grid/address";
import type { SheetPosition } from "../../grid/area";
import { areasOf } from "../cells/cellAreas";
import { findCells, rangeOf } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { forEachBatch } from "../cells/batches";

/**
 * Makes Excel call our functions again in these cells, by default in all that call one. Returns true if the workbook calculates by
 * hand; the cells are calculated all the same.
 */
export async function recalculate(cells?: readonly SheetPosition[]): Promise<boolean> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    const { application } = context.workbook;
    application.load("calculationMode");
    await context.sync();
    const present = onPresentSheets(cells ?? (await findCells(context)), sheets.items);
    // By areas, since the application's own `calculate` reaches every workbook that is open.
    await forEachBatch(context, areasOf(present), (area) => {
      const range = rangeOf(context, area).untrack();
      range.setDirty();
      range.calculate();
    });
    if (application.calculationMode === Excel.CalculationMode.automatic) return false;
    if (present.length > 0) calculateSheets(sheets);
    await context.sync();
    return true;
  });
}

/** Calculates what depends on our cells if the workbook calculates by hand. */
export async function calculateDependents(): Promise<void> {
  await Excel.run({ delayForCellEdit: true }, async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    calculateSheets(sheets);
    await context.sync();
  });
}

/** Dependents may be on any sheet. Only dirty cells are calculated. */
function calculateSheets({ items }: Excel.WorksheetCollection): void {
  for (const sheet of items) sheet.calculate(false);
}

/** Makes Excel call again the functions that failed; all if no call is known. */
export async function recalculateFailed(ledger: Ledger): Promise<void> {
  const calls = ledger.entries();
  if (calls.length === 0) return void (await recalculate());
  const failed = new Set(calls.flatMap(({ state, addresses }) => (state === "failed" ? [...addresses] : [])));
  await recalculate([...failed].flatMap((address) => parseSheetPosition(address) ?? []));
}

/** Returns the cells whose sheets still exist. */
function onPresentSheets<Cell extends SheetPosition>(
  cells: readonly Cell[],
  sheets: readonly Excel.Worksheet[],
): readonly Cell[] {
  const names = new Set(sheets.map(({ name }) => name.toLowerCase()));
  return cells.filter(({ sheet }) => names.has(sheet.toLowerCase()));
}
