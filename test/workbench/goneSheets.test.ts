import { LifecycleService, LifecycleStages } from "@univerjs/core";
import { DataValidationCacheService, UniverSheetsDataValidationPlugin } from "@univerjs/sheets-data-validation";
import "@univerjs/sheets-data-validation/facade";
import { skipGoneSheets } from "../../workbench/univer/goneSheets";
import { createGrid } from "./grid";

/** What waits for the browser's next idle turn. */
let idle: (() => unknown)[];
let grid: ReturnType<typeof createGrid>;

beforeEach(() => {
  idle = [];
  Object.assign(globalThis, { requestIdleCallback: (callback: () => void) => idle.push(callback) });
  grid = createGrid(UniverSheetsDataValidationPlugin);
});
afterEach(() => {
  grid.dispose();
  Object.assign(globalThis, { requestIdleCallback: undefined });
});

test("validation skips a deleted sheet and continues with others", async () => {
  skipGoneSheets(grid);
  const names = ["shown", "gone", "stays"];
  const workbook = grid.api.createWorkbook({
    id: "book",
    sheetOrder: names,
    sheets: Object.fromEntries(names.map((id) => [id, { id, name: id, rowCount: 9, columnCount: 9 }])),
  });
  grid.injector.get(LifecycleService).stage = LifecycleStages.Rendered;
  const rule = grid.api.newDataValidation().requireValueInList(["a", "b"]).build();
  for (const name of ["gone", "stays"]) {
    const cell = workbook.getSheetByName(name)!.getRange("A1");
    cell.setDataValidation(rule);
    cell.setValue("none of them");
  }
  while (idle.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  workbook.deleteSheet("gone");
  idle.forEach((callback) => callback());
  // A rejection that nobody catches fails the test.
  await new Promise((resolve) => setImmediate(resolve));
  const cache = grid.injector.get(DataValidationCacheService);
  expect(cache.getValue("book", "stays", 0, 0)).toBe("invalid");
});
