/** What a person types into the workbench's grid is taken as Excel takes it. */
import { CellValueType } from "@univerjs/core";
import { AFTER_CELL_EDIT, SheetInterceptorService } from "@univerjs/sheets";
import { takeApostrophes } from "../../workbench/page/typedTexts";
import { workbookOf } from "../../workbench/univer/grid";
import { createGrid } from "./grid";

test.each([
  [
    "an apostrophe before a text",
    { v: "'actual", t: CellValueType.STRING },
    { v: "actual", t: CellValueType.FORCE_STRING },
  ],
  ["a text without one", { v: "actual", t: CellValueType.STRING }, { v: "actual", t: CellValueType.STRING }],
  ["one within a text", { v: "the plan's" }, { v: "the plan's" }],
  ["a number", { v: 1.5 }, { v: 1.5 }],
])("Of %s, what Excel keeps is kept", (_what, typed, kept) => {
  const grid = createGrid();
  grid.api.createWorkbook({ id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } });
  takeApostrophes(grid);
  const workbook = workbookOf(grid).getWorkbook();
  const worksheet = workbookOf(grid).getActiveSheet().getSheet();
  const at = { workbook, worksheet, unitId: "book", subUnitId: "s", row: 0, col: 0, origin: null };
  const { writeCellInterceptor } = grid.injector.get(SheetInterceptorService);
  expect(writeCellInterceptor.fetchThroughInterceptors(AFTER_CELL_EDIT)(typed, at)).toEqual(kept);
  grid.dispose();
});
