/** The formulas that fill the cells of a workbook. */
import type { Formula } from "./formula";
import type { CellRange, SheetCells } from "./operand";

/** Formulas by sheet, column and row. A formula that spills fills several cells. */
export class Owners {
  private readonly sheets = new WeakMap<SheetCells, (Formula | undefined)[][]>();

  at(sheet: SheetCells, row: number, column: number): Formula | undefined {
    return this.sheets.get(sheet)?.[column]?.[row];
  }

  set({ sheet, row, column, rows, columns }: CellRange, formula: Formula): void {
    const all = this.sheets.get(sheet) ?? [];
    this.sheets.set(sheet, all);
    for (let right = column; right < column + columns; right++) {
      const cells = (all[right] ??= []);
      for (let down = row; down < row + rows; down++) cells[down] = formula;
    }
  }

  /** Frees the cells of an area that this formula fills. */
  release({ sheet, row, column, rows, columns }: CellRange, formula: Formula): void {
    const all = this.sheets.get(sheet) ?? [];
    for (let right = column; right < column + columns; right++) {
      const cells = all[right] ?? [];
      for (let down = row; down < row + rows; down++) if (cells[down] === formula) cells[down] = undefined;
    }
  }

  /** Finds the formulas that fill cells of an area, perhaps several times. */
  *in({ sheet, row, column, rows, columns }: CellRange): Generator<Formula> {
    const all = this.sheets.get(sheet) ?? [];
    const right = Math.min(column + columns, all.length);
    for (let at = column; at < right; at++) {
      const cells = all[at] ?? [];
      const bottom = Math.min(row + rows, cells.length);
      for (let down = row; down < bottom; down++) {
        const owner = cells[down];
        if (owner) yield owner;
      }
    }
  }
}
