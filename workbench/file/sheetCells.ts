/** The cells of a stored sheet, with those that formulas spill into. */
import {
  CellValueType,
  type ICellData,
  type IRange,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
} from "@univerjs/core";
import type { GridValue } from "../univer/gridValues";
import type { Snapshot } from "../univer/univerSnapshot";
import { mergedStyle } from "../model/pendingFormats";

export interface StoredCell {
  readonly value: GridValue;
  /** Without "="; undefined if it has none. */
  readonly formula?: string;
  /** The range that the formula fills, if that is more than its cell. */
  readonly spill?: IRange;
  readonly style: IStyleData;
}

/** By rows and columns, both from 0 and in their order. */
export type StoredRows = ReadonlyMap<number, ReadonlyMap<number, StoredCell>>;

/** What Univer keeps by row and column. */
type ByCell<T> = Readonly<Record<string, Readonly<Record<string, T>> | undefined>>;

export function readStoredRows({ data, spills }: Snapshot, id: string): StoredRows {
  const { cellData = {}, columnData = {} } = sheetOf(data, id);
  const own = cellData as ByCell<ICellData>;
  const spilled = unitOf<ByCell<ICellData>>(spills?.cells)?.[id] ?? {};
  const ranges = unitOf<ByCell<IRange>>(spills?.ranges)?.[id] ?? {};
  const rows = new Map<number, Map<number, StoredCell>>();
  for (const row of numbersIn(own, spilled)) {
    const cells = new Map<number, StoredCell>();
    for (const column of numbersIn(own[row] ?? {}, spilled[row] ?? {})) {
      const cell = own[row]?.[column] ?? {};
      const spill = ranges[row]?.[column];
      const formula = typeof cell.f === "string" && cell.f !== "" ? cell.f.slice(1) : undefined;
      cells.set(column, {
        value: valueOf(spilled[row]?.[column] ?? cell),
        ...(formula !== undefined && { formula }),
        ...(spill && { spill }),
        style: mergedStyle(
          styleOf(data, (columnData as Record<number, { s?: ICellData["s"] }>)[column]?.s),
          styleOf(data, cell.s),
        ),
      });
    }
    rows.set(row, cells);
  }
  return rows;
}

export function sheetOf({ sheets }: Partial<IWorkbookData>, id: string): Partial<IWorksheetData> {
  return sheets?.[id] ?? {};
}

/** Returns a style itself, or the one that a workbook has under this id. */
function styleOf({ styles }: Partial<IWorkbookData>, style: ICellData["s"]): IStyleData {
  return (typeof style === "string" ? styles?.[style] : style) ?? {};
}

/** A workbook's spills are kept by its id, and by sheets. */
function unitOf<T>(spills: object | undefined): Readonly<Record<string, T | undefined>> | undefined {
  const [unit] = Object.values(spills ?? {}) as (Record<string, T | undefined> | undefined)[];
  return unit;
}

function numbersIn(...keyed: readonly object[]): number[] {
  return [...new Set(keyed.flatMap((each) => Object.keys(each)).map(Number))].sort((one, other) => one - other);
}

function valueOf({ v, t, p }: ICellData): GridValue {
  if (v === undefined || v === null) return p?.body?.dataStream.trim() ?? null;
  return t === CellValueType.BOOLEAN ? Boolean(v) : v;
}
