/** The part of the workbook that the user chose for an action. */
import { contains, type Area, type SheetArea, type SheetPosition } from "../../grid/area";
import { isInvalidSelection } from "./background";

/** Everything, the sheet that is shown, or the selected cells. */
export type Scope = "workbook" | "sheet" | "selection";

const NO_SCOPE = "No cells are selected. Select cells of this workbook, or choose the sheet or the whole workbook.";
const NO_SHEET = "This workbook shows no worksheet. Show one, or choose the whole workbook.";

/**
 * Finds the areas of the scope that hold something.
 * @throws Error with a message for users if no cells are selected, or no worksheet is shown.
 */
export async function findScope(context: Excel.RequestContext, scope: Scope): Promise<SheetArea[]> {
  if (scope === "selection") return findSelected(context);
  return findUsed(context, scope === "sheet" ? [await readActiveSheet(context)] : await readSheets(context));
}

/** True if the cell is in one of the areas. */
export function isInAreas(cell: SheetPosition, areas: readonly SheetArea[]): boolean {
  return areas.some((area) => area.sheet === cell.sheet && contains(area, cell));
}

async function readSheets(context: Excel.RequestContext): Promise<string[]> {
  const worksheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  return worksheets.items.map(({ name }) => name);
}

/** Excel refuses with various codes while a chart sheet is shown, and with InvalidSelection while another workbook is in front. */
async function readActiveSheet(context: Excel.RequestContext): Promise<string> {
  const active = context.workbook.worksheets.getActiveWorksheet().load("name");
  try {
    await context.sync();
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (code === "InvalidOperationInCellEditMode") throw error;
    throw new Error(`${NO_SHEET} Excel says: ${message}`);
  }
  return active.name;
}

async function findUsed(context: Excel.RequestContext, sheets: readonly string[]): Promise<SheetArea[]> {
  const used = sheets.map((sheet) => {
    const range = context.workbook.worksheets.getItem(sheet).getUsedRangeOrNullObject(true);
    return { sheet, range: range.load("rowIndex,columnIndex,rowCount,columnCount") };
  });
  await context.sync();
  return used.flatMap(({ sheet, range }) => (range.isNullObject ? [] : [{ sheet, ...areaOf(range) }]));
}

/** Reads the used part of the selection: users select whole columns, and Excel hangs if it lists the areas of a whole sheet. */
async function findSelected(context: Excel.RequestContext): Promise<SheetArea[]> {
  const selected = context.workbook.getSelectedRanges();
  const { worksheet } = selected;
  worksheet.load("name");
  const used = selected.getUsedRangeAreasOrNullObject(true);
  used.load("areas/items/rowIndex,areas/items/columnIndex,areas/items/rowCount,areas/items/columnCount");
  try {
    await context.sync();
  } catch (error) {
    // A chart or a picture is selected, a chart sheet is shown, or another workbook is in front.
    if (isInvalidSelection(error)) throw new Error(NO_SCOPE);
    throw error;
  }
  if (used.isNullObject) return [];
  return used.areas.items.map((range) => ({ sheet: worksheet.name, ...areaOf(range) }));
}

function areaOf({ rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Area {
  return { row: rowIndex, column: columnIndex, rows: rowCount, columns: columnCount };
}
