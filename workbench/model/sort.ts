/** Sorting: the cells of a range change places, and whatever means a cell by its address does not follow. */
import type { ICellData } from "@univerjs/core";
import { notImplemented, type HostObject } from "../office/hostObject";
import { requireWritable } from "./protection";
import { cellValue, type HostRange } from "./range";

interface SortField {
  /** The column that decides, counted from the range's first. */
  key: number;
  ascending?: boolean;
}

type CellRow = readonly ICellData[];

export function sortObject(range: HostRange): HostObject {
  return {
    type: "RangeSort",
    methods: {
      // The proxies send null for what is left out.
      apply: (fields: SortField[], _matchCase?: boolean, hasHeaders?: boolean | null, orientation?: string | null) => {
        if (orientation === "Columns") throw notImplemented("RangeSort", "apply");
        return sortRows(range, fields, hasHeaders ? 1 : 0);
      },
    },
  };
}

/** @param headers How many of the first rows stay where they are. */
async function sortRows(range: HostRange, fields: readonly SortField[], headers: number): Promise<void> {
  requireWritable(range);
  const { model, sheet, area } = range;
  await model.calculated();
  const [first, count] = [area.row + headers, area.rows - headers];
  const rows = Array.from({ length: count }, (_, at) => first + at).sort((one, other) => {
    for (const { key, ascending = true } of fields) {
      const order = compare(cellValue(range, one, area.column + key), cellValue(range, other, area.column + key));
      if (order !== 0) return ascending ? order : -order;
    }
    return one - other;
  });
  const sorted = rows.map((from, at) => movedRow(range, from, first + at));
  if (count > 0) sheet.getRange(first, area.column, count, area.columns).setValues(sorted.map((row) => [...row]));
}

/** Numbers before texts before blanks. */
function compare(one: string | number | boolean, other: string | number | boolean): number {
  const rank = (value: unknown) => (typeof value === "number" ? 0 : value === "" ? 2 : 1);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en");
}

/** The cells of a row as they are in another one: relative references of their formulas move along. */
function movedRow({ model, sheet, area }: HostRange, from: number, to: number): CellRow {
  const formulas = model.grid.api.getFormula();
  return Array.from({ length: area.columns }, (_, at) => {
    const column = area.column + at;
    const cell = sheet.getSheet().getCellRaw(from, column);
    const formula = cell?.f || cell?.si ? sheet.getRange(from, column).getFormula() : "";
    if (formula)
      return { f: formulas.moveFormulaRefOffset(formula, 0, to - from), si: null, v: null, s: cell?.s ?? null };
    return { v: cell?.v ?? null, t: cell?.t ?? null, f: null, si: null, s: cell?.s ?? null };
  });
}
