import { parseSheetPosition } from "../grid/address";
import type { SheetPosition } from "../grid/area";
import { cellAt, findCells } from "./cells";
import type { Ledger } from "./ledger";
import { eachPortion } from "./portions";

/** Has Excel ask our functions again in these cells, or in every cell that calls one, also when the workbook calculates by hand. */
export async function recalculate(cells?: readonly SheetPosition[]): Promise<void> {
  await Excel.run(async (context) => {
    const present = await onPresentSheets(context, cells ?? (await findCells(context)));
    await eachPortion(context, present, (cell) => cellAt(context, cell).setDirty());
    if (present.length > 0) context.application.calculate(Excel.CalculationType.recalculate);
    await context.sync();
  });
}

/** Has Excel ask again where an answer failed; everywhere if nothing is known of the cells. */
export async function recalculateFailed(ledger: Ledger): Promise<void> {
  const calls = ledger.calls();
  if (calls.length === 0) return recalculate();
  const failed = new Set(calls.flatMap(({ state, addresses }) => (state === "failed" ? [...addresses] : [])));
  await recalculate([...failed].flatMap((address) => parseSheetPosition(address) ?? []));
}

/** Those of the cells whose sheet is still there. */
async function onPresentSheets(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
): Promise<readonly SheetPosition[]> {
  const sheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const names = new Set(sheets.items.map(({ name }) => name.toLowerCase()));
  return cells.filter(({ sheet }) => names.has(sheet.toLowerCase()));
}
