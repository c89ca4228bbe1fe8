/** Univer as the workbench uses it, with a user interface in the page and with none in tests. */
import { IUniverInstanceService, UniverInstanceType, type Injector, type Workbook } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { FWorkbook } from "@univerjs/sheets/facade";

export interface Grid {
  readonly api: FUniver;
  readonly injector: Injector;
}

/** Univer would make one each time that it is asked, which takes longer than to read a cell. */
const made = new WeakMap<Workbook, FWorkbook>();

/** @throws Error if no workbook is open. */
export function workbookOf({ api, injector }: Grid): FWorkbook {
  const open = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
  const workbook = (open && made.get(open)) ?? api.getActiveWorkbook();
  if (!open || !workbook) throw new Error("No workbook is open in the grid.");
  made.set(open, workbook);
  return workbook;
}
