/** What add-ins do to the cells of a range. */
import { Dimension } from "@univerjs/core";
import { notImplemented, officeError, type HostObject } from "../office/interpreter";
import { eachCell, intersection, MOST_COLUMNS, MOST_ROWS } from "./area";
import { grow, rangeObject, rangeOf, withinGrid, type Range } from "./range";
import { usedArea } from "./used";

export function rangeActions(range: Range): NonNullable<HostObject["methods"]> {
  const { book, sheet, area } = range;
  const cells = () => {
    const { row, column, rows, columns } = withinGrid(range);
    return sheet.getRange(row, column, rows, columns);
  };
  return {
    ...usedRanges(range),
    setDirty: () =>
      void eachCell(withinGrid(range), (row, column) => book.markDirty({ sheet: sheet.getSheetId(), row, column })),
    calculate: () =>
      void book.renew(eachCell(area, (row, column) => ({ sheet: sheet.getSheetId(), row, column })).flat()),
    select: () => {
      sheet.activate();
      cells().activate();
    },
    clear(applyTo?: string) {
      if (applyTo !== "Formats") cells().clearContent();
      if (applyTo !== "Contents") cells().clearFormat();
      book.edited();
    },
    insert: (shift: string) => {
      grow(sheet, area);
      shiftCells(range, shift === "Down", "insert");
      book.edited();
      return rangeObject(range);
    },
    delete: (shift: string) => {
      shiftCells(range, shift === "Up", "delete");
      book.edited();
    },
    copyFrom: (source: HostObject | string, copyType?: string) => copyFrom(range, source, copyType ?? "All"),
    merge: () => void cells().merge(),
    unmerge: () => void cells().breakApart(),
    _ValidateArraySize: () => null,
  };
}

/** Rows and columns as a whole move all that is below or beside them. */
function shiftCells({ sheet, area }: Range, isVertical: boolean, what: "insert" | "delete"): void {
  const { row, column, rows, columns } = area;
  if (columns === MOST_COLUMNS) {
    if (what === "insert") sheet.insertRows(row, rows);
    else sheet.deleteRows(row, rows);
  } else if (rows === MOST_ROWS) {
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
async function copyFrom(range: Range, given: HostObject | string, copyType: string): Promise<void> {
  const { book, sheet, area } = range;
  if (typeof given === "string" || !["All", "Values", "Formulas"].includes(copyType))
    throw notImplemented("Range", "copyFrom");
  const source = rangeOf(given);
  if (source.area.rows !== area.rows || source.area.columns !== area.columns)
    throw officeError("InvalidArgument", "The source is not as large as the range.", "Range.copyFrom");
  await book.calculated();
  grow(sheet, area);
  const shift = [area.column - source.area.column, area.row - source.area.row] as const;
  const contents = eachCell(source.area, (row, column) => {
    const cell = source.sheet.getSheet().getCellRaw(row, column);
    const formula =
      copyType === "Values" || !(cell?.f || cell?.si) ? "" : source.sheet.getRange(row, column).getFormula();
    const style = copyType === "All" && cell?.s ? { s: source.sheet.getSheet().getCellStyle(row, column) ?? null } : {};
    if (formula) return { f: book.grid.api.getFormula().moveFormulaRefOffset(formula, ...shift), si: null, ...style };
    const value = book.valueAt({ sheet: source.sheet.getSheetId(), row, column });
    return { v: value as string | number | boolean | null, f: null, si: null, ...style };
  });
  sheet.getRange(area.row, area.column, area.rows, area.columns).setValues(contents);
  book.edited();
}

/** The part of a range that holds something, and its cells of one kind. */
function usedRanges(range: Range): NonNullable<HostObject["methods"]> {
  const { book, sheet, area } = range;
  const part = async (valuesOnly = false) => {
    await book.calculated();
    const used = usedArea(book, sheet, valuesOnly);
    const met = used && intersection(used, area);
    return met && rangeObject({ ...range, area: met });
  };
  return {
    getUsedRange: async (valuesOnly?: boolean) =>
      (await part(valuesOnly)) ?? rangeObject({ ...range, area: { ...area, rows: 1, columns: 1 } }),
    getUsedRangeOrNullObject: part,
  };
}
