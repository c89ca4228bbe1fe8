import { findCells, placeOf, portionsOf, type Place } from "./cells";
import type { Ledger } from "./ledger";

/** Has Excel ask our functions again in these cells, or in every cell that calls one, also when the workbook calculates by hand. */
export async function recalculate(places?: readonly Place[]): Promise<void> {
  await Excel.run(async (context) => {
    const cells = await present(context, places ?? (await findCells(context)));
    for (const portion of portionsOf(cells)) {
      for (const { sheet, row, column } of portion) {
        context.workbook.worksheets.getItem(sheet).getCell(row, column).setDirty();
      }
      // Each part is as much as one request can hold.
      // eslint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync();
    }
    if (cells.length > 0) context.application.calculate(Excel.CalculationType.recalculate);
    await context.sync();
  });
}

/** Has Excel ask again where an answer failed; everywhere if nothing is known of the cells. */
export async function recalculateFailed(ledger: Ledger): Promise<void> {
  const calls = ledger.calls();
  if (calls.length === 0) return recalculate();
  const failed = new Set(calls.flatMap(({ state, addresses }) => (state === "failed" ? [...addresses] : [])));
  await recalculate([...failed].flatMap((address) => placeOf(address) ?? []));
}

/** Those of the cells whose sheet is still there. */
async function present(context: Excel.RequestContext, places: readonly Place[]): Promise<readonly Place[]> {
  const sheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const names = new Set(sheets.items.map(({ name }) => name.toLowerCase()));
  return places.filter(({ sheet }) => names.has(sheet.toLowerCase()));
}
