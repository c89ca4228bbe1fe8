/** A stored workbook: Univer's snapshot, and the spills that it lacks. */
import { CellValueType, type ICellData, type IWorkbookData } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { isErrorCode } from "../../src/spreadsheet/cells/errorCodes";
import { withoutChartDrawings } from "./chartDrawings";
import { workbookOf, type Grid } from "./grid";

export interface Snapshot {
  data: Partial<IWorkbookData>;
  /** The cells that formulas spill into, which are no cells of the snapshot. */
  spills?: {
    ranges: ReturnType<FormulaDataModel["getArrayFormulaRange"]>;
    cells: ReturnType<FormulaDataModel["getArrayFormulaCellData"]>;
  };
}

/** Returns the workbook as it is opened again. */
export function takeSnapshot(grid: Grid): Snapshot {
  const snapshot = snapshotOf(grid);
  const { data } = snapshot;
  for (const { cellData } of Object.values(data.sheets ?? {}))
    for (const cells of Object.values(cellData ?? {}))
      for (const cell of Object.values(cells as Record<string, ICellData>)) dropUnsettled(cell);
  return snapshot;
}

/** Returns the workbook as it is shown, with its errors. */
export function snapshotOf(grid: Grid): Snapshot {
  const model = grid.injector.get(FormulaDataModel);
  const data = structuredClone(workbookOf(grid).save());
  return { data, spills: { ranges: model.getArrayFormulaRange(), cells: model.getArrayFormulaCellData() } };
}

/** Shows the stored values, as Excel does; only cells that were stored without a value are calculated. */
export function openSnapshot({ api, injector }: Grid, { data, spills }: Snapshot): void {
  api.createWorkbook(withoutChartDrawings(data));
  if (!spills) return;
  const model = injector.get(FormulaDataModel);
  model.setArrayFormulaRange(spills.ranges);
  model.setArrayFormulaCellData(spills.cells);
}

/** As in Excel, a pending or failed formula is calculated when the workbook is opened. */
function dropUnsettled(cell: ICellData): void {
  if (!cell.f && !cell.si) return;
  if (cell.t === CellValueType.NUMBER || !isErrorCode(cell.v)) return;
  delete cell.v;
  delete cell.t;
}
