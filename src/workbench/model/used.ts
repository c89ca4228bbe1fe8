/** How much of a sheet holds something. */
import type { ICellData } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { union, type Area } from "./area";
import type { Book } from "./book";

/** The least area around all cells with a content, spilled ones too, or (unless only values count) a format; null for none. */
export function usedArea(book: Book, sheet: FWorksheet, valuesOnly: boolean): Area | null {
  let used: Area | null = null;
  const include = (area: Area) => void (used = used ? union(used, area) : area);
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      if (!cell || !(hasContent(cell) || (!valuesOnly && cell.s))) return;
      include(book.spillOf({ sheet: sheet.getSheetId(), row, column }) ?? { row, column, rows: 1, columns: 1 });
    });
  return used;
}

function hasContent({ f, si, v }: ICellData): boolean {
  return Boolean(f || si) || (v !== undefined && v !== null && v !== "");
}
