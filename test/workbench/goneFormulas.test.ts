import { silenceGoneFormulas } from "../../workbench/univer/goneFormulas";
import { openWorkbook, type Workbook } from "./excel";

let workbook: Workbook;
let written: jest.SpyInstance<void, unknown[]>;

beforeEach(() => {
  written = jest.spyOn(console, "error").mockImplementation(() => undefined);
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => {
  workbook.close();
  written.mockRestore();
});

test("Formulas of deleted sheets leave nothing on the console", async () => {
  workbook.enter("A1", 1);
  workbook.enter("B1", "=A1+1");
  workbook.enter("C1", "=B1*10");
  await workbook.settled();
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.add("Other");
    sheet.getRange("A1").formulas = [["=SUM(Sheet1!$A$1:$C$9)"]];
    await context.sync();
    await workbook.settled();
    expect(workbook.value("Other!A1")).toBe(23);
    sheet.delete();
    await context.sync();
  });
  await workbook.settled();
  workbook.enter("A1", 4);
  await workbook.settled();
  expect(workbook.values("A1:C1")).toEqual([[4, 5, 50]]);
  expect(written.mock.calls).toEqual([]);
});

test("Only that line is kept back, however often", () => {
  const lines: unknown[][] = [];
  const target = { error: (...what: unknown[]) => void lines.push(what) };
  silenceGoneFormulas(target);
  const once = target.error;
  silenceGoneFormulas(target);
  expect(target.error).toBe(once);
  target.error("Dependency tree not found for treeId:", 7);
  target.error("Dependency tree not found");
  target.error("Another", 1);
  expect(lines).toEqual([["Dependency tree not found"], ["Another", 1]]);
});
