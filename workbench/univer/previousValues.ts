/** What cells showed before their functions began to run again. */
import { ICommandService } from "@univerjs/core";
import { SetFormulaCalculationStartMutation } from "@univerjs/engine-formula";
import { positionsIn, type SheetPosition } from "../../src/grid/area";
import { cellKey } from "../../src/engine/calls";
import { PENDING_CODE } from "../../src/engine/objects";
import { valueAt, type GridValue } from "./cells";
import { workbookOf, type Grid } from "./grid";
import { spillsOf } from "./spills";

export interface PreviousValues {
  /** The value that a cell showed before its formula, or the one that spills into it, became pending; undefined otherwise. */
  of(cell: SheetPosition): GridValue | undefined;
}

interface Previous {
  readonly value: GridValue;
  /** The cell of the formula that fills the cell. */
  readonly formula: SheetPosition;
}

/** Values are remembered at the start of each calculation for which `isOn` returns true. */
export function rememberValues(grid: Grid, isOn: () => boolean): PreviousValues {
  const values = new Map<string, Previous>();
  grid.injector.get(ICommandService).beforeCommandExecuted(({ id }) => {
    if (id !== SetFormulaCalculationStartMutation.id) return;
    if (isOn()) remember(grid, values);
    else values.clear();
  });
  return {
    of(cell) {
      const previous = values.get(cellKey(cell));
      return previous && isPending(grid, previous.formula) ? previous.value : undefined;
    },
  };
}

function remember(grid: Grid, values: Map<string, Previous>): void {
  for (const formula of formulaCells(grid)) {
    if (isPending(grid, formula)) continue;
    const value = valueAt(grid, formula);
    // A formula that was just entered has shown nothing yet: Excel shows #BUSY! there.
    if (value === null) values.delete(cellKey(formula));
    else values.set(cellKey(formula), { value, formula });
  }
  for (const spill of spillsOf(grid)) {
    const formula = { sheet: spill.sheet, row: spill.row, column: spill.column };
    for (const position of positionsIn(spill)) {
      const cell = { sheet: spill.sheet, ...position };
      values.set(cellKey(cell), { value: valueAt(grid, cell), formula });
    }
  }
}

function formulaCells(grid: Grid): SheetPosition[] {
  const cells: SheetPosition[] = [];
  for (const sheet of workbookOf(grid).getSheets())
    sheet
      .getSheet()
      .getCellMatrix()
      .forValue((row, column, cell) => {
        if (cell?.f || cell?.si) cells.push({ sheet: sheet.getSheetId(), row, column });
      });
  return cells;
}

function isPending(grid: Grid, { sheet, row, column }: SheetPosition): boolean {
  const cell = workbookOf(grid).getWorkbook().getSheetBySheetId(sheet)?.getCellRaw(row, column);
  return cell?.v === PENDING_CODE;
}
