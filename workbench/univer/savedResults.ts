/** Results of formulas that are put into a workbook before it is opened, as if it had been saved with them. */
import type { ICellData, IRange } from "@univerjs/core";
import type { Scalar } from "../../src/spreadsheet/engine/values";
import { cellOfValue } from "./contents";
import { rangeOfArea } from "./range";
import type { Snapshot } from "./univerSnapshot";

export interface SavedResult {
  /** The id of its sheet. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** What the formula's own cell shows, and those that it spills into. */
  readonly rows: readonly (readonly Scalar[])[];
}

type Cells<T> = Record<string, Record<number, Record<number, T>>>;

/** Changes the workbook. A result of a cell without a formula is left out. */
export function putResults({ data }: Snapshot, results: readonly SavedResult[]): Pick<Snapshot, "spills"> {
  const [ranges, cells]: [Cells<IRange>, Cells<ICellData>] = [{}, {}];
  for (const { sheet, row, column, rows } of results) {
    const cell = data.sheets?.[sheet]?.cellData?.[row]?.[column];
    const [[first] = []] = rows;
    if (!cell?.f || first === undefined) continue;
    Object.assign(cell, cellOfValue(first));
    const area = { row, column, rows: rows.length, columns: rows[0]?.length ?? 0 };
    if (area.rows * area.columns === 1) continue;
    ((ranges[sheet] ??= {})[row] ??= {})[column] = rangeOfArea(area);
    for (const [down, values] of rows.entries())
      for (const [right, value] of values.entries())
        ((cells[sheet] ??= {})[row + down] ??= {})[column + right] = cellOfValue(value);
  }
  const unit = data.id ?? "";
  return { spills: { ranges: { [unit]: ranges }, cells: { [unit]: cells } } };
}
