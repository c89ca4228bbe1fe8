/** Defined names in the grid's formulas, and references to several sheets. */
import { IDefinedNamesService } from "@univerjs/engine-formula";
import type { BookFormula } from "../../src/engine/bookSheet";
import { isBuiltIn } from "../../src/engine/builtIns";
import { markVariables } from "../../src/engine/variables";
import type { SheetPosition } from "../../src/sheet/area";
import { FILE_LIMITS } from "../../src/xlsx/limits";
import { createResolver } from "../../src/xlsx/resolve";
import type { DefinedName } from "../../src/xlsx/workbook";
import { workbookOf, type Grid } from "./grid";

/** @param text Without "=". */
export type ResolveFormula = (text: string, cell: SheetPosition) => BookFormula;

/** Resolves formulas by the names and sheets that the workbook has now. */
export function createFormulaResolver(grid: Grid): ResolveFormula {
  const workbook = workbookOf(grid);
  const sheets = workbook.getSheets().map((sheet) => ({ id: sheet.getSheetId(), name: sheet.getSheetName() }));
  const indexes = new Map(sheets.map(({ id }, at) => [id, at]));
  const names = namesOf(grid, indexes);
  const known = new Set(names.map(({ name }) => name.toLowerCase()));
  const resolve = createResolver({ sheets, names, tables: [], limits: FILE_LIMITS }, isBuiltIn);
  return (text, { sheet, row, column }) => {
    const marked = markVariables(text, (name) => known.has(name));
    const resolved = resolve(marked, indexes.get(sheet) ?? -1, { row, column });
    // What is not found is #REF! in the text, and calculated so.
    const problem = resolved.mayReadOthers ? undefined : resolved.problem;
    return { text: resolved.text, fill: "spill", rows: 1, columns: 1, problem };
  };
}

/** @param indexes The index of each sheet by its id. */
function namesOf(grid: Grid, indexes: ReadonlyMap<string, number>): DefinedName[] {
  const unit = workbookOf(grid).getId();
  const all = Object.values(grid.injector.get(IDefinedNamesService).getDefinedNameMap(unit) ?? {});
  return all.map(({ name, formulaOrRefString, localSheetId = "" }) => {
    return { name, text: formulaOrRefString.replace(/^=/, ""), sheet: indexes.get(localSheetId) };
  });
}
