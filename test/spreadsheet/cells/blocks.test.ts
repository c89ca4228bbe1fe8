import fc from "fast-check";
import { cellCount, contains, type SheetPosition } from "../../../src/spreadsheet/cells/area";
import { blocksAround, bySheet } from "../../../src/spreadsheet/cells/blocks";

const index = fc.integer({ min: 0, max: 40 });
const cells = fc.array(fc.record({ sheet: fc.constantFrom("One", "Two"), row: index, column: index }), {
  maxLength: 60,
});
const textOf = ({ sheet, row, column }: SheetPosition) => `${sheet} ${row} ${column}`;

test("blocks contain each cell once and are not much larger than their cells", () => {
  fc.assert(
    fc.property(cells, fc.integer({ min: 1, max: 100 }), (given, most) => {
      const blocks = blocksAround(given, most);
      const held = blocks.flatMap((block) => block.cells);
      expect(held.map(textOf).sort()).toEqual(given.map(textOf).sort());
      for (const block of blocks) {
        expect(cellCount(block)).toBeLessThanOrEqual(Math.min(most, 4 * block.cells.length));
        for (const cell of block.cells) expect(cell.sheet === block.sheet && contains(block, cell)).toBe(true);
      }
    }),
  );
});

test("every other cell of an area is one block; distant cells are separate blocks", () => {
  const board = Array.from({ length: 100 }, (_, row) =>
    Array.from({ length: 10 }, (__, at) => ({ row, column: 2 * at + (row % 2) })),
  );
  const near = board.flat().map((cell) => ({ sheet: "One", ...cell }));
  expect(blocksAround(near)).toMatchObject([{ sheet: "One", row: 0, column: 0, rows: 100, columns: 20 }]);
  const far = [
    { sheet: "One", row: 5000, column: 0 },
    { sheet: "Two", row: 0, column: 0 },
  ];
  expect(blocksAround([...near, ...far])).toHaveLength(3);
});

test("no cells are no blocks", () => {
  expect(blocksAround([])).toEqual([]);
  expect([...bySheet([])]).toEqual([]);
});
