/** Cells of one sheet, as the parts of the model hand them to each other. */
import type { FWorksheet } from "@univerjs/sheets/facade";
import { intersection, isOnSheet, type Area } from "../../src/spreadsheet/cells/area";
import { formatAddress, formatSheetPosition, parseAddress } from "../../src/spreadsheet/cells/address";
import { MAX_COLUMNS, MAX_ROWS } from "../../src/spreadsheet/cells/limits";
import { officeError, type HostObject } from "../office/hostObject";
import { valueAt } from "../univer/gridValues";
import { gridArea } from "../univer/range";
import type { WorkbookModel } from "./workbookModel";

export interface HostRange {
  readonly model: WorkbookModel;
  readonly sheet: FWorksheet;
  readonly area: Area;
}

const ranges = new WeakMap<HostObject, HostRange>();

/** Remembers which cells an object stands for, and gives the object. */
export function registerRange(object: HostObject, range: HostRange): HostObject {
  ranges.set(object, range);
  return object;
}

/** The cells that a range among a method's arguments means. @throws InvalidArgument for another object. */
export function resolveRange(object: HostObject): HostRange {
  const range = ranges.get(object);
  if (!range) throw officeError("InvalidArgument", `A ${object.type} is no range.`);
  return range;
}

/** The area that an address means, whatever sheet it names. @throws InvalidArgument for what is no address. */
export function areaAt(address: string): Area {
  const parsed = parseAddress(address);
  if (parsed) return parsed.area;
  throw officeError("InvalidArgument", `"${address}" is no address.`);
}

/** @throws InvalidArgument where the area has no cell, or would lie beyond the sheet. */
export function requireOnSheet(area: Area): void {
  if (isOnSheet(area) && area.rows >= 1 && area.columns >= 1) return;
  throw officeError("InvalidArgument", "The argument is invalid or missing or has an incorrect format.");
}

/** The address with the sheet's name, as Excel writes it: `Sheet1!A1:B2`, `'P&L'!A:A`. */
export function addressOfRange({ sheet, area }: Pick<HostRange, "sheet" | "area">): string {
  return formatAddress(sheet.getSheetName(), area);
}

/** The value of a cell as Excel returns it: "" if the cell is blank. */
export function cellValue({ model, sheet }: HostRange, row: number, column: number): string | number | boolean {
  const cell = { sheet: sheet.getSheetId(), row, column };
  if (model.behaviour.zeroCells?.has(formatSheetPosition({ ...cell, sheet: sheet.getSheetName() }))) return 0;
  const previous = model.behaviour.keepOldValues ? model.calculation.valueBefore(cell) : undefined;
  return previous ?? valueAt(model.grid, cell) ?? "";
}

/** The part of the range that is in the grid; a whole column goes as far as that does. */
export function withinGrid({ sheet, area }: HostRange): Area {
  if (area.rows < MAX_ROWS && area.columns < MAX_COLUMNS) grow(sheet, area);
  return intersection(area, gridArea(sheet)) ?? area;
}

/** Univer's sheets are as large as somebody made them; Excel's have room. */
export function grow(sheet: FWorksheet, { row, column, rows, columns }: Area): void {
  if (rows === MAX_ROWS || columns === MAX_COLUMNS) return;
  if (row + rows > sheet.getMaxRows()) sheet.setRowCount(row + rows);
  if (column + columns > sheet.getMaxColumns()) sheet.setColumnCount(column + columns);
}
