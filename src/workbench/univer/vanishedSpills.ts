/** Has formulas calculated again that read cells which a spill no longer fills. Univer does so only for cells that it fills. */
import { ICommandService } from "@univerjs/core";
import { SetArrayFormulaDataMutation, SetTriggerFormulaCalculationStartMutation } from "@univerjs/engine-formula";
import { isInside, type Area, type SheetArea } from "../../grid/area";
import { workbookOf, type Grid } from "./grid";
import { rangeOfArea } from "./range";
import { spillsOf } from "./spills";

/** Call this before a workbook is calculated for the first time. */
export function followVanishedSpills(grid: Grid): void {
  const commands = grid.injector.get(ICommandService);
  let spills = spillsOf(grid);
  commands.onCommandExecuted(({ id }) => {
    if (id !== SetArrayFormulaDataMutation.id) return;
    const before = spills;
    spills = spillsOf(grid);
    const now = new Map(spills.map((spill) => [anchorOf(spill), spill]));
    const areas = before.filter((spill) => !isWithin(spill, now.get(anchorOf(spill)))).flatMap(withoutAnchor);
    if (areas.length === 0) return;
    const unitId = workbookOf(grid).getId();
    const dirtyRanges = areas.map((area) => ({ unitId, sheetId: area.sheet, range: rangeOfArea(area) }));
    const trigger = SetTriggerFormulaCalculationStartMutation.id;
    void commands.executeCommand(trigger, { dirtyRanges, commands: [] }, { onlyLocal: true });
  });
}

function anchorOf({ sheet, row, column }: SheetArea): string {
  return `${sheet} ${row} ${column}`;
}

function isWithin(spill: Area, other: Area | undefined): boolean {
  return other !== undefined && isInside(spill, other);
}

/** The cells beside the formula's own, and those below: its own would ask the function again. */
function withoutAnchor(spill: SheetArea): SheetArea[] {
  const { row, column, rows, columns } = spill;
  return [
    { ...spill, column: column + 1, rows: 1, columns: columns - 1 },
    { ...spill, row: row + 1, rows: rows - 1 },
  ].filter((part) => part.rows > 0 && part.columns > 0);
}
