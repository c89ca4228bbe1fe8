/** Cells that are covered by few areas and rectangles. */
import fc from "fast-check";
import { areasOf } from "../../../src/workbook/cells/cellAreas";
import { rectanglesOf } from "../../../src/workbook/cells/rectangles";
import type { Area } from "../../../src/grid/area";

const placed = fc.record({ row: fc.nat(5), column: fc.nat(5) });
const keyed = fc.uniqueArray(fc.record({ row: fc.nat(5), column: fc.nat(5), key: fc.constantFrom("x", "y") }), {
  selector: ({ row, column }) => `${row} ${column}`,
});

const cellsOf = ({ row, column, rows, columns }: Area): string[] =>
  Array.from({ length: rows * columns }, (_, at) => `${row + Math.floor(at / columns)} ${column + (at % columns)}`);

test("Areas of one column hold exactly the cells, each once", () => {
  fc.assert(
    fc.property(fc.array(placed), (cells) => {
      const areas = areasOf(cells.map((cell) => ({ ...cell, sheet: "S" })));
      const wanted = [...new Set(cells.map(({ row, column }) => `${row} ${column}`))].sort();
      expect(areas.flatMap(cellsOf).sort()).toEqual(wanted);
    }),
  );
});

test("Neighbours in a column are one area, those of another sheet or column are not", () => {
  const at = (sheet: string, row: number, column: number) => ({ sheet, row, column });
  const cells = [at("B", 2, 1), at("A", 3, 1), at("A", 1, 1), at("A", 2, 1), at("A", 2, 2), at("A", 5, 1)];
  expect(areasOf(cells)).toEqual([
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
});
