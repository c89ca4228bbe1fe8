/**
 * `window.workbench`: end-to-end tests reach the grid, which is a canvas, through it. It reads what a user would see, and enters
 * what a user would type. The page itself does not use it.
 *
 * Addresses are as in formulas: "B4" and "B4:D9" on the sheet that is shown, "Demand!A1" or "'P&L'!A1" on another one.
 */
import { IUniverInstanceService, type ICellData } from "@univerjs/core";
import { getViewportByCell, IRenderManagerService } from "@univerjs/preset-sheets-core";
import type { HostBehaviour } from "../model/behaviour";
import type { People } from "./people";
import type { GridCalculation } from "../univer/calculation";
import { rangeAt, sheetNamed, valueAt, valuesIn, type GridValue } from "../univer/gridValues";
import { workbookOf, type Grid } from "../univer/grid";
import { untilSettled } from "../univer/settled";

export interface WorkbenchHandle {
  /** Resolves when the add-in runs, and the connection to the sandbox has succeeded or failed. */
  ready: Promise<void>;
  /** Switches for Excel's behaviours. */
  behaviour: HostBehaviour;
  /** The users in the workbook. */
  people: People;
  /** Undoes the last change of cells, like Ctrl+Z. */
  undo(): Promise<void>;
  /** One cell. */
  cell(address: string): ShownCell;
  /** The values of a range, row by row. */
  values(address: string): GridValue[][];
  /** Puts a formula (with its "=") or a value into a cell, or rows of them into a range at once, as pasting does. */
  enter(address: string, text: string | string[][]): void;
  /** Returns the number of pending cells. */
  pending(): number;
  /** Resolves when everything is calculated and no cell is pending. */
  settled(): Promise<void>;
  /** The sheets' names, in order, and the one that is shown. */
  sheets(): { names: string[]; active: string };
  /** Shows another sheet. */
  activate(sheet: string): void;
  /** Selects a range of the sheet that is shown, and scrolls to it. */
  select(address: string): void;
  /** The middle of a cell of the shown sheet, in CSS pixels of the page; for a pointer to hover or to click. */
  position(address: string): { x: number; y: number };
}

export interface ShownCell {
  /** "#BUSY!" while it waits, "#N/A" and the like in error, null where blank. */
  value: GridValue;
  /** As it is shown, formatted. */
  text: string;
  /** "" where the cell has none; a cell that a spill fills has none. */
  formula: string;
  /** The message of an error. */
  message: string | undefined;
}

declare global {
  interface Window {
    workbench?: WorkbenchHandle;
  }
}

export interface HandleOptions extends Pick<WorkbenchHandle, "ready" | "behaviour" | "people"> {
  grid: Grid;
  calculation: GridCalculation;
}

export function createHandle({ grid, calculation, ...given }: HandleOptions): WorkbenchHandle {
  const workbook = () => workbookOf(grid);
  return {
    ...given,
    async undo() {
      // Univer undoes changes of the focused document.
      grid.injector.get(IUniverInstanceService).focusUnit(workbook().getId());
      await grid.api.undo();
    },
    cell: (address) => shownCell(grid, calculation, address),
    values: (address) => valuesIn(grid, address),
    enter(address, text) {
      const rows = typeof text === "string" ? [[text]] : text;
      rangeAt(grid, address).setValues(rows.map((row) => row.map(typed)));
    },
    pending: () => calculation.calls.cells("waiting").length,
    settled: () => untilSettled(calculation),
    sheets: () => ({
      names: workbook()
        .getSheets()
        .map((sheet) => sheet.getSheetName()),
      active: workbook().getActiveSheet().getSheetName(),
    }),
    activate: (sheet) => void workbook().setActiveSheet(sheetNamed(grid, sheet)),
    select(address) {
      const range = rangeAt(grid, address).activate();
      workbook().getActiveSheet().scrollToCell(range.getRow(), range.getColumn());
    },
    position: (address) => positionOf(grid, address),
  };
}

/** Returns the content of a cell after typing this text. */
function typed(text: string): ICellData {
  if (text.startsWith("=")) return { f: text, si: null };
  return { v: text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text), f: null, si: null };
}

function shownCell(grid: Grid, calculation: GridCalculation, address: string): ShownCell {
  const range = rangeAt(grid, address);
  const cell = { sheet: range.getSheetId(), row: range.getRow(), column: range.getColumn() };
  return {
    value: valueAt(grid, cell),
    text: range.getDisplayValue(),
    formula: range.getFormula(),
    message: calculation.messageAt(cell),
  };
}

/** Each of the parts that frozen rows and columns make of a sheet scrolls by itself. */
function positionOf(grid: Grid, address: string): { x: number; y: number } {
  const range = rangeAt(grid, address);
  const render = grid.injector.get(IRenderManagerService).getRenderById(range.getUnitId());
  const sheet = workbookOf(grid).getWorkbook().getSheetBySheetId(range.getSheetId());
  const part = render && sheet && getViewportByCell(range.getRow(), range.getColumn(), render.scene, sheet);
  if (!part) throw new Error(`${address} is not drawn.`);
  const canvas = render.engine.getCanvasElement().getBoundingClientRect();
  const { x, y, width, height } = range.getCellRect();
  return {
    x: canvas.x + x + width / 2 - part.viewportScrollX,
    y: canvas.y + y + height / 2 - part.viewportScrollY,
  };
}
