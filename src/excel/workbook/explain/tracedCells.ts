/** The cells on the way from a number to its calls: reads them, and finds those that their formulas read. */
import { findCalls, type FormulaCall } from "../../../numbers/language/calls";
import { findNames, findReferences, type NameReference } from "../../../spreadsheet/formulas/references";
import type { Span } from "../../../spreadsheet/formulas/tokens";
import { parseArea } from "../../../spreadsheet/cells/address";
import { positionsIn, type Area, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { blocksAround } from "../../../spreadsheet/cells/blocks";
import { forEachBatch } from "../cells/batches";
import { rangeOf } from "../cells/formulaCells";
import { areaOfExcelRange } from "../cells/usedAreas";
import { runExcel } from "../cells/runExcel";

export interface TracedCell extends SheetPosition {
  /** With its "="; "" if the cell has none. */
  readonly formula: string;
  readonly value: unknown;
  readonly calls: readonly FormulaCall[];
}

/** Leaves out cells of sheets that are not there, as in a reference over several sheets. */
export async function readTracedCells(wanted: readonly SheetPosition[]): Promise<TracedCell[]> {
  if (wanted.length === 0) return [];
  return runExcel(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load("items/name");
    await context.sync();
    const sheets = new Set(worksheets.items.map(({ name }) => name.toLowerCase()));
    const cells = wanted.filter(({ sheet }) => sheets.has(sheet.toLowerCase()));
    const read = new Map<SheetPosition, TracedCell>();
    // A range costs Excel as much as many of its cells.
    await forEachBatch(
      context,
      blocksAround(cells),
      (block) => ({ block, range: rangeOf(context, block).load("formulas,values").untrack() }),
      ({ block, range }) => {
        for (const cell of block.cells) {
          const contentIn = (rows: unknown[][]) => rows[cell.row - block.row]?.[cell.column - block.column];
          read.set(cell, tracedCell(cell, contentIn(range.formulas), contentIn(range.values)));
        }
      },
    );
    return cells.flatMap((cell) => read.get(cell) ?? []);
  });
}

function tracedCell(cell: SheetPosition, formula: unknown, value: unknown): TracedCell {
  const own = typeof formula === "string" && formula.startsWith("=") ? formula : "";
  return { ...cell, formula: own, value, calls: findCalls(own) };
}

/** Returns the calls of a cell, without those inside another one, which are its arguments. */
export function outerCalls({ calls }: TracedCell): FormulaCall[] {
  return calls.filter((call, at) => !calls.slice(0, at).some((other) => call.start < other.end));
}

export interface TraceLimits {
  /** True for the parts of the formula whose cells are wanted. */
  readonly isOutside: (part: Span) => boolean;
  /** Returns the area that a cell's formula fills. */
  readonly spillAt: (position: SheetPosition) => SheetArea | undefined;
  /** One cell more is returned at most, so the rest is noticed. */
  readonly mostCells: number;
}

/** Finds the cells that a formula reads: by references, spills such as "A5#", and defined names. */
export async function cellsReadBy(
  cell: SheetPosition & { readonly formula: string },
  { isOutside, spillAt, mostCells }: TraceLimits,
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
  return runExcel(async (context) => {
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
