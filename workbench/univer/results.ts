/** Shows the results of formulas in the grid's cells. */
import { ICommandService, type ICellData, type IRange, type Workbook, type Worksheet } from "@univerjs/core";
import {
  FormulaDataModel,
  SetArrayFormulaDataMutation,
  SetFormulaCalculationResultMutation,
} from "@univerjs/engine-formula";
import { SetWorksheetColumnCountMutation, SetWorksheetRowCountMutation } from "@univerjs/sheets";
import { PENDING } from "../../src/spreadsheet/engine/errorValues";
import type { Formula } from "../../src/spreadsheet/engine/formula";
import { Matrix, matrixOf } from "../../src/spreadsheet/engine/operand";
import type { Area } from "../../src/spreadsheet/cells/area";
import { cellOfValue, valueOfCell } from "./contents";
import { workbookOf, type Grid } from "./grid";
import { areaOfRange, rangeOfArea } from "./range";

/** Cells of one sheet, by row and column. */
type Cells<T> = Record<number, Record<number, T>>;

/** A formula whose result may have changed. */
export interface ShownFormula {
  /** The id of its sheet. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** What it shows; undefined if its cell holds another formula now, or none. */
  readonly rows: Matrix | undefined;
}

const LOCAL = { onlyLocal: true };

const BUSY = new Matrix(1, 1, [PENDING]);

/** What a formula shows. Of a pending one its own cell alone waits. */
export function shownRows({ state, rows }: Formula): Matrix | undefined {
  return state === "pending" ? BUSY : rows;
}

/**
 * Writes results into cells, and into Univer's lists of spills.
 * @param others Results of formulas that stand in no cell, as Univer takes them.
 */
export function showResults(grid: Grid, formulas: readonly ShownFormula[], others: object): void {
  const workbook = workbookOf(grid).getWorkbook();
  showSpills(grid, workbook, formulas);
  const results: Record<string, Cells<ICellData>> = {};
  for (const { sheet, row, column, rows } of formulas) {
    const worksheet = workbook.getSheetBySheetId(sheet);
    if (!worksheet || !rows) continue;
    const cell = cellOfValue(rows.at(0, 0));
    const now = worksheet.getCellRaw(row, column);
    if (now?.v !== cell.v || now?.t !== cell.t) ((results[sheet] ??= {})[row] ??= {})[column] = cell;
  }
  grid.injector
    .get(ICommandService)
    .syncExecuteCommand(
      SetFormulaCalculationResultMutation.id,
      { unitData: { [workbook.getUnitId()]: results }, unitOtherData: others },
      LOCAL,
    );
}

/** Univer lists the ranges of spills by the cells of their formulas, and all their cells with what they show. */
function showSpills(grid: Grid, workbook: Workbook, formulas: readonly ShownFormula[]): void {
  const { ranges, cells, show } = spillLists(grid, workbook);
  let hasChanged = false;
  for (const { sheet, row, column } of formulas) {
    const former = ranges[sheet]?.[row]?.[column];
    if (!former) continue;
    hasChanged = true;
    clear(cells[sheet], areaOfRange(former));
    delete ranges[sheet]?.[row]?.[column];
  }
  for (const { sheet, row, column, rows } of formulas) {
    const worksheet = workbook.getSheetBySheetId(sheet);
    if (!worksheet || !rows || rows.values.length === 1) continue;
    hasChanged = true;
    const area = { row, column, rows: rows.rows, columns: rows.columns };
    grow(grid, worksheet, area);
    ((ranges[sheet] ??= {})[row] ??= {})[column] = rangeOfArea(area);
    fill((cells[sheet] ??= {}), area, rows);
  }
  if (hasChanged) show();
}

function spillLists({ injector }: Grid, workbook: Workbook) {
  const model = injector.get(FormulaDataModel);
  const unit = workbook.getUnitId();
  const [arrayFormulaRange, arrayFormulaCellData] = [model.getArrayFormulaRange(), model.getArrayFormulaCellData()];
  return {
    ranges: (arrayFormulaRange[unit] ??= {}) as Record<string, Cells<IRange>>,
    cells: (arrayFormulaCellData[unit] ??= {}) as Record<string, Cells<ICellData>>,
    show: (): void => {
      const data = { arrayFormulaRange, arrayFormulaCellData };
      injector.get(ICommandService).syncExecuteCommand(SetArrayFormulaDataMutation.id, data, LOCAL);
    },
  };
}

/** Empties Univer's lists of spills. */
export function clearSpills(grid: Grid): void {
  const { ranges, cells, show } = spillLists(grid, workbookOf(grid).getWorkbook());
  for (const list of [ranges, cells]) for (const sheet of Object.keys(list)) delete list[sheet];
  show();
}

function fill(cells: Cells<ICellData>, { row, column }: Area, rows: Matrix): void {
  for (let down = 0; down < rows.rows; down++)
    for (let right = 0; right < rows.columns; right++)
      (cells[row + down] ??= {})[column + right] = cellOfValue(rows.at(down, right));
}

function clear(cells: Cells<ICellData> | undefined, { row, column, rows, columns }: Area): void {
  for (let down = row; down < row + rows; down++)
    for (let right = column; right < column + columns; right++) delete cells?.[down]?.[right];
}

/** Univer's sheets are as large as they were made. */
function grow({ injector }: Grid, sheet: Worksheet, { row, column, rows, columns }: Area): void {
  const commands = injector.get(ICommandService);
  const place = { unitId: sheet.getUnitId(), subUnitId: sheet.getSheetId() };
  if (row + rows > sheet.getRowCount())
    commands.syncExecuteCommand(SetWorksheetRowCountMutation.id, { ...place, rowCount: row + rows }, LOCAL);
  if (column + columns > sheet.getColumnCount())
    commands.syncExecuteCommand(SetWorksheetColumnCountMutation.id, { ...place, columnCount: column + columns }, LOCAL);
}

/** Returns what a formula's cells show, if it is calculated: results of an earlier visit, or those that moved along. */
export function keptRows(grid: Grid, sheet: Worksheet, row: number, column: number): Matrix | undefined {
  const cell = sheet.getCellRaw(row, column);
  if (cell?.v === undefined || cell.v === null) return undefined;
  const { ranges, cells } = spillLists(grid, workbookOf(grid).getWorkbook());
  const range = ranges[sheet.getSheetId()]?.[row]?.[column];
  if (!range) return new Matrix(1, 1, [valueOfCell(cell, true)]);
  const spilled = cells[sheet.getSheetId()];
  const { rows, columns } = areaOfRange(range);
  return matrixOf(rows, columns, (down, right) => valueOfCell(spilled?.[row + down]?.[column + right], true));
}
