/** The ways that lead from a range to other ranges of its sheet. */
import { cellArea, intersection, enclosingArea, type Area } from "../../src/spreadsheet/cells/area";
import type { HostObject } from "../office/hostObject";
import { spillOf, spillParent } from "../univer/spills";
import { addressOfRange, resolveRange, type HostRange } from "./range";
import { clearUndo } from "./workbookModel";

/** The methods that lead from a range to another one on its sheet. */
export function otherRanges({ model, sheet, area }: HostRange): NonNullable<HostObject["methods"]> {
  const { row, column, rows, columns } = area;
  const to = (next: Partial<Area>) => model.rangeObject(sheet, { ...area, ...next });
  return {
    getCell: (down: number, right: number) => to({ row: row + down, column: column + right, rows: 1, columns: 1 }),
    // Office.js itself divides large values by these two.
    getRow: (down: number) => to({ row: row + down, rows: 1 }),
    getBoundingRect: (other: HostObject) => to(enclosingArea(area, resolveRange(other).area)),
    getResizedRange: (down: number, right: number) => to({ rows: rows + down, columns: columns + right }),
    getOffsetRange: (down: number, right: number) => to({ row: row + down, column: column + right }),
  };
}

/** The merged cells that the range has a part of; a person may have merged cells in any number of places. */
export function mergedAreas(range: HostRange): NonNullable<HostObject["methods"]> {
  const { model, sheet, area } = range;
  const within = () =>
    sheet
      .getMergedRanges()
      .map((each) => each.getRange())
      .map(({ startRow: row, startColumn: column, endRow, endColumn }) => ({
        row,
        column,
        rows: endRow - row + 1,
        columns: endColumn - column + 1,
      }))
      .filter((each) => intersection(area, each));
  const areas = () => {
    // As in Excel, asking leaves Undo nothing to take back (oj#5918).
    clearUndo(model);
    const merged = within();
    if (merged.length === 0) return null;
    return {
      type: "RangeAreas",
      values: { address: () => merged.map((each) => addressOfRange({ sheet, area: each })).join(",") },
    };
  };
  return { getMergedAreasOrNullObject: areas };
}

/** Where a formula spills to, and which one a cell's value is spilled by. */
export function spillRanges(range: HostRange): NonNullable<HostObject["methods"]> {
  const { model, sheet, area } = range;
  const cell = { sheet: sheet.getSheetId(), row: area.row, column: area.column };
  const spilled = async () => {
    await model.calculated();
    const spill = spillOf(model.grid, cell);
    return spill ? model.rangeObject(sheet, spill) : null;
  };
  const parent = async () => {
    await model.calculated();
    const anchor = spillParent(model.grid, cell);
    return anchor ? model.rangeObject(sheet, cellArea(anchor)) : null;
  };
  return { getSpillingToRangeOrNullObject: spilled, getSpillParentOrNullObject: parent };
}
