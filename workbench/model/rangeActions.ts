/** What add-ins do to the cells of a range. */
import { Dimension } from "@univerjs/core";
import type { FRange } from "@univerjs/sheets/facade";
import { notImplemented, officeError, type HostObject } from "../office/hostObject";
import { cellArea, intersection, mapCells, positionsIn, type SheetPosition } from "../../src/spreadsheet/cells/area";
import { MAX_COLUMNS, MAX_ROWS } from "../../src/spreadsheet/cells/limits";
import { valueAt } from "../univer/gridValues";
import { checkedFirst, requireWritable } from "./protection";
import { grow, resolveRange, withinGrid, type HostRange } from "./range";
import { usedArea } from "./used";

export function rangeActions(range: HostRange): NonNullable<HostObject["methods"]> {
  const { model, sheet } = range;
  return {
    ...usedRanges(range),
    setDirty: () => {
      model.behaviour.uncalledCode = undefined;
      model.renew(cellsOf(range));
    },
    calculate: () => {
      if (model.behaviour.iterates && model.state.calculationMode === "Manual")
        throw officeError("GeneralException", "Excel cannot calculate this range.", "Range.calculate");
      model.renew(cellsOf(range));
    },
    select: () => {
      sheet.activate();
      gridCells(range).activate();
    },
    ...checkedFirst(() => {
      requireWritable(range);
      model.formats.write();
    }, writeActions(range)),
    _ValidateArraySize: () => null,
  };
}

/** The actions that change cells. */
function writeActions(range: HostRange) {
  const { model, sheet, area } = range;
  return {
    clear: (applyTo?: string) => clearCells(range, applyTo),
    insert: (shift: string) => {
      grow(sheet, area);
      shiftCells(range, shift === "Down", "insert");
      return model.rangeObject(sheet, area);
    },
    delete: (shift: string) => shiftCells(range, shift === "Up", "delete"),
    copyFrom: (source: HostObject | string, copyType?: string) => copyFrom(range, source, copyType ?? "All"),
    merge: () => void gridCells(range).merge(),
    ...groupActions(range),
  };
}

function groupActions({ model, sheet, area }: HostRange) {
  const id = sheet.getSheetId();
  const known = () => model.state.rowGroups?.[id] ?? [];
  /** Acts on the groups within the range. */
  const forEach = (by: string, act: (row: number, rows: number) => void) => {
    if (by !== "ByRows") throw notImplemented("Range", "hideGroupDetails");
    const within = known().filter(({ row, rows }) => row >= area.row && row + rows <= area.row + area.rows);
    if (within.length === 0) throw officeError("InvalidArgument", "The range has no group.");
    for (const { row, rows } of within) act(row, rows);
  };
  return {
    group: (by: string) => {
      if (by !== "ByRows") throw notImplemented("Range", "group");
      const { row, rows } = area;
      model.state.rowGroups = { ...model.state.rowGroups, [id]: [...known(), { row, rows }] };
      model.onChange();
    },
    hideGroupDetails: (by: string) => forEach(by, (row, rows) => sheet.hideRows(row, rows)),
    showGroupDetails: (by: string) => forEach(by, (row, rows) => sheet.showRows(row, rows)),
  };
}

function gridCells(range: HostRange): FRange {
  const { row, column, rows, columns } = withinGrid(range);
  return range.sheet.getRange(row, column, rows, columns);
}

/** @param applyTo "Contents" or "Formats" for one of them alone. */
export function clearCells(range: HostRange, applyTo?: string): void {
  if (applyTo !== "Formats") gridCells(range).clearContent();
  if (applyTo !== "Contents") gridCells(range).clearFormat();
}

function cellsOf(range: HostRange): SheetPosition[] {
  const sheet = range.sheet.getSheetId();
  return positionsIn(withinGrid(range)).map((position) => ({ sheet, ...position }));
}

/** Rows and columns as a whole move all that is below or beside them. */
function shiftCells({ sheet, area }: HostRange, isVertical: boolean, what: "insert" | "delete"): void {
  const { row, column, rows, columns } = area;
  if (columns === MAX_COLUMNS) {
    if (what === "insert") sheet.insertRows(row, rows);
    else sheet.deleteRows(row, rows);
  } else if (rows === MAX_ROWS) {
    if (what === "insert") sheet.insertColumns(column, columns);
    else sheet.deleteColumns(column, columns);
  } else {
    const cells = sheet.getRange(row, column, rows, columns);
    const dimension = isVertical ? Dimension.ROWS : Dimension.COLUMNS;
    if (what === "insert") cells.insertCells(dimension);
    else cells.deleteCells(dimension);
  }
}

/** Values take the place of formulas where only they are copied; a source of another shape is refused. */
async function copyFrom(range: HostRange, given: HostObject | string, copyType: string): Promise<void> {
  const { model, sheet, area } = range;
  if (typeof given === "string" || !["All", "Values", "Formulas"].includes(copyType))
    throw notImplemented("Range", "copyFrom");
  const source = resolveRange(given);
  if (source.area.rows !== area.rows || source.area.columns !== area.columns)
    throw officeError("InvalidArgument", "The source is not as large as the range.", "Range.copyFrom");
  await model.calculated();
  grow(sheet, area);
  const shift = [area.column - source.area.column, area.row - source.area.row] as const;
  const contents = mapCells(source.area, (row, column) => {
    const cell = source.sheet.getSheet().getCellRaw(row, column);
    const formula =
      copyType === "Values" || !(cell?.f || cell?.si) ? "" : source.sheet.getRange(row, column).getFormula();
    const style = copyType === "All" && cell?.s ? { s: source.sheet.getSheet().getCellStyle(row, column) ?? null } : {};
    if (formula) return { f: model.grid.api.getFormula().moveFormulaRefOffset(formula, ...shift), si: null, ...style };
    const value = valueAt(model.grid, { sheet: source.sheet.getSheetId(), row, column });
    return { v: value, f: null, si: null, ...style };
  });
  sheet.getRange(area.row, area.column, area.rows, area.columns).setValues(contents);
}

/** The part of a range that holds something, and its cells of one kind. */
function usedRanges(range: HostRange): NonNullable<HostObject["methods"]> {
  const { model, sheet, area } = range;
  const part = async (valuesOnly = false) => {
    await model.calculated();
    const used = usedArea(model, sheet, valuesOnly);
    const common = used && intersection(used, area);
    return common ? model.rangeObject(sheet, common) : null;
  };
  return {
    getUsedRange: async (valuesOnly?: boolean) => (await part(valuesOnly)) ?? model.rangeObject(sheet, cellArea(area)),
    getUsedRangeOrNullObject: part,
  };
}
