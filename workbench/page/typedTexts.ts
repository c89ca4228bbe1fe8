/** Takes what a person types as Excel does, where Univer differs. */
import { CellValueType } from "@univerjs/core";
import { AFTER_CELL_EDIT, SheetInterceptorService } from "@univerjs/sheets";
import type { Grid } from "../univer/grid";

/** Before all that Univer itself does with a cell that was edited. */
const FIRST = 1000;

/**
 * An apostrophe before a text keeps it from being read, and is no part of it. Univer keeps it in cells with the format of texts, also
 * if it put it into the editor itself.
 */
export function takeApostrophes({ injector }: Pick<Grid, "injector">): void {
  injector.get(SheetInterceptorService).writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    priority: FIRST,
    handler: (cell, _location, next) =>
      next(
        typeof cell?.v === "string" && cell.v.startsWith("'")
          ? { ...cell, v: cell.v.slice(1), t: CellValueType.FORCE_STRING }
          : cell,
      ),
  });
}
