/** What the parts of the workbook's model share: the grid under it, its state, and its objects. */
import { ICommandService, IUndoRedoService, type IMutationInfo } from "@univerjs/core";
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import type { Area, SheetPosition } from "../../src/spreadsheet/cells/area";
import { officeError, type HostObject } from "../office/hostObject";
import { workbookOf, type Grid } from "../univer/grid";
import type { GridCalculation } from "../univer/calculation";
import type { HostBehaviour } from "./behaviour";
import { PendingFormats } from "./pendingFormats";
import type { WorkbookState } from "./state";

export interface WorkbookOptions {
  state: WorkbookState;
  behaviour: HostBehaviour;
  calculation: GridCalculation;
  /** Called when something has changed that is in no cell. */
  onChange: () => void;
}

/** Sheets are given by their ids. */
export interface WorkbookModel extends WorkbookOptions {
  readonly grid: Grid;
  readonly formats: PendingFormats;
  readonly workbook: () => FWorkbook;
  /** Has these cells calculated again, or all that have called functions. */
  readonly renew: (cells?: readonly SheetPosition[]) => void;
  /** Fulfilled once all changes made so far are calculated. */
  readonly calculated: () => Promise<void>;
  /** A worksheet as add-ins see it. */
  readonly sheetObject: (sheet: FWorksheet) => HostObject;
  /** Cells as add-ins see them. @throws InvalidArgument where the area is not within a sheet. */
  readonly rangeObject: (sheet: FWorksheet, area: Area) => HostObject;
}

/** How the model makes its objects; they are handed in, as sheets lead to ranges and ranges to sheets. */
export interface ObjectFactories {
  sheet: (model: WorkbookModel, sheet: FWorksheet) => HostObject;
  range: (model: WorkbookModel, sheet: FWorksheet, area: Area) => HostObject;
}

export function createModel(grid: Grid, options: WorkbookOptions, factories: ObjectFactories): WorkbookModel {
  const model: WorkbookModel = {
    ...options,
    grid,
    formats: new PendingFormats(grid),
    workbook: () => workbookOf(grid),
    renew: (cells) => options.calculation.calls.renew(cells),
    calculated: async () => {
      model.formats.write();
      // Cells that are renewed are calculated in a later turn.
      await new Promise((resolve) => setTimeout(resolve));
      await options.calculation.done();
    },
    sheetObject: (sheet) => factories.sheet(model, sheet),
    rangeObject: (sheet, area) => factories.range(model, sheet, area),
  };
  return model;
}

/** Changes the grid as a step that Undo takes back. Univer's own commands do more than Excel for some changes. */
export function changeGrid({ grid, workbook }: WorkbookModel, redo: IMutationInfo, undo: IMutationInfo): void {
  grid.injector.get(ICommandService).syncExecuteCommand(redo.id, redo.params);
  const step = { unitID: workbook().getId(), redoMutations: [redo], undoMutations: [undo] };
  grid.injector.get(IUndoRedoService).pushUndoRedo(step);
}

/** Leaves Undo nothing to take back, if Excel behaves so. */
export function clearUndo({ behaviour, grid, workbook }: WorkbookModel): void {
  if (behaviour.clearUndo) grid.injector.get(IUndoRedoService).clearUndoRedo(workbook().getId());
}

/** @throws ItemNotFound where the sheet has been deleted. */
export function sheetById(model: WorkbookModel, id: string): FWorksheet {
  const sheet = model.workbook().getSheetBySheetId(id);
  if (sheet) return sheet;
  throw officeError("ItemNotFound", "The worksheet is not there any more.");
}
