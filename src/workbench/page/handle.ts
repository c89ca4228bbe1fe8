/**
 * `window.workbench`, by which end-to-end tests reach a grid that is drawn on a canvas. It reads what a person would see, and
 * enters what a person would type; the page itself does not use it.
 *
 * Addresses are as in formulas: "B4" and "B4:D9" on the sheet that is shown, "Demand!A1" or "'P&L'!A1" on another one.
 */
import { IUniverInstanceService, type ICellData } from "@univerjs/core";
import { getViewportByCell, IRenderManagerService } from "@univerjs/preset-sheets-core";
import type { Calls } from "../../engine/calls";
import type { HostBehaviour } from "../model/behaviour";
import type { People } from "./people";
import { rangeAt, sheetNamed, valueAt, valuesIn, type GridValue } from "../univer/cells";
import { workbookOf, type Grid } from "../univer/grid";
import { messageAt } from "../univer/messages";
import { untilSettled } from "../univer/settled";

export interface WorkbenchHandle {
  /** Fulfilled once the add-in runs, and the sample's connection is made or was refused. */
  ready: Promise<void>;
  /** Behaviours of Excel, to be switched on and off. */
  behaviour: HostBehaviour;
  /** Who is in the workbook. */
  people: People;
  /** Takes back the last change of cells, as Ctrl+Z does. */
  undo(): Promise<void>;
  /** One cell. */
  cell(address: string): ShownCell;
  /** The values of a range, row by row. */
  values(address: string): GridValue[][];
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
  /** Has the host hand out this file, in Base64, as the workbook's. */
  serveFile(base64: string): void;
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
  /** What is said of the error when a pointer is over the cell. */
  message: string | undefined;
}

declare global {
  interface Window {
    workbench?: WorkbenchHandle;
  }
}

export interface HandleOptions extends Pick<WorkbenchHandle, "ready" | "behaviour" | "people"> {
  grid: Grid;
  calls: Calls;
  serveFile: (bytes: Uint8Array) => void;
}

export function createHandle({ grid, calls, serveFile, ...given }: HandleOptions): WorkbenchHandle {
  const workbook = () => workbookOf(grid);
  return {
    ...given,
    serveFile: (base64) => serveFile(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))),
    async undo() {
      // Univer takes back changes of the document that has the focus.
      grid.injector.get(IUniverInstanceService).focusUnit(workbook().getId());
      await grid.api.undo();
    },
    cell: (address) => shownCell(grid, calls, address),
    values: (address) => valuesIn(grid, address),
    enter(address, text) {
      const rows = typeof text === "string" ? [[text]] : text;
      rangeAt(grid, address).setValues(rows.map((row) => row.map(typed)));
    },
    pending: () => calls.cells("waiting").length,
    settled: () => untilSettled(grid.calculation, calls),
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

function shownCell(grid: Grid, calls: Calls, address: string): ShownCell {
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
