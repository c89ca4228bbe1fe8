import { IUndoRedoService } from "@univerjs/core";
import type { WorkbookModel } from "./workbookModel";

/** Leaves Undo nothing to take back, if Excel behaves so. */
export function clearUndo({ behaviour, grid, workbook }: Pick<WorkbookModel, "behaviour" | "grid" | "workbook">): void {
  if (behaviour.clearUndo) grid.injector.get(IUndoRedoService).clearUndoRedo(workbook().getId());
}
