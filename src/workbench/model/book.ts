/** What the parts of the workbook's model share: the grid under it, its state, and what it tells. */
import type { IRange } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import type { SheetPosition as Cell } from "../../grid/area";
import type { HostObject } from "../office/interpreter";
import type { Grid } from "../page/grid";
import { intersection, type Area } from "./area";
import type { WorkbookState } from "./state";

export interface WorkbookOptions {
  state: WorkbookState;
  /** A value, spilled or not; an error is its code, a blank null. */
  valueAt: (cell: Cell) => unknown;
  /** Has these cells calculated again, or all that have called functions. */
  renew: (cells?: readonly Cell[]) => void;
  /** Told when something has changed that is in no cell. */
  onChange: () => void;
}

export interface Book extends WorkbookOptions {
  readonly grid: Grid;
  readonly workbook: () => FWorkbook;
  /** Has a cell calculated again: with all others that are marked in the same turn. */
  readonly markDirty: (cell: Cell) => void;
  /** To be told when the model has changed cells, so that whoever reads values next waits for their calculation. */
  readonly edited: () => void;
  /** Fulfilled once what was edited is calculated. */
  readonly calculated: () => Promise<void>;
  /** Where the formula of a cell spills, the cell itself included; null where it does not. */
  readonly spillOf: (cell: Cell) => Area | null;
  /** The cell whose formula spills over this one. */
  readonly spillParent: (cell: Cell) => Cell | null;
  /** A worksheet as add-ins see it. */
  readonly sheetObject: (sheet: FWorksheet) => HostObject;
}

export function createBook(
  grid: Grid,
  options: WorkbookOptions,
  sheetObject: (book: Book, sheet: FWorksheet) => HostObject,
): Book {
  let calculation: Promise<void> | undefined;
  const workbook = () => grid.api.getActiveWorkbook()!;
  const spills = () => spillsOf(grid, workbook().getId());
  const book: Book = {
    ...options,
    grid,
    workbook,
    markDirty: createDirty(options.renew),
    edited: () => void (calculation = grid.api.getFormula().onCalculationResultApplied()),
    calculated: async () => calculation,
    spillOf: ({ sheet, row, column }) =>
      spills().find((spill) => spill.sheet === sheet && spill.area.row === row && spill.area.column === column)?.area ??
      null,
    spillParent({ sheet, row, column }) {
      const cell = { row, column, rows: 1, columns: 1 };
      const found = spills().find((spill) => spill.sheet === sheet && intersection(spill.area, cell));
      return found ? { sheet, row: found.area.row, column: found.area.column } : null;
    },
    sheetObject: (sheet) => sheetObject(book, sheet),
  };
  return book;
}

/** Formulas that fill more than their own cell. */
function spillsOf({ injector }: Grid, workbook: string): { sheet: string; area: Area }[] {
  const ranges = injector.get(FormulaDataModel).getArrayFormulaRange()[workbook] ?? {};
  return Object.entries(ranges)
    .flatMap(([sheet, rows]) =>
      Object.values(rows ?? {}).flatMap((columns) =>
        Object.values((columns ?? {}) as Record<string, IRange>).map(
          ({ startRow, startColumn, endRow, endColumn }) => ({
            sheet,
            area: {
              row: startRow,
              column: startColumn,
              rows: endRow - startRow + 1,
              columns: endColumn - startColumn + 1,
            },
          }),
        ),
      ),
    )
    .filter(({ area }) => area.rows * area.columns > 1);
}

function createDirty(renew: WorkbookOptions["renew"]): (cell: Cell) => void {
  let marked: Cell[] = [];
  return (cell) => {
    if (marked.length === 0)
      setTimeout(() => {
        const cells = marked;
        marked = [];
        renew(cells);
      });
    marked.push(cell);
  };
}
