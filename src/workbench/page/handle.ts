/**
 * What end-to-end tests hold of a workbench whose grid is a canvas: `window.workbench`. It reads what a person would see, and
 * types as a person would; nothing that the page itself does goes through it.
 *
 * Addresses are as in formulas: "B4" and "B4:D9" on the sheet that is shown, "Demand!A1" or "'P&L'!A1" on another one.
 */
import { ICommandService, type ICellData } from "@univerjs/core";
import { getViewportByCell, IRenderManagerService } from "@univerjs/preset-sheets-core";
import type { GridCalls } from "../../engine/grid";
import { rangeAt, sheetNamed, valueAt, valuesIn, type CellValue } from "./cells";
import type { Grid } from "./grid";
import { messageAt } from "./messages";

export type { CellValue };

export interface WorkbenchHandle {
  /** Fulfilled once the add-in runs, and the sample's connection is made or was refused. */
  ready: Promise<void>;
  /** One cell. */
  cell(address: string): ShownCell;
  /** The values of a range, row by row. */
  values(address: string): CellValue[][];
  /** Puts a formula (with its "=") or a value into a cell, or rows of them into a range at once, as pasting does. */
  enter(address: string, text: string | string[][]): void;
  /** How many cells wait for an answer. */
  pending(): number;
  /** Fulfilled once everything is calculated and no cell waits. */
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
  value: CellValue;
  /** As it is shown, formatted. */
  text: string;
  /** "" where the cell has none; a cell that a spill fills has none. */
  formula: string;
  /** What is said of the error when a pointer is over the cell. */
  message: string | undefined;
}

declare global {
  interface Window {
    workbench?: WorkbenchHandle;
  }
}

/** Univer gathers edits for 100 ms before it calculates; so long without any command, nothing is to come. */
const QUIET = 300;

export function createHandle(grid: Grid, calls: GridCalls, ready: Promise<void>): WorkbenchHandle {
  const workbook = () => grid.api.getActiveWorkbook()!;
  return {
    ready,
    cell: (address) => shownCell(grid, calls, address),
    values: (address) => valuesIn(grid, address),
    enter(address, text) {
      const rows = typeof text === "string" ? [[text]] : text;
      rangeAt(grid, address).setValues(rows.map((row) => row.map(typed)));
    },
    pending: () => calls.cells("waiting").length,
    settled: settling(grid, calls),
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

/** What typing this text makes of a cell. */
function typed(text: string): ICellData {
  if (text.startsWith("=")) return { f: text, si: null };
  return { v: text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text), f: null, si: null };
}

function shownCell(grid: Grid, calls: GridCalls, address: string): ShownCell {
  const range = rangeAt(grid, address);
  const cell = { sheet: range.getSheetId(), row: range.getRow(), column: range.getColumn() };
  return {
    value: valueAt(grid, cell),
    text: range.getDisplayValue(),
    formula: range.getFormula(),
    message: messageAt(grid, calls, cell),
  };
}

/** Each of the parts that frozen rows and columns make of a sheet scrolls by itself. */
function positionOf(grid: Grid, address: string): { x: number; y: number } {
  const range = rangeAt(grid, address);
  const render = grid.injector.get(IRenderManagerService).getRenderById(range.getUnitId())!;
  const sheet = grid.api.getActiveWorkbook()!.getWorkbook().getSheetBySheetId(range.getSheetId())!;
  const part = getViewportByCell(range.getRow(), range.getColumn(), render.scene, sheet)!;
  const canvas = render.engine.getCanvasElement().getBoundingClientRect();
  const { x, y, width, height } = range.getCellRect();
  return {
    x: canvas.x + x + width / 2 - part.viewportScrollX,
    y: canvas.y + y + height / 2 - part.viewportScrollY,
  };
}

function settling({ injector }: Grid, calls: GridCalls): () => Promise<void> {
  let active = performance.now();
  injector.get(ICommandService).onCommandExecuted(() => (active = performance.now()));
  return async () => {
    active = performance.now();
    while (!calls.idle() || performance.now() - active < QUIET) await new Promise((resolve) => setTimeout(resolve, 20));
  };
}
