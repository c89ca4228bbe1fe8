/**
 * What end-to-end tests hold of a workbench whose grid is a canvas: `window.workbench`. It reads what a person would see, and
 * types as a person would; nothing that the page itself does goes through it.
 *
 * Addresses are as in formulas: "B4" and "B4:D9" on the sheet that is shown, "Demand!A1" or "'P&L'!A1" on another one.
 */
export interface WorkbenchHandle {
  /** Fulfilled once the add-in runs, and the sample's connection is made or was refused. */
  ready: Promise<void>;
  /** One cell. */
  cell(address: string): ShownCell;
  /** The values of a range, row by row. */
  values(address: string): CellValue[][];
  /** Types a formula (with its "=") or a value into a cell and presses Enter. Resolves once the grid has taken it. */
  enter(address: string, text: string): Promise<void>;
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
  /** The charts of all sheets: how many series each draws. */
  charts(): { sheet: string; title: string; type: string; series: number }[];
}

export type CellValue = string | number | boolean | null;

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
