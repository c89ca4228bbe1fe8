import fc from "fast-check";
import {
  cellArea,
  cellCount,
  contains,
  intersection,
  isInside,
  isOnSheet,
  mapCells,
  overlaps,
  positionsIn,
  enclosingArea,
  WHOLE_SHEET,
  type Area,
} from "../../../src/spreadsheet/cells/area";
import { MAX_COLUMNS, MAX_ROWS } from "../../../src/spreadsheet/cells/limits";

const small = fc.integer({ min: 0, max: 6 });
const size = fc.integer({ min: 1, max: 4 });
const area = fc.record({ row: small, column: small, rows: size, columns: size });

const cellsOf = (of: Area): string[] => positionsIn(of).map(({ row, column }) => `${row} ${column}`);

test("two areas overlap if their intersection has a cell", () => {
  fc.assert(
    fc.property(area, area, (one, other) => {
      const shared = cellsOf(one).filter((cell) => cellsOf(other).includes(cell));
      expect(overlaps(one, other)).toBe(shared.length > 0);
      const met = intersection(one, other);
      expect(met ? cellsOf(met) : []).toEqual(shared);
    }),
  );
});

test("the union of two areas holds all cells of both, and is the least that does", () => {
  fc.assert(
    fc.property(area, area, (one, other) => {
      const both = enclosingArea(one, other);
      for (const part of [one, other]) expect(intersection(both, part)).toEqual(part);
      expect(both.row).toBe(Math.min(one.row, other.row));
      expect(both.row + both.rows).toBe(Math.max(one.row + one.rows, other.row + other.rows));
      expect(both.column).toBe(Math.min(one.column, other.column));
      expect(both.column + both.columns).toBe(Math.max(one.column + one.columns, other.column + other.columns));
    }),
  );
});

test("an area contains its cells and no others", () => {
  fc.assert(
    fc.property(area, small, small, (of, row, column) => {
      expect(contains(of, { row, column })).toBe(cellsOf(of).includes(`${row} ${column}`));
    }),
  );
});

test("cells come row by row, each with its place on the sheet", () => {
  expect(mapCells({ row: 2, column: 1, rows: 2, columns: 2 }, (row, column) => `${row}/${column}`)).toEqual([
    ["2/1", "2/2"],
    ["3/1", "3/2"],
  ]);
  expect(cellCount({ row: 2, column: 1, rows: 2, columns: 3 })).toBe(6);
});

test("an area is on the sheet as far as the sheet's last cell", () => {
  expect(isOnSheet(WHOLE_SHEET)).toBe(true);
  expect(isOnSheet(cellArea({ row: MAX_ROWS - 1, column: MAX_COLUMNS - 1 }))).toBe(true);
  expect(isOnSheet(cellArea({ row: MAX_ROWS, column: 0 }))).toBe(false);
  expect(isOnSheet(cellArea({ row: 0, column: MAX_COLUMNS }))).toBe(false);
  expect(isOnSheet(cellArea({ row: -1, column: 0 }))).toBe(false);
  expect(isOnSheet(cellArea({ row: 0, column: -1 }))).toBe(false);
});

test("an area is inside another as far as that one's last cell", () => {
  const outer = { row: 1, column: 1, rows: 2, columns: 3 };
  expect(isInside(outer, outer)).toBe(true);
  for (const [side, by] of [
    ["row", -1],
    ["column", -1],
    ["rows", 1],
    ["columns", 1],
  ] as const)
    expect([side, isInside({ ...outer, [side]: outer[side] + by }, outer)]).toEqual([side, false]);
});
