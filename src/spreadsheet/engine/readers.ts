/** Which formulas read which cells. */
import { MAX_COLUMNS } from "../cells/limits";
import type { CellRange, SheetCells } from "./operand";

/** An area that is read, with the tiles in which it lies. */
interface Entry<Reader> {
  readonly area: CellRange;
  readonly reader: Reader;
  readonly tiles: Set<Entry<Reader>>[];
}

/** Tiles of one size, by their place. */
interface Tiling<Reader> {
  readonly rowBits: number;
  readonly columnBits: number;
  readonly tiles: Map<number, Set<Entry<Reader>>>;
}

/**
 * Areas by their readers, and readers by the cells that they read. A sheet has a tiling for each size of areas, whose tiles are as
 * high and as wide as these areas or a little more: an area lies in at most four tiles, and a cell in one tile of each tiling.
 */
export class Readers<Reader> {
  private readonly sheets = new WeakMap<SheetCells, Map<number, Tiling<Reader>>>();
  private readonly entries = new Map<Reader, readonly Entry<Reader>[]>();

  /** Replaces what a reader reads. */
  set(reader: Reader, areas: readonly CellRange[]): void {
    this.delete(reader);
    if (areas.length > 0)
      this.entries.set(
        reader,
        areas.map((area) => this.add(reader, area)),
      );
  }

  delete(reader: Reader): void {
    for (const entry of this.entries.get(reader) ?? []) for (const tile of entry.tiles) tile.delete(entry);
    this.entries.delete(reader);
  }

  /** Finds the readers of any cell of an area. */
  of(area: CellRange): ReadonlySet<Reader> {
    const found = new Set<Reader>();
    for (const tiling of this.sheets.get(area.sheet)?.values() ?? [])
      for (const tile of tilesOf(tiling, area))
        for (const entry of tile) if (entry.area.overlaps(area)) found.add(entry.reader);
    return found;
  }

  /** Finds the readers of any cell of a sheet. */
  ofSheet(sheet: SheetCells): ReadonlySet<Reader> {
    const tilings = [...(this.sheets.get(sheet)?.values() ?? [])];
    return new Set(tilings.flatMap(({ tiles }) => [...tiles.values()].flatMap((tile) => [...tile].map(readerOf))));
  }

  private add(reader: Reader, area: CellRange): Entry<Reader> {
    const { tiles, rowBits, columnBits } = this.tilingFor(area);
    const entry: Entry<Reader> = { area, reader, tiles: [] };
    for (const place of placesOf(rowBits, columnBits, area)) {
      const tile = tiles.get(place) ?? new Set();
      tiles.set(place, tile);
      tile.add(entry);
      entry.tiles.push(tile);
    }
    return entry;
  }

  private tilingFor({ sheet, rows, columns }: CellRange): Tiling<Reader> {
    const rowBits = Math.ceil(Math.log2(rows));
    const columnBits = Math.ceil(Math.log2(columns));
    const tilings = this.sheets.get(sheet) ?? new Map<number, Tiling<Reader>>();
    this.sheets.set(sheet, tilings);
    const size = rowBits * MAX_COLUMNS + columnBits;
    const tiling = tilings.get(size) ?? { rowBits, columnBits, tiles: new Map<number, Set<Entry<Reader>>>() };
    tilings.set(size, tiling);
    return tiling;
  }
}

function readerOf<Reader>({ reader }: Entry<Reader>): Reader {
  return reader;
}

/** Returns the tiles that may hold entries for an area: all if it covers more places than there are. */
function tilesOf<Reader>(
  { tiles, rowBits, columnBits }: Tiling<Reader>,
  area: CellRange,
): Iterable<Set<Entry<Reader>>> {
  const places = (area.rows / 2 ** rowBits + 1) * (area.columns / 2 ** columnBits + 1);
  if (places > tiles.size + 4) return tiles.values();
  return [...placesOf(rowBits, columnBits, area)].flatMap((place) => tiles.get(place) ?? []);
}

function* placesOf(rowBits: number, columnBits: number, { row, column, rows, columns }: CellRange): Generator<number> {
  for (let down = row >> rowBits; down <= (row + rows - 1) >> rowBits; down++)
    for (let right = column >> columnBits; right <= (column + columns - 1) >> columnBits; right++)
      yield down * MAX_COLUMNS + right;
}
