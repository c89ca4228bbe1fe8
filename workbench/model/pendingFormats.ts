/**
 * Formats that are set and not in the grid yet. Add-ins set one property of one range after the other, and after each change Univer
 * would merge styles, compile rules and draw. So they are written together: at the end of a request, or before cells are read,
 * filled or moved.
 */
import { ICommandService, ObjectMatrix, type ICellData, type IStyleData } from "@univerjs/core";
import { SetRangeValuesMutation, SetStyleCommand, type ISetRangeValuesMutationParams } from "@univerjs/sheets";
import { AddConditionalRuleMutation, type IConditionFormattingRule } from "@univerjs/sheets-conditional-formatting";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";
import { workbookOf, type Grid } from "../univer/grid";

export class PendingFormats {
  /** By the sheet's id. */
  private styles = new Map<string, ObjectMatrix<IStyleData>>();
  private rules: (readonly [sheet: string, rule: IConditionFormattingRule])[] = [];

  constructor(private readonly grid: Grid) {}

  /** Returns what is to change in a cell's style. */
  styleAt({ sheet, row, column }: SheetPosition): IStyleData | undefined {
    return this.styles.get(sheet)?.getValue(row, column) ?? undefined;
  }

  setStyle({ sheet, row, column }: SheetPosition, change: IStyleData): void {
    const cells = this.styles.get(sheet) ?? new ObjectMatrix<IStyleData>();
    this.styles.set(sheet, cells);
    cells.setValue(row, column, mergedStyle(cells.getValue(row, column) ?? {}, change));
  }

  /** Adds a conditional format. It can be changed while it is pending. */
  addRule(sheet: string, rule: IConditionFormattingRule): void {
    this.rules.push([sheet, rule]);
  }

  /** Returns the conditional formats of a sheet that are pending, the oldest first. */
  rulesOn(sheet: string): IConditionFormattingRule[] {
    return this.rules.flatMap(([on, rule]) => (on === sheet ? [rule] : []));
  }

  /** Writes all into the grid. Do not call this within a command: Univer would take its trigger, and drop formulas. */
  write(): void {
    const { styles, rules } = this;
    if (styles.size === 0 && rules.length === 0) return;
    this.styles = new Map();
    this.rules = [];
    const unitId = workbookOf(this.grid).getId();
    const commands = this.grid.injector.get(ICommandService);
    for (const [subUnitId, changes] of styles) {
      const cells = new ObjectMatrix<ICellData>();
      changes.forValue((row, column, style) => void cells.setValue(row, column, { s: style }));
      // Univer takes the formula for gone where cells are set without it, unless it is told that only the style is.
      const trigger = SetStyleCommand.id;
      const params: ISetRangeValuesMutationParams = { unitId, subUnitId, cellValue: cells.getMatrix(), trigger };
      commands.syncExecuteCommand(SetRangeValuesMutation.id, params);
    }
    for (const [subUnitId, rule] of rules)
      commands.syncExecuteCommand(AddConditionalRuleMutation.id, { unitId, subUnitId, rule });
  }
}

/** Merges a change into a style, or into another change. Borders are merged by their sides. */
export function mergedStyle(style: IStyleData, change: IStyleData): IStyleData {
  const borders = change.bd && { bd: { ...style.bd, ...change.bd } };
  return { ...style, ...change, ...borders };
}
