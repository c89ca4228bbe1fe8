/** Cells that are covered by few areas and rectangles, and areas that are split into blocks. */
import fc from "fast-check";
import { columnAreas, withFewAreas } from "../../../../src/excel/workbook/cells/cellAreas";
import { rectanglesOf } from "../../../../src/excel/workbook/cells/rectangles";
import { rowBlocks, rowHalves } from "../../../../src/excel/workbook/cells/rowBlocks";
import type { Area } from "../../../../src/spreadsheet/cells/area";

const placed = fc.record({ row: fc.nat(5), column: fc.nat(5) });
const keyed = fc.uniqueArray(fc.record({ row: fc.nat(5), column: fc.nat(5), key: fc.constantFrom("x", "y") }), {
  selector: ({ row, column }) => `${row} ${column}`,
});

const cellsOf = ({ row, column, rows, columns }: Area): string[] =>
  Array.from({ length: rows * columns }, (_, at) => `${row + Math.floor(at / columns)} ${column + (at % columns)}`);

test("Areas of one column hold exactly the cells, each once", () => {
  fc.assert(
    fc.property(fc.array(placed), (cells) => {
      const areas = columnAreas(cells.map((cell) => ({ ...cell, sheet: "S" })));
      const wanted = [...new Set(cells.map(({ row, column }) => `${row} ${column}`))].sort();
      expect(areas.flatMap(cellsOf).sort()).toEqual(wanted);
    }),
  );
});

test("Neighbours in a column are one area, those of another sheet or column are not", () => {
  const at = (sheet: string, row: number, column: number) => ({ sheet, row, column });
  const cells = [at("B", 2, 1), at("A", 3, 1), at("A", 1, 1), at("A", 2, 1), at("A", 2, 2), at("A", 5, 1)];
  expect(columnAreas(cells)).toEqual([
    { ...at("A", 1, 1), rows: 3, columns: 1 },
    { ...at("A", 5, 1), rows: 1, columns: 1 },
    { ...at("A", 2, 2), rows: 1, columns: 1 },
    { ...at("B", 2, 1), rows: 1, columns: 1 },
  ]);
});

test("Rectangles hold exactly the cells, row by row, each with cells of one key", () => {
  fc.assert(
    fc.property(keyed, (cells) => {
      const rectangles = rectanglesOf(cells, ({ key }) => key);
      for (const rectangle of rectangles) {
        expect(rectangle.cells.map(({ row, column }) => `${row} ${column}`)).toEqual(cellsOf(rectangle));
        expect(new Set(rectangle.cells.map(({ key }) => key)).size).toBe(1);
      }
      expect(rectangles.flatMap((each) => each.cells)).toHaveLength(cells.length);
    }),
  );
});

const block = (rows: number, columns: number, first = 0) =>
  Array.from({ length: rows * columns }, (_, at) => ({ row: first + Math.floor(at / columns), column: at % columns }));
const shapes = (cells: ReturnType<typeof block>) =>
  rectanglesOf(cells, () => "").map(({ row, rows, columns }) => [row, rows, columns]);

test("Equal runs below each other are one rectangle, of at most 10,000 cells", () => {
  expect(shapes(block(3, 4))).toEqual([[0, 3, 4]]);
  expect(shapes([...block(1, 4), ...block(1, 3, 1)])).toEqual([
    [0, 1, 4],
    [1, 1, 3],
  ]);
  expect(shapes([...block(1, 4), ...block(1, 4, 2)])).toEqual([
    [0, 1, 4],
    [2, 1, 4],
  ]);
  expect(shapes(block(101, 100))).toEqual([
    [0, 100, 100],
    [100, 1, 100],
  ]);
  expect(shapes(block(10_001, 1))).toEqual([
    [0, 10_000, 1],
    [10_000, 1, 1],
  ]);
});

test("Cells make the same rectangle in any order", () => {
  expect(shapes(block(3, 4).reverse())).toEqual([[0, 3, 4]]);
});

test("Equal runs of two columns grow beside each other", () => {
  const cells = [0, 1, 2].flatMap((row) => [0, 2].map((column) => ({ row, column })));
  expect(shapes(cells)).toEqual([
    [0, 3, 1],
    [0, 3, 1],
  ]);
});

test.each([
  ["one block if all of it fits", [3, 2], 3, "7+3"],
  ["a smaller last block", [7, 2], 3, "7+3 10+3 13+1"],
  ["equal blocks if it divides", [4, 2], 2, "7+2 9+2"],
  ["blocks of 20,000 cells by default", [20, 3_000], undefined, "7+6 13+6 19+6 25+2"],
  ["a block a row if a row alone has more", [2, 20_001], undefined, "7+1 8+1"],
] as const)("An area is split into %s", (_what, [rows, columns], blockRows, expected) => {
  const area = { sheet: "S", row: 7, column: 4, columns };
  const blocks = expected.split(" ").map((text) => text.split("+").map(Number));
  expect(rowBlocks({ ...area, rows }, blockRows)).toEqual(
    blocks.map(([row, count]) => ({ ...area, row, rows: count })),
  );
});

test("An area is halved between its rows, and one row stays whole", () => {
  const area = (row: number, rows: number) => ({ sheet: "S", row, column: 4, rows, columns: 2 });
  expect(rowHalves(area(7, 4))).toEqual([area(7, 2), area(9, 2)]);
  expect(rowHalves(area(7, 5))).toEqual([area(7, 3), area(10, 2)]);
  expect(rowHalves(area(7, 1))).toEqual([area(7, 1)]);
});

/** Of a column of our cells, which ones Excel is told to calculate. */
const column = Array.from({ length: 1_000 }, (_, row) => ({ sheet: "Sheet1", row, column: 1 }));

test("Many cells that are scattered are calculated with all others", () => {
  const everySecond = column.filter(({ row }) => row % 2 === 0);
  expect(withFewAreas(everySecond, column)).toBe(column);
});

test.each([
  ["one cell", column.slice(7, 8)],
  ["a few", column.filter(({ row }) => row % 20 === 0)],
  ["a block", column.slice(100, 900)],
])("%s is calculated alone, so that the others do not show #BUSY!", (_what, cells) => {
  expect(withFewAreas(cells, column)).toBe(cells);
});

test("If all cells are scattered, none is added", () => {
  const all = column.filter(({ row }) => row % 2 === 0);
  expect(withFewAreas(all.slice(1), all)).toHaveLength(all.length - 1);
});
