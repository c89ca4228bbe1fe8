/** How much of a sheet holds something. */
import type { ICellData } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { cellArea, enclosingArea, type Area } from "../../src/spreadsheet/cells/area";
import { spillOf } from "../univer/spills";
import type { WorkbookModel } from "./workbookModel";

/** The least area around all cells with a content, spilled ones too, or (unless only values count) a format; null for none. */
export function usedArea(model: WorkbookModel, sheet: FWorksheet, valuesOnly: boolean): Area | null {
  let used: Area | null = null;
  const include = (area: Area) => void (used = used ? enclosingArea(used, area) : area);
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      if (!cell || !(hasContent(cell) || (!valuesOnly && cell.s))) return;
      include(spillOf(model.grid, { sheet: sheet.getSheetId(), row, column }) ?? cellArea({ row, column }));
    });
  return used;
}

function hasContent({ f, si, v }: ICellData): boolean {
  return Boolean(f || si) || (v !== undefined && v !== null && v !== "");
}
