import fc from "fast-check";
import {
  formatAddress,
  formatArea,
  formatPosition,
  formatRange,
  formatSheetPosition,
  parseAddress,
  parseArea,
  parsePosition,
  parseSheetPosition,
  withoutSheet,
} from "../../../src/spreadsheet/cells/address";
import { quoteSheetName } from "../../../src/spreadsheet/cells/sheetPrefix";
import { cellArea, enclosingArea } from "../../../src/spreadsheet/cells/area";
import { MAX_COLUMNS, MAX_ROWS } from "../../../src/spreadsheet/cells/limits";

const position = fc.record({ row: fc.nat(MAX_ROWS - 1), column: fc.nat(MAX_COLUMNS - 1) });
const sheet = fc.constantFrom("Sheet1", "P&L", "It's", "FY 26", "A1", "R1C1", "2026", "Größe", "TRUE");

test.each([
  ["B7", { row: 6, column: 1, rows: 1, columns: 1 }],
  ["$B$2:D$9", { row: 1, column: 1, rows: 8, columns: 3 }],
  ["d9:b2", { row: 1, column: 1, rows: 8, columns: 3 }],
  ["A:C", { row: 0, column: 0, rows: MAX_ROWS, columns: 3 }],
  ["2:3", { row: 1, column: 0, rows: 2, columns: MAX_COLUMNS }],
  ["XFD1048576", { row: MAX_ROWS - 1, column: MAX_COLUMNS - 1, rows: 1, columns: 1 }],
])("the address %s means its cells", (text, area) => {
  expect(parseAddress(text)).toMatchObject({ sheet: "", isForeign: false, area });
});

test.each(["", "Total", "A0", "XFE1", "A1048577", "#REF!", "A1,B2"])("'%s' is no address", (text) => {
  expect(parseAddress(text)).toBeUndefined();
  expect(parsePosition(text)).toBeUndefined();
});

test("an address tells its sheet, and whether that is of another file", () => {
  expect(parseAddress("'It''s'!B2")).toMatchObject({ sheet: "It's", isForeign: false });
  expect(parseAddress("[2]Plan!B2")).toMatchObject({ sheet: "Plan", isForeign: true });
});

test("an address that was written is read as the same cells", () => {
  const size = fc.record({ rows: fc.integer({ min: 1, max: 99 }), columns: fc.integer({ min: 1, max: 99 }) });
  fc.assert(
    fc.property(sheet, position, size, (name, { row, column }, { rows, columns }) => {
      const area = { row: Math.min(row, MAX_ROWS - 99), column: Math.min(column, MAX_COLUMNS - 99), rows, columns };
      expect(parseAddress(formatAddress(name, area))).toMatchObject({ sheet: name, area });
    }),
  );
});

test("whole columns and rows are written as such", () => {
  expect(formatAddress("P&L", { row: 0, column: 0, rows: MAX_ROWS, columns: 3 })).toBe("'P&L'!A:C");
  expect(formatAddress("", { row: 1, column: 0, rows: 2, columns: MAX_COLUMNS })).toBe("2:3");
});

test("an area is written by its corners and read again as the same, whole columns too", () => {
  expect(formatArea({ row: 6, column: 1, rows: 1, columns: 1 })).toBe("B7");
  expect(formatArea({ row: 1, column: 1, rows: 8, columns: 3 })).toBe("B2:D9");
  expect(formatArea({ row: 0, column: 0, rows: MAX_ROWS, columns: 1 })).toBe("A1:A1048576");
  fc.assert(
    fc.property(position, position, (one, other) => {
      const area = enclosingArea(cellArea(one), cellArea(other));
      expect(parseArea(formatArea(area))).toEqual(area);
    }),
  );
});

test("an area is read whichever corner comes first, and however fixed it is", () => {
  expect(parseArea("$D$9:B2")).toEqual({ row: 1, column: 1, rows: 8, columns: 3 });
});

test.each(["", "A:C", "B2:", ":B2", "B2:C3:D4", "B2:C0", "Total", "Plan!B2"])("'%s' is no area of a file", (text) => {
  expect(parseArea(text)).toBeUndefined();
});

test("what is fixed in a range stays fixed", () => {
  const { range } = parseAddress("$B2:C$9") ?? {};
  expect(range && formatRange("Plan", range)).toBe("Plan!$B2:C$9");
});

test("a cell that was written is read as the same cell, with and without its sheet", () => {
  fc.assert(
    fc.property(sheet, position, (name, cell) => {
      expect(parsePosition(formatPosition(cell))).toEqual(cell);
      expect(parseSheetPosition(formatSheetPosition({ sheet: name, ...cell }))).toEqual({ sheet: name, ...cell });
    }),
  );
});

test("a position is the first cell of a range with a sheet", () => {
  expect(parseSheetPosition("Plan!C4:D9")).toEqual({ sheet: "Plan", row: 3, column: 2 });
  expect(parseSheetPosition("C4")).toBeUndefined();
  expect(parseSheetPosition("Plan!C:D")).toBeUndefined();
});

test("an address loses its sheet, whatever is in the sheet's name", () => {
  expect(withoutSheet("'Really!'!B2:C3")).toBe("B2:C3");
  expect(withoutSheet("B2")).toBe("B2");
});

test("a sheet's name in quotes is read again as that name", () => {
  fc.assert(
    fc.property(sheet, (name) => {
      expect(parseAddress(`${quoteSheetName(name)}!A1`)?.sheet).toBe(name);
    }),
  );
});
