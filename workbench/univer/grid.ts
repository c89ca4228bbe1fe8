/** Univer as the workbench uses it, with a user interface in the page and with none in tests. */
import type { Injector } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { FWorkbook } from "@univerjs/sheets/facade";

export interface Grid {
  readonly api: FUniver;
  readonly injector: Injector;
}

/** @throws Error if no workbook is open. */
export function workbookOf({ api }: Grid): FWorkbook {
  const workbook = api.getActiveWorkbook();
  if (!workbook) throw new Error("No workbook is open in the grid.");
  return workbook;
}
