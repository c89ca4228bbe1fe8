import { IDefinedNamesService } from "@univerjs/engine-formula";
import { skipHiddenNames } from "../../workbench/page/nameBox";
import { openSnapshot } from "../../workbench/univer/univerSnapshot";
import { createGrid } from "./grid";

test("Cells with a hidden name show their address, and those with another one that name", () => {
  const grid = createGrid();
  const sheets = { s: { id: "s", name: "Sheet1", rowCount: 10, columnCount: 5 } };
  openSnapshot(grid, { data: { id: "book", sheetOrder: ["s"], sheets } });
  const workbook = grid.api.getActiveWorkbook()!;
  const names = { InsightsReport_1: "Sheet1!$A$1", Start: "Sheet1!$A$1", InsightsReport_2: "Sheet1!$B$2" };
  for (const [name, cell] of Object.entries(names)) workbook.insertDefinedName(name, cell);
  skipHiddenNames(grid, () => ["InsightsReport_1", "InsightsReport_2"]);
  const shown = (cell: string) => grid.injector.get(IDefinedNamesService).getDefinedNameByRefString("book", cell)?.name;
  expect([shown("Sheet1!$A$1"), shown("Sheet1!$B$2")]).toEqual(["Start", undefined]);
  grid.dispose();
});
