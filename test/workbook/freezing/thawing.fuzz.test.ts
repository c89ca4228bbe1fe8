/** Thawing after whatever people do to frozen cells: each formula is where it belongs, or its cell is named. */
import fc from "fast-check";
import { formatAddress, parseAddress } from "../../../src/grid/address";
import { cellCount } from "../../../src/grid/area";
import { anchorFormula, parseAnchor } from "../../../src/workbook/freezing/anchors";
import { findThawing } from "../../../src/workbook/freezing/thawing";
import { runs } from "../../propertyOptions";
import {
  contentsOf,
  freezeGrid,
  insertColumn,
  insertRow,
  rename,
  reorder,
  textOf,
  typeInto,
  type FrozenGrid,
  type GridCell,
} from "./frozenGrid";

const [ROWS, COLUMNS] = [6, 4];

/** Few labels and few values, so that many rows look alike. */
const labels = fc.constantFrom("EBIT", "Sales", "Total", "");
const values = fc.constantFrom(0, 1, "North", "");
const at = (row: number, column: number, isRowFixed: boolean, isColumnFixed: boolean) => ({
  row,
  column,
  isRowFixed,
  isColumnFixed,
});

/** What formulas may read: nothing, the label of their row, the heading of their column, an input, or the row below. */
const formulas = [
  () => ({ kind: "ebit", references: [] }),
  () => ({ kind: "sales", references: [] }),
  (row: number) => ({ kind: "row", references: [at(row, 0, false, true)] }),
  (row: number, column: number) => ({
    kind: "both",
    references: [at(row, 0, false, true), at(0, column, true, false)],
  }),
  () => ({ kind: "input", references: [at(0, 0, true, true)] }),
  (row: number) => ({ kind: "below", references: [at(row + 1, 0, false, true)] }),
];

const grids = fc
  .array(
    fc.record({
      label: labels,
      cells: fc.array(fc.record({ value: values, formula: fc.nat(formulas.length + 1) }), {
        minLength: COLUMNS,
        maxLength: COLUMNS,
      }),
    }),
    { minLength: ROWS, maxLength: ROWS },
  )
  .map((rows) =>
    rows.map(({ label, cells }, row): GridCell[] => [
      { value: label },
      ...cells.map(({ value, formula }, column) => ({
        value,
        formula: row === 0 ? undefined : formulas[formula]?.(row, column + 1),
      })),
    ]),
  );

type Step = (grid: FrozenGrid) => void;

const place = fc.nat(ROWS + 2);
const steps = fc.oneof(
  place.map(
    (row): Step =>
      (grid) =>
        insertRow(grid, Math.min(row, grid.rows.length)),
  ),
  fc.nat(COLUMNS + 1).map(
    (column): Step =>
      (grid) =>
        insertColumn(grid, column),
  ),
  fc.constant<Step>((grid) => rename(grid, "P&L 2026")),
  fc.tuple(place, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 })).map(([first, order]): Step => {
    return (grid) => first + 4 <= grid.rows.length && reorder(grid, first, order);
  }),
  fc.tuple(place, fc.nat(COLUMNS), values).map(
    ([row, column, value]): Step =>
      (grid) =>
        typeInto(grid, row, column, value),
  ),
);

const cellsNamed = (address: string) =>
  cellCount(parseAddress(address)?.area ?? { row: 0, column: 0, rows: 0, columns: 0 });

function thawed(grid: FrozenGrid) {
  // The anchors as Excel gives them back.
  const anchors = [...grid.anchors.values()].map((anchor) => parseAnchor(anchorFormula(anchor))!);
  return findThawing(
    { batches: [{ id: "b", at: 1, isUnfinished: false }], items: grid.blocks.map(({ block }) => block), named: [] },
    {
      anchors: new Map(anchors.map((anchor) => [anchor.id, anchor])),
      contents: new Map([[grid.sheet, contentsOf(grid, false)]]),
      tables: [],
      locked: new Set(),
    },
    { isMeant: () => true, isInScope: () => true },
  );
}

const expectedOf = ({ sheet, rows }: FrozenGrid) =>
  new Map(
    rows.flatMap((row, at) =>
      row.flatMap(({ formula }, column) =>
        formula ? [[formatAddress(sheet, { row: at, column, rows: 1, columns: 1 }), textOf(formula)] as const] : [],
      ),
    ),
  );

function check(rows: GridCell[][], edits: readonly Step[]): { found: number; named: number } {
  const grid = freezeGrid(rows);
  for (const edit of edits) edit(grid);
  const expected = expectedOf(grid);
  const { found, skipped } = thawed(grid);
  for (const cell of found)
    expect([cell.sheet, cell.row, cell.column, cell.formula]).toEqual([
      cell.sheet,
      cell.row,
      cell.column,
      expected.get(formatAddress(cell.sheet, cell.fill)),
    ]);
  const named = skipped.reduce((sum, { address }) => sum + cellsNamed(address), 0);
  expect(found.length + named).toBeGreaterThanOrEqual(expected.size);
  expect(new Set(found.map((cell) => formatAddress(cell.sheet, cell.fill))).size).toBe(found.length);
  return { found: found.length, named };
}

test("No formula comes into a cell that is not its own, and each that does not come back is named", () => {
  const sum = { found: 0, named: 0 };
  fc.assert(
    fc.property(grids, fc.array(steps, { maxLength: 4 }), (rows, edits) => {
      const { found, named } = check(structuredClone(rows), edits);
      sum.found += found;
      sum.named += named;
    }),
    { numRuns: runs(600) },
  );
  // To name everything would hold all of this too.
  expect(sum.found).toBeGreaterThan(sum.named);
});

test("Where nothing but the sheet's name and rows and columns at its edge have changed, every formula comes back", () => {
  fc.assert(
    fc.property(grids, fc.nat(3), (rows, count) => {
      const edits: Step[] = [
        (grid) => rename(grid, "It's new"),
        ...Array.from(
          { length: count },
          (_, number): Step =>
            (grid) =>
              number % 2 === 0 ? insertRow(grid, 0) : insertColumn(grid, 0),
        ),
      ];
      expect(check(structuredClone(rows), edits).named).toBe(0);
    }),
    { numRuns: runs(100) },
  );
});
