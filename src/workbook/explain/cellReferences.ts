/** Finds the cells that a formula reads: by references, spills such as "A5#", and defined names. */
import { findNames, findReferences, type NameReference } from "../../formulas/references";
import type { Span } from "../../formulas/tokens";
import { parseArea } from "../../sheet/address";
import { positionsIn, type Area, type SheetArea, type SheetPosition } from "../../sheet/area";
import { areaOfExcelRange } from "../cells/usedAreas";

export interface ReadOptions {
  /** True for the parts of the formula whose cells are wanted. */
  readonly isOutside: (part: Span) => boolean;
  /** Returns the area that a cell's formula fills. */
  readonly spillAt: (position: SheetPosition) => SheetArea | undefined;
  /** One cell more is returned at most, so the rest is noticed. */
  readonly mostCells: number;
}

export async function cellsReadBy(
  cell: SheetPosition & { readonly formula: string },
  { isOutside, spillAt, mostCells }: ReadOptions,
): Promise<SheetPosition[]> {
  const { formula } = cell;
  const referred = findReferences(formula).flatMap((reference): SheetArea[] => {
    const area = isOutside(reference) ? parseArea(reference.place.replaceAll("$", "")) : undefined;
    if (!area) return [];
    const own = { ...area, sheet: reference.sheet || cell.sheet };
    return [(formula[reference.end] === "#" && spillAt(own)) || own];
  });
  const named = await areasOfNames(findNames(formula).filter(isOutside), cell.sheet);
  return [...referred, ...named].flatMap((area) => firstCells(area, mostCells + 1));
}

function firstCells({ sheet, ...area }: SheetArea, most: number): SheetPosition[] {
  const columns = Math.min(area.columns, most);
  const rows = Math.min(area.rows, Math.ceil(most / columns));
  const first: Area = { ...area, rows, columns };
  return positionsIn(first).map((position) => ({ ...position, sheet }));
}

/** Returns the areas of those names that mean one. A name of the sheet comes before one of the workbook. */
async function areasOfNames(names: readonly NameReference[], ownSheet: string): Promise<SheetArea[]> {
  if (names.length === 0) return [];
  return Excel.run(async (context) => {
    const { workbook } = context;
    const found = names.map(({ sheet, name }) => {
      const own = workbook.worksheets.getItemOrNullObject(sheet || ownSheet);
      return [own.names.getItemOrNullObject(name), workbook.names.getItemOrNullObject(name)].map((item) => {
        const range = item.getRangeOrNullObject().load("rowIndex,columnIndex,rowCount,columnCount");
        return { range, sheet: range.worksheet.load("name") };
      });
    });
    await context.sync();
    return found.flatMap((candidates): SheetArea[] => {
      const meant = candidates.find(({ range }) => !range.isNullObject);
      return meant ? [{ sheet: meant.sheet.name, ...areaOfExcelRange(meant.range) }] : [];
    });
  }).catch(() => []);
}
