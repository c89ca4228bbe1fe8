/**
 * A sheet of a few cells, twice: as it would be with its formulas, which move as Excel moves them, and as it is while they are
 * frozen. It tells what thawing has to come to, and knows nothing of how freezing works.
 */
import { formatPosition } from "../../../src/grid/address";
import type { Anchor } from "../../../src/workbook/freezing/anchors";
import { anchoredAddress } from "../../../src/workbook/freezing/frozenLine";
import type { SheetContents } from "../../../src/workbook/cells/sheetContents";
import { areaOf, blocksOf, type AnchoredBlock } from "../../../src/workbook/freezing/frozenBlocks";

/** A reference to one cell. */
interface Reference {
  row: number;
  column: number;
  isRowFixed: boolean;
  isColumnFixed: boolean;
}

interface Formula {
  kind: string;
  references: Reference[];
}

/** What a cell shows, and the formula that it would have. */
export interface GridCell {
  value: string | number;
  formula?: Formula | undefined;
}

export interface FrozenGrid {
  sheet: string;
  rows: GridCell[][];
  anchors: Map<string, Anchor>;
  readonly blocks: readonly AnchoredBlock[];
}

export function textOf({ kind, references }: Formula): string {
  const written = references.map((reference) => {
    const { isRowFixed, isColumnFixed } = reference;
    const [letters = "", digits = ""] = formatPosition(reference).split(/(?=\d)(.*)/s);
    return `${isColumnFixed ? "$" : ""}${letters}${isRowFixed ? "$" : ""}${digits}`;
  });
  return `=INSIGHTS.KPI(${[`"${kind}"`, ...written].join(",")})`;
}

export function contentsOf({ sheet, rows }: Pick<FrozenGrid, "sheet" | "rows">, hasFormulas: boolean): SheetContents {
  const columns = Math.max(...rows.map(({ length }) => length));
  const filled = rows.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? { value: "" }));
  return {
    sheet,
    row: 0,
    column: 0,
    rows: rows.length,
    columns,
    values: filled.map((row) => row.map(({ value }) => value)),
    formulas: filled.map((row) => row.map((cell) => (hasFormulas && cell.formula ? textOf(cell.formula) : cell.value))),
  };
}

/** Freezes all formulas. */
export function freezeGrid(rows: GridCell[][]): FrozenGrid {
  const sheet = "Sheet1";
  const contents = contentsOf({ sheet, rows }, true);
  const cells = rows.flatMap((row, at) =>
    row.flatMap(({ formula }, column) =>
      formula
        ? [{ sheet, row: at, column, formula: textOf(formula), fill: { row: at, column, rows: 1, columns: 1 } }]
        : [],
    ),
  );
  let last = 0;
  const plan = {
    contents: [contents],
    cells,
    others: 0,
    isAll: true,
    taken: [],
    lists: [],
    skipped: [],
    isLive: () => () => false,
    isFilled:
      () =>
      ({ row, column }: { row: number; column: number }) =>
        rows[row]?.[column]?.formula !== undefined,
  };
  const blocks = blocksOf(plan, () => `b.${(last += 1)}`);
  return { sheet, rows, blocks, anchors: new Map(blocks.map(({ anchor }) => [anchor.id, anchor])) };
}

/** A reference moves with its cell. */
function shift(place: number, at: number): number {
  return place >= at ? place + 1 : place;
}

export function insertRow(grid: FrozenGrid, at: number): void {
  grid.rows.splice(at, 0, []);
  eachReference(grid, (reference) => (reference.row = shift(reference.row, at)));
  moveAnchors(grid, ({ row, rows, ...rest }) => {
    const [start, end] = [shift(row, at), shift(row + rows - 1, at)];
    return { ...rest, row: start, rows: end - start + 1 };
  });
}

export function insertColumn(grid: FrozenGrid, at: number): void {
  for (const row of grid.rows) if (row.length > at) row.splice(at, 0, { value: "" });
  eachReference(grid, (reference) => (reference.column = shift(reference.column, at)));
  moveAnchors(grid, ({ column, columns, ...rest }) => {
    const [start, end] = [shift(column, at), shift(column + columns - 1, at)];
    return { ...rest, column: start, columns: end - start + 1 };
  });
}

export function rename(grid: FrozenGrid, name: string): void {
  grid.sheet = name;
  moveAnchors(grid, (area) => ({ ...area, sheet: name }));
}

/** Puts whole rows into another order: what is relative in their formulas stays as far away as it was; anchors stay. */
export function reorder(grid: FrozenGrid, first: number, order: readonly number[]): void {
  const moved = order.map((from) => grid.rows[first + from] ?? []);
  moved.forEach((row, at) => {
    const distance = at - (order[at] ?? at);
    for (const { formula } of row)
      for (const reference of formula?.references ?? []) if (!reference.isRowFixed) reference.row += distance;
    grid.rows[first + at] = row;
  });
}

/** Types over a cell, whatever stood there. */
export function typeInto(grid: FrozenGrid, row: number, column: number, value: string | number): void {
  const cells = grid.rows[row];
  if (!cells || cells[column]?.value === value) return;
  while (cells.length <= column) cells.push({ value: "" });
  cells[column] = { value };
}

function eachReference({ rows }: FrozenGrid, change: (reference: Reference) => void): void {
  for (const { formula } of rows.flat()) formula?.references.forEach(change);
}

type Area = NonNullable<ReturnType<typeof areaOf>>;

function moveAnchors(grid: FrozenGrid, move: (area: Area) => Area): void {
  const moved = [...grid.anchors.values()].map(({ id, areas }): [string, Anchor] => {
    const now = areas.map((address) => {
      const area = areaOf(address);
      if (!area) return address;
      const next = move(area);
      return anchoredAddress(next.sheet, next);
    });
    return [id, { id, areas: now }];
  });
  grid.anchors = new Map(moved);
}
