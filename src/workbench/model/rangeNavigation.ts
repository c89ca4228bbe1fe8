/** The ways that lead from a range to other ranges of its sheet. */
import { cellArea, intersection, union, type Area } from "../../grid/area";
import { parseAddress } from "../../grid/address";
import { MAX_COLUMNS, MAX_ROWS } from "../../grid/limits";
import { officeError, type HostObject } from "../office/hostObject";
import { spillOf, spillParent } from "../univer/spills";
import { resolveRange, type HostRange } from "./range";

/** The methods that lead from a range to another one on its sheet. */
export function otherRanges(range: HostRange): NonNullable<HostObject["methods"]> {
  const { area } = range;
  const to = (next: Partial<Area>) => range.model.rangeObject(range.sheet, { ...area, ...next });
  const { row, column, rows, columns } = area;
  const line = (area: Partial<Area>) => to({ rows: 1, columns: 1, ...area });
  return {
    getCell: (down: number, right: number) => line({ row: row + down, column: column + right }),
    getRow: (down: number) => to({ row: row + down, rows: 1 }),
    getColumn: (right: number) => to({ column: column + right, columns: 1 }),
    getLastCell: () => line({ row: row + rows - 1, column: column + columns - 1 }),
    getLastRow: () => to({ row: row + rows - 1, rows: 1 }),
    getLastColumn: () => to({ column: column + columns - 1, columns: 1 }),
    getEntireColumn: () => to({ row: 0, rows: MAX_ROWS }),
    getEntireRow: () => to({ column: 0, columns: MAX_COLUMNS }),
    getResizedRange: (down: number, right: number) => to({ rows: rows + down, columns: columns + right }),
    getAbsoluteResizedRange: (rows: number, columns: number) => to({ rows, columns }),
    getOffsetRange: (down: number, right: number) => to({ row: row + down, column: column + right }),
    getBoundingRect: (other: HostObject | string) => to(union(area, targetOf(range, other).area)),
    getIntersection: (other: HostObject | string) => {
      const common = commonArea(range, other);
      if (common) return to(common);
      throw officeError("ItemNotFound", "The ranges have no cell in common.");
    },
    getIntersectionOrNullObject: (other: HostObject | string) => {
      const common = commonArea(range, other);
      return common && to(common);
    },
  };
}

/** The sheet by its id; "" where there is no such sheet. */
function targetOf(range: HostRange, other: HostObject | string): { sheet: string; area: Area } {
  if (typeof other !== "string") {
    const { sheet, area } = resolveRange(other);
    return { sheet: sheet.getSheetId(), area };
  }
  const parsed = parseAddress(other);
  if (!parsed) throw officeError("InvalidArgument", `"${other}" is no address.`);
  const sheet = parsed.sheet === "" ? range.sheet : range.model.workbook().getSheetByName(parsed.sheet);
  return { sheet: sheet?.getSheetId() ?? "", area: parsed.area };
}

function commonArea(range: HostRange, other: HostObject | string): Area | null {
  const target = targetOf(range, other);
  if (target.sheet !== range.sheet.getSheetId()) return null;
  return intersection(range.area, target.area) ?? null;
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
  const needed = (find: () => Promise<HostObject | null>, message: string) => async () => {
    const found = await find();
    if (found) return found;
    throw officeError("ItemNotFound", message);
  };
  return {
    getSpillingToRange: needed(spilled, "The cell's formula doesn't spill."),
    getSpillingToRangeOrNullObject: spilled,
    getSpillParent: needed(parent, "No formula spills into the cell."),
    getSpillParentOrNullObject: parent,
  };
}
