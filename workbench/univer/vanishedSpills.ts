/**
 * Recalculates formulas that read changed cells of a spill: cells that it no longer fills, or whose value differs. Univer does
 * so for some of them only, and skips formulas that it calculated before the spill's cells.
 */
import { ICommandService } from "@univerjs/core";
import { SetArrayFormulaDataMutation, SetTriggerFormulaCalculationStartMutation } from "@univerjs/engine-formula";
import { mapCells, type SheetArea } from "../../src/grid/area";
import { valueAt } from "./cells";
import { workbookOf, type Grid } from "./grid";
import { rangeOfArea } from "./range";
import { spillsOf } from "./spills";

/** The areas and contents of spills, by the position of their formula. */
type FilledSpills = ReadonlyMap<string, { readonly area: SheetArea; readonly content: string }>;

/** Call this before a workbook is calculated for the first time. */
export function followVanishedSpills(grid: Grid): void {
  const commands = grid.injector.get(ICommandService);
  let filled = filledSpills(grid);
  commands.onCommandExecuted(({ id }) => {
    if (id !== SetArrayFormulaDataMutation.id) return;
    const before = filled;
    filled = filledSpills(grid);
    const areas = [...changedAreas(before, filled), ...changedAreas(filled, before)].flatMap(withoutAnchor);
    if (areas.length === 0) return;
    const unitId = workbookOf(grid).getId();
    const dirtyRanges = areas.map((area) => ({ unitId, sheetId: area.sheet, range: rangeOfArea(area) }));
    const trigger = SetTriggerFormulaCalculationStartMutation.id;
    void commands.executeCommand(trigger, { dirtyRanges, commands: [] }, { onlyLocal: true });
  });
}

function filledSpills(grid: Grid): FilledSpills {
  return new Map(
    spillsOf(grid).map((area) => {
      const values = mapCells(area, (row, column) => valueAt(grid, { sheet: area.sheet, row, column }));
      return [`${area.sheet} ${area.row} ${area.column}`, { area, content: JSON.stringify(values) }];
    }),
  );
}

/** Returns the spills that `others` lacks or has with other contents. */
function changedAreas(spills: FilledSpills, others: FilledSpills): SheetArea[] {
  return [...spills]
    .filter(([anchor, { content }]) => others.get(anchor)?.content !== content)
    .map(([, { area }]) => area);
}

/** The cells beside the formula's own, and those below: its own would ask the function again. */
function withoutAnchor(spill: SheetArea): SheetArea[] {
  const { row, column, rows, columns } = spill;
  return [
    { ...spill, column: column + 1, rows: 1, columns: columns - 1 },
    { ...spill, row: row + 1, rows: rows - 1 },
  ].filter((part) => part.rows > 0 && part.columns > 0);
}
