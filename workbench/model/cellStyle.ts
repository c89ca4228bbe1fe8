/** The styles of cells, as Univer keeps them. */
import type { IStyleData } from "@univerjs/core";
import { mapCells } from "../../src/spreadsheet/cells/area";
import { mergedStyle } from "./pendingFormats";
import { requireWritable } from "./protection";
import { withinGrid, type HostRange } from "./range";

/** The style that a cell has, all layers of it together. */
export function styleAt({ model, sheet }: HostRange, row: number, column: number): IStyleData {
  const style = sheet.getSheet().getComposedCellStyle(row, column);
  const pending = model.formats.styleAt({ sheet: sheet.getSheetId(), row, column });
  return pending ? mergedStyle(style, pending) : style;
}

/** Changes the cells' styles and nothing else of them; `style` is given each cell's place in the range. */
export function applyStyle(range: HostRange, style: (row: number, column: number) => IStyleData): void {
  requireWritable(range);
  const { row, column, rows, columns } = withinGrid(range);
  const sheet = range.sheet.getSheetId();
  mapCells({ row: 0, column: 0, rows, columns }, (down, right) =>
    range.model.formats.setStyle({ sheet, row: row + down, column: column + right }, style(down, right)),
  );
}
