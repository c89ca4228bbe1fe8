/** Inserts one formula into the user's cell, and reads the cells around it first. */
import {
  formatAddress,
  formatSheetPosition,
  parseAddress,
  parseSheetPosition,
  withoutSheet,
} from "../../spreadsheet/cells/address";
import { MAX_COLUMNS, MAX_ROWS } from "../../spreadsheet/cells/limits";
import { createAttempts } from "./cells/attempts";
import { isInvalidSelection, NO_CELLS } from "./cells/background";
import { cellAt, selectRange } from "./cells/formulaCells";
import { writeFormulas } from "./cells/tableColumns";
import { callsFunction, requireKnownFunction } from "./cells/unknownFunctions";
import { areaOfExcelRange } from "./cells/usedAreas";
import { runExcel } from "./cells/runExcel";

/** The cell that the user has selected. */
export interface ActiveCell {
  /** Such as "Sheet1!B4". */
  readonly address: string;
  /** With its "="; "" if the cell has none. */
  readonly formula: string;
}

/** A cell that holds something. */
export interface OccupiedCell {
  readonly address: string;
  /** What it shows, or its value if its column is too narrow. */
  readonly text: string;
  /** With its "="; "" if the cell has none. */
  readonly formula: string;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** @throws Error with a message for users if a chart sheet is shown, or another workbook is in front. */
export async function readActiveCell(): Promise<ActiveCell> {
  return runExcel(async (context) => {
    const cell = context.workbook.getActiveCell().load("formulas,rowIndex,columnIndex");
    const { worksheet } = cell;
    worksheet.load("name");
    try {
      await context.sync();
    } catch (error) {
      throw isInvalidSelection(error) ? new Error(NO_CELLS) : error;
    }
    const [formula] = (cell.formulas as unknown[][]).flat();
    const address = formatSheetPosition({ sheet: worksheet.name, row: cell.rowIndex, column: cell.columnIndex });
    return { address, formula: typeof formula === "string" && formula.startsWith("=") ? formula : "" };
  });
}

/** Reads the address of the selected area, such as "Sheet1!B4:D4". Rejects for several areas, and without cells. */
export async function readSelectedArea(): Promise<string> {
  return runExcel(async (context) => {
    const area = context.workbook.getSelectedRange().load("rowIndex,columnIndex,rowCount,columnCount");
    const { worksheet } = area;
    worksheet.load("name");
    await context.sync();
    return formatAddress(worksheet.name, areaOfExcelRange(area));
  });
}

/** How the active cell changed: the user selected it, or another sheet came to the front. */
export type ActiveCellEvent = "selected" | "activated";

/** Calls `listener` after each change of the active cell, until the returned function is called. */
export async function onActiveCell(listener: (event: ActiveCellEvent) => void): Promise<() => Promise<void>> {
  return runExcel(async (context) => {
    const { worksheets } = context.workbook;
    const handlers = [
      worksheets.onSelectionChanged.add(() => Promise.resolve(listener("selected"))),
      worksheets.onActivated.add(() => Promise.resolve(listener("activated"))),
    ];
    await context.sync();
    return async () => {
      await runExcel(context, async (same) => {
        for (const handler of handlers) handler.remove();
        await same.sync();
      });
    };
  });
}

/** Calls `listener` after another sheet came to the front, until the returned function is called. */
export async function onSheetShown(listener: () => void): Promise<() => Promise<void>> {
  return runExcel(async (context) => {
    const handler = context.workbook.worksheets.onActivated.add(() => Promise.resolve(listener()));
    await context.sync();
    return () =>
      runExcel(context, async (same) => {
        handler.remove();
        await same.sync();
      });
  });
}

/** Shows a cell and selects it. Rejects if the cell is gone. */
export async function selectCell(address: string): Promise<void> {
  await runExcel(async (context) => {
    selectRange(locate(context, address).cell);
    await context.sync();
  });
}

/** Reads the cells that are not blank in the area of this size at this address, row by row. */
export async function readOccupied(address: string, size: Size): Promise<OccupiedCell[]> {
  return runExcel(async (context) => {
    const { position, area } = areaAt(context, address, size);
    area.load("values,formulas,text");
    await context.sync();
    const formulas: unknown[][] = area.formulas;
    const textAt = (row: number, column: number, value: unknown) => {
      const text = area.text[row]?.[column] ?? "";
      return /^#+$/.test(text) ? String(value) : text;
    };
    const addressAt = (row: number, column: number) =>
      formatSheetPosition({ ...position, row: position.row + row, column: position.column + column });
    return area.values.flatMap((values: unknown[], row) =>
      values.flatMap((value, column) => {
        const content = formulas[row]?.[column];
        if (value === "" && content === "") return [];
        const formula = typeof content === "string" && content.startsWith("=") ? content : "";
        return [{ address: addressAt(row, column), text: textAt(row, column, value), formula }];
      }),
    );
  });
}

/** Reads the size of the area that a cell's formula fills now: one cell if it does not spill or has no room. */
export async function readSpillSize(address: string): Promise<Size> {
  return runExcel(async (context) => {
    const cell = locate(context, address).cell.load("values");
    const spill = cell.getSpillingToRangeOrNullObject().load("rowCount,columnCount");
    await context.sync();
    const isBlocked = cell.values.flat()[0] === "#SPILL!";
    return spill.isNullObject || isBlocked
      ? { rows: 1, columns: 1 }
      : { rows: spill.rowCount, columns: spill.columnCount };
  });
}

/**
 * Writes the formula into the first cell of the area, and clears the others so a spill has room.
 * @returns notes for users: what Excel has refused beside the formula
 * @throws Error with a message for users if Excel does not know the function, or fills a table's column with the formula.
 */
export async function insertFormula(address: string, formula: string, size: Size): Promise<readonly string[]> {
  return runExcel(async (context) => {
    const { position, cell, room } = areaAt(context, address, size);
    await writeFormulas(context, [{ ...position, formula, room }]);
    const { notes, attempt } = createAttempts(context, address);
    await attempt("being selected", () => selectRange(cell));
    if (callsFunction(formula) && (await attempt("being read again", () => cell.load("values"))))
      requireKnownFunction(cell.values.flat()[0]);
    return notes;
  });
}

function locate(context: Excel.RequestContext, address: string) {
  const position = parseSheetPosition(address);
  if (!position) throw new Error(`${address} is not a cell.`);
  return { position, worksheet: context.workbook.worksheets.getItem(position.sheet), cell: cellAt(context, position) };
}

/** Cuts the part that would lie beyond the sheet. */
function areaAt(context: Excel.RequestContext, address: string, { rows, columns }: Size) {
  const located = locate(context, address);
  const { row, column } = located.position;
  const [height, width] = [Math.min(rows, MAX_ROWS - row), Math.min(columns, MAX_COLUMNS - column)];
  const room = { rows: height, columns: width };
  return { ...located, room, area: located.cell.getResizedRange(height - 1, width - 1) };
}

/** A reference in a formula of the cell `target`. */
export interface PlacedReference {
  readonly reference: string;
  readonly target: string;
}

/** Reads what a reference in a formula of the cell `target` refers to: the value of a single cell, else the rows of a range. */
export async function readReference(reference: string, target: string): Promise<unknown> {
  const [value] = await readReferences([{ reference, target }]);
  return value;
}

/** Reads references like `readReference`, in one round trip. Rejects if one of them leads nowhere. */
export async function readReferences(references: readonly PlacedReference[]): Promise<unknown[]> {
  if (references.length === 0) return [];
  return runExcel(async (context) => {
    const ranges = references.map(({ reference, target }) => {
      const { worksheet } = locate(context, target);
      return rangeOf(context, worksheet, reference).load("values").untrack();
    });
    await context.sync();
    return ranges.map((range) => {
      const rows = range.values as unknown[][];
      return rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : rows;
    });
  });
}

/** A reference without a sheet means the sheet of the cell. */
function rangeOf(context: Excel.RequestContext, worksheet: Excel.Worksheet, reference: string): Excel.Range {
  const sheet = parseAddress(reference)?.sheet;
  return (sheet ? context.workbook.worksheets.getItem(sheet) : worksheet).getRange(withoutSheet(reference));
}
