/** The grid of an Excel in German: its separators are shown and taken, and the workbook keeps the English ones. */
import { AFTER_CELL_EDIT, BEFORE_CELL_EDIT, SheetInterceptorService } from "@univerjs/sheets";
import { fromLocalNumber } from "../../workbench/model/locale";
import { localizeCells } from "../../workbench/page/localGrid";
import { workbookOf } from "../../workbench/univer/grid";
import { createGrid } from "./grid";

function setUp(locale: string) {
  const grid = createGrid();
  const sheets = {
    s: {
      id: "s",
      name: "Sheet1",
      cellData: { 0: { 0: { v: 1234.5 }, 1: { v: "1.5" } }, 1: { 0: { f: '=ROUND(A1*1.5,2)&"a,b"' } } },
    },
  };
  grid.api.createWorkbook({ id: "book", sheetOrder: ["s"], sheets });
  localizeCells(grid, locale);
  const sheet = workbookOf(grid).getActiveSheet();
  const workbook = workbookOf(grid).getWorkbook();
  const worksheet = sheet.getSheet();
  const at = { workbook, worksheet, unitId: "book", subUnitId: "s", row: 0, col: 0, origin: null };
  const { writeCellInterceptor } = grid.injector.get(SheetInterceptorService);
  return {
    edited: (row: number) =>
      writeCellInterceptor.fetchThroughInterceptors(BEFORE_CELL_EDIT)(worksheet.getCellRaw(row, 0), { ...at, row }),
    typed: (cell: object) => writeCellInterceptor.fetchThroughInterceptors(AFTER_CELL_EDIT)(cell, at),
    shown: (column: number) => worksheet.getCell(0, column)?.v,
    kept: (column: number) => worksheet.getCellRaw(0, column)?.v,
    close: () => grid.dispose(),
  };
}

test("Numbers without a format have a comma, and texts stay as they are", () => {
  const { shown, kept, close } = setUp("de-DE");
  expect([shown(0), kept(0), shown(1)]).toEqual(["1234,5", 1234.5, "1.5"]);
  close();
});

test("What is edited is shown with the language's separators", () => {
  const { edited, close } = setUp("de-DE");
  expect(edited(1)).toMatchObject({ f: '=ROUND(A1*1,5;2)&"a,b"' });
  expect(edited(0)).toMatchObject({ v: "1234,5" });
  close();
});

test("What is typed with the language's separators is kept with the English ones", () => {
  const { typed, close } = setUp("de-DE");
  expect(typed({ f: '=ROUND(A1*1,5;2)&"a;b"' })).toEqual({ f: '=ROUND(A1*1.5,2)&"a;b"' });
  expect(typed({ v: "1.234,5" })).toEqual({ v: "1234.5" });
  expect(typed({ v: "Version 1,5" })).toEqual({ v: "Version 1,5" });
  close();
});

test.each([
  ["1,5", "1.5"],
  ["-1.234.567", "-1234567"],
  ["12,5 %", "12.5 %"],
  ["1.5", undefined],
  ["2026-03", undefined],
  ["", undefined],
])("The text %p is the number %p in German", (text, number) => expect(fromLocalNumber(text, "de-DE")).toBe(number));

test("In English no text is changed", () => expect(fromLocalNumber("1,5", "en-US")).toBeUndefined());
