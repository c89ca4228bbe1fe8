/** Writing one formula where a person wants it, and what has to be known of the place before. */
import { parseAddress } from "../grid/address";
import { addressOf, placeOf, type Place } from "./cells";

/** The cell that a person is in. */
export interface ActiveCell {
  /** Such as "Sheet1!B4". */
  readonly address: string;
  /** With its "="; "" where the cell holds none. */
  readonly formula: string;
}

/** A cell that holds something. */
export interface Content {
  readonly address: string;
  readonly value: unknown;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Looks for some cells of an area, relative to the cell of the formula. */
export interface Look extends Size {
  readonly row: number;
  readonly column: number;
  readonly numberFormat?: string;
  readonly isHeading?: boolean;
}

/** What a sheet has; an area that goes beyond it is cut. */
const LAST: Size = { rows: 1_048_576, columns: 16_384 };

export async function readActiveCell(): Promise<ActiveCell> {
  return Excel.run(async (context) => {
    const cell = context.workbook.getActiveCell().load("formulas,rowIndex,columnIndex");
    const { worksheet } = cell;
    worksheet.load("name");
    await context.sync();
    const [formula] = (cell.formulas as unknown[][]).flat();
    const address = addressOf({ sheet: worksheet.name, row: cell.rowIndex, column: cell.columnIndex });
    return { address, formula: typeof formula === "string" && formula.startsWith("=") ? formula : "" };
  });
}

/** Calls `listener` after each change of the active cell, until the function that it gives is called. */
export async function onActiveCell(listener: () => void): Promise<() => Promise<void>> {
  return Excel.run(async (context) => {
    const { worksheets } = context.workbook;
    const tell = () => Promise.resolve(listener());
    const handlers = [worksheets.onSelectionChanged.add(tell), worksheets.onActivated.add(tell)];
    await context.sync();
    return async () => {
      await Excel.run(context, async (same) => {
        for (const handler of handlers) handler.remove();
        await same.sync();
      });
    };
  });
}

/** Shows a cell and selects it. Rejects where there is no such cell any more. */
export async function selectCell(address: string): Promise<void> {
  await Excel.run(async (context) => {
    const { worksheet, cell } = find(context, address);
    worksheet.activate();
    cell.select();
    await context.sync();
  });
}

/** The cells that are not blank in the area of this size at this address, left to right, row by row. */
export async function readContents(address: string, size: Size): Promise<Content[]> {
  return Excel.run(async (context) => {
    const { place, area } = findArea(context, address, size);
    area.load("values,formulas");
    await context.sync();
    return area.values.flatMap((values, row) =>
      values.flatMap((value: unknown, column) =>
        value === "" && (area.formulas as unknown[][])[row]?.[column] === ""
          ? []
          : [{ address: addressOf({ ...place, row: place.row + row, column: place.column + column }), value }],
      ),
    );
  });
}

/** What the formula of a cell fills now: itself, where it does not spill or has no room to. */
export async function readFilled(address: string): Promise<Size> {
  return Excel.run(async (context) => {
    const cell = find(context, address).cell.load("values");
    const spill = cell.getSpillingToRangeOrNullObject().load("rowCount,columnCount");
    await context.sync();
    const isBlocked = cell.values.flat()[0] === "#SPILL!";
    return spill.isNullObject || isBlocked
      ? { rows: 1, columns: 1 }
      : { rows: spill.rowCount, columns: spill.columnCount };
  });
}

/** Empties the area, so that a spill has room, writes the formula into its first cell, and gives it its looks. */
export async function insertFormula(
  address: string,
  formula: string,
  size: Size,
  looks: readonly Look[],
): Promise<void> {
  await Excel.run(async (context) => {
    const { worksheet, cell, area } = findArea(context, address, size);
    area.clear(Excel.ClearApplyTo.contents);
    cell.formulas = [[formula]];
    for (const { row, column, rows, columns, numberFormat, isHeading } of looks) {
      const part = cell.getOffsetRange(row, column).getResizedRange(rows - 1, columns - 1);
      if (numberFormat)
        part.numberFormat = Array.from({ length: rows }, () => Array<string>(columns).fill(numberFormat));
      if (isHeading) part.format.font.bold = true;
    }
    worksheet.activate();
    cell.select();
    await context.sync();
  });
}

function find(context: Excel.RequestContext, address: string) {
  const place = placeOf(address);
  if (!place) throw new Error(`${address} is not a cell.`);
  const worksheet = context.workbook.worksheets.getItem(place.sheet);
  return { place, worksheet, cell: worksheet.getCell(place.row, place.column) };
}

function findArea(context: Excel.RequestContext, address: string, { rows, columns }: Size) {
  const found = find(context, address);
  const { row, column }: Place = found.place;
  const last = { rows: Math.min(rows, LAST.rows - row), columns: Math.min(columns, LAST.columns - column) };
  return { ...found, area: found.cell.getResizedRange(last.rows - 1, last.columns - 1) };
}

/** What a reference in a formula of the cell `target` gives: the value of a single cell, else the rows of a range. */
export async function readReference(reference: string, target: string): Promise<unknown> {
  return Excel.run(async (context) => {
    const { worksheet } = find(context, target);
    const range = rangeOf(context, worksheet, reference).load("values");
    await context.sync();
    const rows = range.values as unknown[][];
    return rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : rows;
  });
}

/** On the cell's own sheet, if the reference names no other. */
function rangeOf(context: Excel.RequestContext, worksheet: Excel.Worksheet, reference: string): Excel.Range {
  const sheet = parseAddress(reference)?.sheet;
  const address = reference.slice(reference.lastIndexOf("!") + 1);
  return (sheet ? context.workbook.worksheets.getItem(sheet) : worksheet).getRange(address);
}
