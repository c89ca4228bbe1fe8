/** The styles of cells, as Univer keeps them. */
import { ICommandService, ObjectMatrix, type ICellData, type IStyleData } from "@univerjs/core";
import { SetRangeValuesMutation, SetStyleCommand, type ISetRangeValuesMutationParams } from "@univerjs/sheets";
import { mapCells } from "../../src/sheet/area";
import { requireWritable } from "./protection";
import { withinGrid, type HostRange } from "./range";

/** The style that a cell has, all layers of it together. */
export function styleAt({ sheet }: HostRange, row: number, column: number): IStyleData {
  return sheet.getSheet().getComposedCellStyle(row, column);
}

/** Changes the cells' styles and nothing else of them; `style` is given each cell's place in the range. */
export function applyStyle(range: HostRange, style: (row: number, column: number) => IStyleData): void {
  requireWritable(range);
  const { row, column, rows, columns } = withinGrid(range);
  const cells = mapCells({ row: 0, column: 0, rows, columns }, (down, right) => ({ s: style(down, right) }));
  const part = range.sheet.getRange(row, column, rows, columns);
  // Univer takes the formula for gone where cells are set without it, unless it is told that only the style is.
  const cellValue = new ObjectMatrix<ICellData>();
  cells.forEach((line, down) => line.forEach((cell, right) => cellValue.setValue(row + down, column + right, cell)));
  const params: ISetRangeValuesMutationParams = {
    unitId: part.getUnitId(),
    subUnitId: part.getSheetId(),
    cellValue: cellValue.getMatrix(),
    trigger: SetStyleCommand.id,
  };
  range.model.grid.injector.get(ICommandService).syncExecuteCommand(SetRangeValuesMutation.id, params);
}
