/** What a person means to work on. */
import { contains, type Area, type SheetArea, type SheetPosition } from "../../grid/area";

/** Everything, the sheet that is shown, or what is selected. */
export type Scope = "workbook" | "sheet" | "selection";

const NO_CELLS = "No cells are selected. Select cells, or choose the sheet or the whole workbook.";

/** The areas of the scope that hold something. Throws where no cells are selected. */
export async function findScope(context: Excel.RequestContext, scope: Scope): Promise<SheetArea[]> {
  return scope === "selection" ? findSelected(context) : findUsed(context, scope);
}

/** Whether a cell is in one of the areas. */
export function isInAreas(cell: SheetPosition, areas: readonly SheetArea[]): boolean {
  return areas.some((area) => area.sheet === cell.sheet && contains(area, cell));
}

async function findUsed(context: Excel.RequestContext, scope: "workbook" | "sheet"): Promise<SheetArea[]> {
  const { worksheets } = context.workbook;
  const active = worksheets.getActiveWorksheet().load("name");
  worksheets.load("items/name");
  await context.sync();
  const names = scope === "workbook" ? worksheets.items.map(({ name }) => name) : [active.name];
  const used = names.map((sheet) => {
    const range = worksheets.getItem(sheet).getUsedRangeOrNullObject(true);
    return { sheet, range: range.load("rowIndex,columnIndex,rowCount,columnCount") };
  });
  await context.sync();
  return used.flatMap(({ sheet, range }) => (range.isNullObject ? [] : [{ sheet, ...areaOf(range) }]));
}

/** What is used of the selection: people select whole columns, and Excel hangs where it lists the areas of a whole sheet. */
async function findSelected(context: Excel.RequestContext): Promise<SheetArea[]> {
  const active = context.workbook.worksheets.getActiveWorksheet().load("name");
  const used = context.workbook.getSelectedRanges().getUsedRangeAreasOrNullObject(true);
  used.load("areas/items/rowIndex,areas/items/columnIndex,areas/items/rowCount,areas/items/columnCount");
  try {
    await context.sync();
  } catch (error) {
    // A chart or a picture is selected.
    if ((error as { code?: unknown }).code === "InvalidSelection") throw new Error(NO_CELLS);
    throw error;
  }
  if (used.isNullObject) return [];
  return used.areas.items.map((range) => ({ sheet: active.name, ...areaOf(range) }));
}

function areaOf({ rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Area {
  return { row: rowIndex, column: columnIndex, rows: rowCount, columns: columnCount };
}
